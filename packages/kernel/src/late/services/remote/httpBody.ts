/** Longest answer that is read, bytes. */
const MOST_BYTES = 10_000_000

/**
 * The body, read in pieces so that a longer one is dropped as soon as it is too long, whatever its header says.
 * @throws RangeError
 */
export async function readBody({ headers, body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const tooLong = (): RangeError => new RangeError(`the answer is longer than ${MOST_BYTES} bytes`)
  if (Number(headers.get('content-length')) > MOST_BYTES) {
    void body?.cancel().catch(() => undefined)
    throw tooLong()
  }
  const reader = body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let part = await reader?.read(); reader && part && !part.done; part = await reader.read()) {
    length += part.value.length
    if (length > MOST_BYTES) {
      void reader.cancel().catch(() => undefined)
      throw tooLong()
    }
    chunks.push(part.value)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
