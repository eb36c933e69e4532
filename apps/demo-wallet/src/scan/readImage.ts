/**
 * Longest side in px to which a picture is scaled before it is read. Larger pictures only take
 * longer.
 */
const MAX_SIDE_PX = 1600

/**
 * Reads the text of the QR code in an image, if there is one. The decoder is loaded with the first
 * image.
 */
export async function readImage(
  image: File | ImageBitmapSource,
  canvas = document.createElement('canvas'),
): Promise<string | undefined> {
  // A decoder for QR codes: Apache-2.0, without dependencies. Few browsers have a decoder of their
  // own.
  const [{ default: read }, bitmap] = await Promise.all([import('jsqr'), createImageBitmap(image)])
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height))
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
