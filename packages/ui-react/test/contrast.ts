export type Rgb = readonly [number, number, number]

const linear = (channel: number): number => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Relative luminance by WCAG 2, 0 to 1. */
export const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** Contrast ratio by WCAG 2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white, whichever is easier to read on it. */
export const textOn = (color: Rgb): '#000' | '#fff' => (luminance(color) > 0.179 ? '#000' : '#fff')

/** Reads a CSS colour in any notation as its pixel value. `undefined` if it is not a colour. */
export function toRgb(color: string): Rgb | undefined {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context || !CSS.supports('color', color)) return undefined
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}
