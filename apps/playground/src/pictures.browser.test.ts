/// <reference types="vite/client" />
import { expect, it } from 'vitest'

/** The modules of pictures that tools/pictures/make.mjs writes, by their path. */
const modules = import.meta.glob<{ pictures?: Readonly<Record<string, string>>; icon?: string }>(
  [
    '../../../plugins/evm/src/pictures/{frequent,part?}.ts',
    '../../../plugins/*/src/chain/pictures.ts',
    '../../../plugins/walletconnect/src/icon.ts',
  ],
  { eager: true },
)
const sources = Object.values(modules).flatMap(({ pictures = {}, icon = [] }) => [
  ...Object.entries(pictures),
  ...[icon].flat().map((source) => ['WalletConnect', source] as const),
])

it('Every picture of a network, and that of WalletConnect, is one that the browser draws', async () => {
  expect(new Set(sources.map(([id]) => id)).size).toBe(sources.length)
  const broken = await Promise.all(
    sources.map(async ([id, source]) => {
      const image = new Image()
      image.src = source
      await image.decode().catch(() => undefined)
      return image.naturalWidth === 24 && image.naturalHeight === 24 ? [] : [id]
    }),
  )
  expect(broken.flat()).toEqual([])
})

it('No picture refers to anything outside itself', () => {
  for (const [, source] of sources) {
    expect(source).toMatch(/^data:image\/svg\+xml,<svg [^>]*viewBox="0 0 24 24"[^>]*>[^#]*<\/svg>$/)
    expect(source).not.toMatch(/<(script|foreignObject|image|use)|\son\w+=|href=|url\((?!%23)/i)
    expect(source.length).toBeLessThan(4_000)
  }
})
