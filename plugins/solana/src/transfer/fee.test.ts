import type { ConnectedAccount } from '@latchkey/plugin-api'
import { afterEach, expect, it, vi } from 'vitest'
import { solanaMainnet } from '../chain/networks.js'
import { readFee } from './transfer.js'

const account = {
  address: '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
  connectionId: 'one',
  namespace: 'solana',
} as ConnectedAccount
const [TO, MINT, TOKENS] = [
  'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
] as const
afterEach(() => vi.unstubAllGlobals())

/** A node that knows the mint. The receiver has an account for it only with `hasAccount`. */
function node({ hasAccount }: { hasAccount: boolean }): void {
  const answers: Record<string, (first: unknown) => unknown> = {
    getAccountInfo: (address) => ({
      value:
        address === MINT
          ? { owner: TOKENS, data: { parsed: { info: { decimals: 6 } } } }
          : address === TO
            ? null
            : hasAccount
              ? { owner: TOKENS, data: {} }
              : null,
    }),
    getLatestBlockhash: () => ({ value: { blockhash: account.address } }),
    getFeeForMessage: () => ({ value: 5_000 }),
    getMinimumBalanceForRentExemption: (size) => (size === 165 ? 2_039_280 : 0),
  }
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { method, params } = JSON.parse(body) as { method: string; params: unknown[] }
    return new Response(JSON.stringify({ result: answers[method]!(params[0]) }))
  })
}
const fee = (token?: string) =>
  readFee({
    account,
    network: { ...solanaMainnet, rpcUrls: ['https://node.example'] },
    to: TO,
    value: 1n,
    ...(token !== undefined && { token }),
  })

it('The fee of a token transfer includes the deposit of an account that the receiver lacks', async () => {
  node({ hasAccount: false })
  expect(await fee(MINT)).toBe(2_044_280n)
  expect(await fee()).toBe(5_000n)
})
it('The fee of a token transfer to a receiver with an account for it is the network’s alone', async () => {
  node({ hasAccount: true })
  expect(await fee(MINT)).toBe(5_000n)
})
