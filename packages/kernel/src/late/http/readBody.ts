/** Longest answer that is read, in bytes. */
const MAX_BYTES = 10_000_000

/**
 * Reads the body of an answer in pieces, so that a body that is too long is dropped early, whatever
 * its header says.
 * @param isIgnored whether it is dropped unread
 * @returns nothing for an empty body, and for one that is dropped
 * @throws RangeError when it is longer than 10 MB
 */
export async function readBody(
  { headers, body }: Response,
  isIgnored?: boolean,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = body?.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = Number(headers.get('content-length')) > MAX_BYTES ? Infinity : 0
  while (!isIgnored && length <= MAX_BYTES) {
    const value = (await reader?.read())?.value
    if (!value)
      // A Blob costs the page's main thread more than the request does: most answers have one piece and need none.
      return chunks[1] ? new Uint8Array(await new Blob(chunks).arrayBuffer()) : chunks[0]
    chunks.push(value)
    length += value.length
  }
  void reader?.cancel().catch(() => undefined)
  if (!isIgnored) throw new RangeError('longer than 10 MB')
  return undefined
}
