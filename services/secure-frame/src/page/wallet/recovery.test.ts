import { beforeAll, describe, expect, it } from 'vitest'
import {
  openByKit,
  openByPassword,
  sealByKit,
  sealByPassword,
  type SealedRecovery,
} from './recovery.js'

const WALLET = { id: 'w1', split: 2 }
const SHARE = 'A'.repeat(44)
const wrong = expect.objectContaining({ details: { reason: 'recovery_wrong' } })

describe('a kit', () => {
  it('Opens the share as it is shown, in small letters and with spaces', async () => {
    const { recovery, kit } = await sealByKit(WALLET, SHARE)
    for (const text of [kit, kit.toLowerCase(), ` ${kit.replaceAll('-', ' ')} `])
      expect(await openByKit(text, recovery, WALLET)).toBe(SHARE)
  })

  it('Does not open another wallet, another split, or with one letter changed', async () => {
    const { recovery, kit } = await sealByKit(WALLET, SHARE)
    const other = kit.startsWith('2') ? `3${kit.slice(1)}` : `2${kit.slice(1)}`
    await expect(openByKit(other, recovery, WALLET)).rejects.toEqual(wrong)
    await expect(openByKit(kit, recovery, { ...WALLET, id: 'w2' })).rejects.toEqual(wrong)
    await expect(openByKit(kit, recovery, { ...WALLET, split: 3 })).rejects.toEqual(wrong)
  })
})

describe('a password', () => {
  let recovery: SealedRecovery
  beforeAll(async () => {
    recovery = await sealByPassword('Grüße an alle', WALLET, SHARE)
  })

  it('Opens the share, however its letters are composed', async () => {
    expect(await openByPassword('Grüße an alle'.normalize('NFD'), recovery, WALLET)).toBe(SHARE)
    await expect(openByPassword('grüße an alle', recovery, WALLET)).rejects.toEqual(wrong)
  })

  it('Is refused below ten characters', async () => {
    await expect(sealByPassword('123456789', WALLET, SHARE)).rejects.toMatchObject({
      details: { reason: 'password_short' },
    })
  })

  it.each([
    { memory: 8, passes: 3 },
    { memory: 65_536, passes: 1 },
    { memory: 2 ** 30, passes: 3 },
    { memory: 65_536, passes: 10_000 },
  ])('Numbers of a service that weaken it or hang the page are refused: %o', async (parameters) => {
    await expect(
      openByPassword('Grüße an alle', { ...recovery, parameters }, WALLET),
    ).rejects.toEqual(wrong)
  })
})
