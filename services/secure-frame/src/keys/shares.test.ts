import { base64urlnopad } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressesOf, deriveKeys } from './derive.js'
import { createWallet, joinShares, SHARE_BYTES, splitSecret, type Shares } from './shares.js'

const NAMES = ['device', 'service', 'recovery'] as const
const PAIRS = [
  ['device', 'service'],
  ['device', 'recovery'],
  ['service', 'recovery'],
  ['recovery', 'device'],
] as const

const flipBit = (share: string, bit: number): string => {
  const bytes = base64urlnopad.decode(share)
  bytes[bit >> 3]! ^= 1 << (bit & 7)
  return base64urlnopad.encode(bytes)
}
const refused = expect.objectContaining({ name: 'KeysError', failure: 'mismatch' })

describe('shares', () => {
  it.each(PAIRS)('The shares %s and %s give the wallet on record', async (one, other) => {
    const { addresses, shares } = await createWallet()
    const secret = await joinShares(shares[one], shares[other], addresses)
    expect(addressesOf(await deriveKeys(secret))).toEqual(addresses)
  })

  it('A share with any one bit changed never gives a secret', async () => {
    const { addresses, shares } = await createWallet()
    const pair = fc.constantFrom(...PAIRS)
    const bit = fc.integer({ min: 0, max: SHARE_BYTES * 8 - 1 })
    await fc.assert(
      fc.asyncProperty(pair, bit, fc.boolean(), async ([one, other], at, isFirst) => {
        const two = [shares[one], shares[other]] as [string, string]
        two[isFirst ? 0 : 1] = flipBit(two[isFirst ? 0 : 1], at)
        await expect(joinShares(...two, addresses)).rejects.toEqual(refused)
      }),
      { numRuns: 120 },
    )
  })

  it('A share of another user never gives a secret', async () => {
    const [mine, theirs] = await Promise.all([createWallet(), createWallet()])
    for (const one of NAMES)
      for (const other of NAMES)
        for (const record of [mine.addresses, theirs.addresses])
          await expect(joinShares(mine.shares[one], theirs.shares[other], record)).rejects.toEqual(
            refused,
          )
  })

  it('A share of an old split never joins with one of the new split', async () => {
    const { addresses, shares: old } = await createWallet()
    const secret = await joinShares(old.device, old.service, addresses)
    const now: Shares = await splitSecret(secret)
    for (const one of NAMES)
      for (const other of NAMES)
        await expect(joinShares(old[one], now[other], addresses)).rejects.toEqual(refused)
    expect(await joinShares(now.device, now.recovery, addresses)).toEqual(secret)
  })

  it.each(['evm', 'solana'] as const)('A record with another %s address refuses', async (kind) => {
    const [{ addresses, shares }, other] = await Promise.all([createWallet(), createWallet()])
    const record = { ...addresses, [kind]: other.addresses[kind] }
    await expect(joinShares(shares.device, shares.service, record)).rejects.toEqual(refused)
  })

  it('The same share twice, a short one and other text are refused', async () => {
    const { addresses, shares } = await createWallet()
    for (const wrong of [shares.device, shares.service.slice(4), '', 'not base64url!', 'é'])
      await expect(joinShares(shares.device, wrong, addresses)).rejects.toEqual(refused)
  })
})
