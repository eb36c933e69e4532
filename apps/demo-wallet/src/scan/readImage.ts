/** Longest side, in pixels, that a picture is read at: larger ones are no easier to read, only slower. */
const LARGEST = 1600

/** The text of the code in an image, if there is one. The decoder is loaded with the first image. */
export async function readImage(
  image: File | ImageBitmapSource,
  canvas = document.createElement('canvas'),
): Promise<string | undefined> {
  // Reads QR codes: Apache-2.0, no dependency; the browser's own reader exists in few browsers.
  const [{ default: read }, bitmap] = await Promise.all([import('jsqr'), createImageBitmap(image)])
  const scale = Math.min(1, LARGEST / Math.max(bitmap.width, bitmap.height))
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser cannot read pictures.')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
  return read(data, width, height)?.data || undefined
}
