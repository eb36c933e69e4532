/** Longest answer that is read, bytes. */
const MOST_BYTES = 10_000_000

/**
 * The body, read in pieces so that a longer one is dropped as soon as it is too long, whatever its header says.
 * @throws RangeError
 */
export async function readBody({ headers, body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = Number(headers.get('content-length')) > MOST_BYTES ? Infinity : 0
  for (;;) {
    if (length > MOST_BYTES) {
      void reader?.cancel().catch(() => undefined)
      throw new RangeError(`longer than ${MOST_BYTES} bytes`)
    }
    const { value } = (await reader?.read()) ?? {}
    if (!value) return new Uint8Array(await new Blob(chunks).arrayBuffer())
    chunks.push(value)
    length += value.length
  }
}
