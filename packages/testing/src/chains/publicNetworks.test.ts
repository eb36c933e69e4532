import { describe, expect, it } from 'vitest'
import { openKeys } from '../keys/index.js'
import type { Host } from './host.js'
import { bitcoinWallet, solanaWallet } from './walletStandard.js'

const SECRET = new Uint8Array(32).fill(7)
const host = { name: 'Test' } as Host

describe('A test wallet on a public network', () => {
  it.each([
    ['solana:mainnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'],
    ['solana:devnet', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'],
  ])('The Solana wallet names the cluster %s by its genesis hash', async (name, hash) => {
    expect(solanaWallet(host, hash).chains).toEqual([name])
    const [key] = await openKeys({ solana: { url: '', wsUrl: '', genesisHash: hash } }, SECRET)
    expect(key?.chain).toBe(`solana:${hash.slice(0, 32)}`)
  })

  it('The Solana wallet calls every other cluster a local one', () =>
    expect(solanaWallet(host, '1'.repeat(32)).chains).toEqual(['solana:localnet']))

  it.each([
    ['mainnet', /^bc1q/, /^bc1p/],
    ['testnet', /^tb1q/, /^tb1p/],
    ['signet', /^tb1q/, /^tb1p/],
    [undefined, /^bcrt1q/, /^bcrt1p/],
  ] as const)(
    'The Bitcoin wallet on %s has addresses of it',
    async (network, payment, ordinals) => {
      const bitcoin = { url: '', ...(network && { network }) }
      const [key] = await openKeys({ bitcoin }, SECRET)
      expect(key?.accounts.map(({ address }) => address)).toEqual([
        expect.stringMatching(payment),
        expect.stringMatching(ordinals),
      ])
      expect(bitcoinWallet(host, network).chains).toEqual([`bitcoin:${network ?? 'regtest'}`])
    },
  )
})
