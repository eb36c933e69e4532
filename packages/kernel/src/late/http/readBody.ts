/** Longest answer that is read, in bytes. */
const MAX_BYTES = 10_000_000

/**
 * Reads the body of an answer in pieces, so that a body that is too long is dropped early, whatever
 * its header says.
 * @throws RangeError when it is longer than 10 MB
 */
export async function readBody({ headers, body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = Number(headers.get('content-length')) > MAX_BYTES ? Infinity : 0
  for (;;) {
    if (length > MAX_BYTES) {
      void reader?.cancel().catch(() => undefined)
      throw new RangeError(`longer than ${MAX_BYTES} bytes`)
    }
    const { value } = (await reader?.read()) ?? {}
    if (!value)
      // A Blob costs the page's main thread more than the request does: most answers have one piece and need none.
      return chunks.length > 1
        ? new Uint8Array(await new Blob(chunks).arrayBuffer())
        : (chunks[0] ?? new Uint8Array())
    chunks.push(value)
    length += value.length
  }
}
