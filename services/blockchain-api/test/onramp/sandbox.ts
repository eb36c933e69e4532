// The common parts of tests of the sandbox.
import { accounts, type Hex, type Localnet } from '@latchkey-tools/localnet'
import { createPublicClient, erc20Abi, getAddress, http, parseUnits } from 'viem'
import { expect } from 'vitest'
import { CHAIN, chain } from '../harness.js'

/** Of the localnet's accounts, one that nothing else uses. */
export const KEY = accounts[9]!.privateKey
export const SECRET = 'a secret of the tests'

export const setUp = (localnet: Localnet) => ({
  chains: [
    chain(localnet.url, {
      testnet: true,
      tokens: [{ address: localnet.erc20.address, name: 'Local', symbol: 'LOCAL', decimals: 18 }],
    }),
  ],
  coins: [
    { symbol: 'ETH', name: 'Ether', chain: CHAIN, decimals: 18, price: '2000' },
    {
      ...{ symbol: 'LOCAL', name: 'Local', chain: CHAIN, decimals: 18, price: '2' },
      token: localnet.erc20.address,
    },
  ],
  key: KEY,
})

/** A wallet that has nothing before. */
export const walletAt = (index: number): Hex =>
  getAddress(`0x${(0xb0_0000_0000n + BigInt(index)).toString(16).padStart(40, '0')}`)

export type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Begins an order. @returns its id */
export async function begin(ask: Ask, wallet: Hex, coin = 'ETH', amount = '50.00') {
  const response = await ask('/v1/generators/onrampurl', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ destinationWallets: [`${CHAIN}:${wallet}`], partnerUserId: 'p' },
      ...{ purchaseCurrency: coin, paymentCurrency: 'USD', presetFiatAmount: amount },
    }),
  })
  const body = (await response.json()) as { orderId: string; url: string }
  expect(response.status, JSON.stringify(body)).toBe(200)
  return body
}

export const pay = (ask: Ask, order: string, card = '4242 4242 4242 4242', more: object = {}) =>
  ask(`/sandbox/onramp/${order}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...more },
    body: String(new URLSearchParams({ card, action: 'pay' })),
    redirect: 'manual',
  })

export const read = async (ask: Ask, order: string) =>
  (await (await ask(`/v1/onramp/orders/${order}`)).json()) as {
    status: string
    hash?: Hex
    purchase: { amount: string }
  }

export const balanceOf = (localnet: Localnet, wallet: Hex, coin = 'ETH'): Promise<bigint> => {
  const client = createPublicClient({ transport: http(localnet.url) })
  return coin === 'ETH'
    ? client.getBalance({ address: wallet })
    : client.readContract({
        ...{ address: localnet.erc20.address, abi: erc20Abi, functionName: 'balanceOf' },
        args: [wallet],
      })
}

/** $50 less 1.5 % and ten cents. */
export const BOUGHT = { ETH: parseUnits('0.024575', 18), LOCAL: parseUnits('24.575', 18) }
