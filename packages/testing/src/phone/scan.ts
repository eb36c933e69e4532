import jsQR from 'jsqr'
import { PNG } from 'pngjs'

// jsqr is CommonJS: its function is the module or its default, by who loads it.
const decode = (jsQR as unknown as { default?: typeof jsQR }).default ?? jsQR

/** The text of a QR code in a picture; `undefined` where none is found. */
export function readCode(png: Uint8Array): string | undefined {
  const { data, width, height } = PNG.sync.read(Buffer.from(png))
  return decode(new Uint8ClampedArray(data), width, height)?.data
}
