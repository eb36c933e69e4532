/** A picture whose type was read from its bytes. */
export interface Picture {
  type: string
  bytes: Uint8Array
}

const startsWith = (bytes: Uint8Array, text: string, from = 0): boolean =>
  Buffer.from(bytes.subarray(from, from + text.length)).toString('latin1') === text

const RASTER: readonly (readonly [type: string, is: (bytes: Uint8Array) => boolean])[] = [
  ['image/png', (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (bytes) => startsWith(bytes, '\xff\xd8\xff')],
  ['image/gif', (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')],
  ['image/webp', (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)],
  ['image/avif', (bytes) => startsWith(bytes, 'ftypavif', 4) || startsWith(bytes, 'ftypavis', 4)],
]
const SVG =
  /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,500}-->\s*)?(?:<!doctype svg[^>]{0,300}>\s*)?<svg[\s/>]/i

/** @returns `undefined` for everything that is not a picture, whatever its sender called it */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  const type = RASTER.find(([, is]) => is(bytes))?.[0]
  if (type) return { type, bytes }
  return SVG.test(Buffer.from(bytes.subarray(0, 2048)).toString('utf8'))
    ? { type: 'image/svg+xml', bytes }
    : undefined
}

const DAY_SECONDS = 86_400

/** A picture of a stranger runs nothing and asks nobody, also where it is opened by itself. @param maxAge seconds */
export const pictureResponse = ({ type, bytes }: Picture, maxAge = DAY_SECONDS): Response =>
  new Response(bytes as BodyInit, {
    headers: {
      'content-type': type,
      'cache-control': `public, max-age=${maxAge}`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    },
  })
