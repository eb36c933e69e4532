import { describe, expect, it } from 'vitest'
import { pictures } from './frequent.js'
import { parts } from './parts.js'
import { pictureOf } from './pictureOf.js'

describe('pictures of EVM chains', () => {
  it('A chain that many sites use is drawn from the first chunk, as are its test networks', async () => {
    expect(await pictureOf('eip155:1')).toMatch(/^data:image\/svg\+xml,<svg /)
    expect(await pictureOf('eip155:11155111')).toBe(await pictureOf('eip155:1'))
    expect(await pictureOf('eip155:8453')).toBe(pictures['eip155:8453'])
  })

  it('Any other chain is drawn from the part that holds it', async () => {
    for (const [ids, load] of parts) {
      const { pictures: brought } = await load()
      expect(Object.keys(brought)).toEqual(ids.map((id) => `eip155:${id}`))
      expect(await pictureOf(`eip155:${ids[0]}`)).toBe(brought[`eip155:${ids[0]}`])
    }
  })

  it('No chain stands in two places', () => {
    const all = [
      ...Object.keys(pictures),
      ...parts.flatMap(([ids]) => ids.map((id) => `eip155:${id}`)),
    ]
    expect(new Set(all).size).toBe(all.length)
  })

  it('A chain that nobody has drawn has no picture', async () => {
    expect(await pictureOf('eip155:31337')).toBeUndefined()
    expect(await pictureOf('eip155:constructor')).toBeUndefined()
  })
})
