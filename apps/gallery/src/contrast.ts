// Measures the contrast of texts as they are painted. axe leaves it open for colours in the notations of CSS Color 4,
// which the modal computes its colours in.
import { nameOf, withText } from './inspect.js'
import type { Stage } from './scenes/types.js'

type Pixel = readonly [number, number, number]

/** Paints these colours one over the other, the last on top. */
function paint(colours: readonly string[]): Pixel {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  for (const colour of colours) {
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

/** Relative luminance by WCAG 2. */
function luminance(pixel: Pixel): number {
  const [red, green, blue] = pixel.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function ratio(one: Pixel, other: Pixel): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The backgrounds below an element, the lowest first. */
function grounds(element: Element): string[] {
  const mine = getComputedStyle(element).backgroundColor
  return element.parentElement ? [...grounds(element.parentElement), mine] : [mine]
}

/** Texts of enabled elements with less contrast than that: 4.5 for WCAG AA, 7 for AAA. */
export const weakTexts = (stage: Stage, least: number): readonly string[] =>
  withText(stage.shadow)
    .filter((element) => !element.closest(':disabled'))
    .flatMap((element) => {
      const below = grounds(element)
      const found = ratio(paint(below), paint([...below, getComputedStyle(element).color]))
      return found < least ? [`contrast ${found.toFixed(1)}: ${nameOf(element)}`] : []
    })
