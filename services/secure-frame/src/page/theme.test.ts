import { expect, it } from 'vitest'
import { applyTheme } from './theme.js'

function apply(mode: 'dark' | 'light', variables: Record<string, string | number>) {
  const set = new Map<string, string>()
  const style = {
    setProperty: (name: string, value: string) => void set.set(name, value),
    removeProperty: (name: string) => void set.delete(name),
  }
  const page = { documentElement: { dataset: {}, style } } as unknown as Document
  applyTheme(page, mode, variables)
  return Object.fromEntries(set)
}

it('The accent is taken, with a text on it that can be read', () => {
  expect(apply('light', { '--lk-accent': '#7a1fa2' })).toEqual({
    '--accent': '#7a1fa2',
    '--on-accent': '#fff',
  })
  expect(apply('dark', { '--lk-color-accent': '#ffe08a' })).toEqual({
    '--accent': '#ffe08a',
    '--on-accent': '#000',
  })
})

it.each([
  ['light', '#ffffff'],
  ['light', '#f2f4f8'],
  ['dark', '#16181d'],
  ['dark', '#202630'],
] as const)(
  'In the %s theme the accent %s, in which the button would vanish, is not taken',
  (mode, accent) => {
    expect(apply(mode, { '--lk-accent': accent })).toEqual({})
  },
)

it('Values that are not opaque colours, and other tokens, are not taken', () => {
  for (const value of ['transparent', '#0000', '#24', 'url(x)', 'rgb(0 0 0)', 7])
    expect(apply('light', { '--lk-accent': value, '--lk-color-back': '#000000' })).toEqual({})
})
