import { expect, it } from 'vitest'
import { contrast, type Rgb } from '../../test/contrast.js'
import { modalTokens } from './modalTokens.js'

const { common, ...palettes } = modalTokens

const rgb = (hex: string): Rgb => {
  const digits =
    hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1)
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb
}
const mixed = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((channel, index) => channel + ((other[index] ?? 0) - channel) * share) as unknown as Rgb

it.each(Object.entries(palettes))(
  'The %s palette keeps every text readable on every background',
  (_, palette) => {
    const grounds = {
      background: rgb(palette.background),
      surface: rgb(palette.surface),
      hover: mixed(rgb(palette.surface), rgb(palette.text), 0.06),
      pressed: mixed(rgb(palette.surface), rgb(palette.text), 0.1),
    }
    for (const text of ['text', 'textMuted', 'error', 'success', 'warning'] as const) {
      for (const [name, ground] of Object.entries(grounds)) {
        // A pressed row keeps its main text readable. The text beside it may dim for a moment.
        if (name === 'pressed' && text !== 'text') continue
        expect(contrast(rgb(palette[text]), ground), `${text} on ${name}`).toBeGreaterThanOrEqual(
          4.5,
        )
      }
    }
  },
)

it.each(Object.entries(palettes))('The accent is visible in the %s palette', (_, palette) => {
  const accent = rgb(common.accent)
  expect(contrast(accent, [255, 255, 255])).toBeGreaterThanOrEqual(4.5)
  expect(contrast(accent, rgb(palette.background))).toBeGreaterThanOrEqual(3)
  expect(contrast(rgb(palette.text), accent)).toBeGreaterThanOrEqual(3)
})

it('The tokens have the sizes of the specification', () => {
  expect(common).toMatchObject({
    fontSizeMaster: '10px',
    borderRadiusMaster: '4px',
    zIndex: '999',
    width: '360px',
  })
})
