import { createKernel, type Kernel, type KernelOptions } from '@latchkey/kernel'
import type { ChainAdapter, ConnectedAccount, Network } from '@latchkey/plugin-api'
import { fakePage } from '@latchkey/plugin-testkit/fakes'
import { request, type PolkadotChain } from '@latchkey-tools/localnet'
import { blake2b } from '@noble/hashes/blake2'
import { vi } from 'vitest'
import { polkadot, type PolkadotApi } from '../src/index.js'
import { polkadotHub } from '../src/chain/networks.js'

export type Site = Kernel & { plugins: { polkadot: PolkadotApi } }

/** Makes this place a page: a window and a document that take listeners, and nothing to draw on. */
export function becomePage(): void {
  for (const [name, value] of Object.entries(fakePage())) vi.stubGlobal(name, value)
}

/** A kernel with the chain on this machine, and one that nobody asks. */
export const createSite = (chain: PolkadotChain, options: Partial<KernelOptions> = {}) =>
  createKernel({
    metadata: { name: 'Shop' },
    storage: null,
    mobile: false,
    logLevel: 'silent',
    ...options,
    plugins: [polkadot({ networks: [chain, polkadotHub] })],
  })

export interface Connected {
  kernel: Site
  adapter: ChainAdapter
  account: ConnectedAccount
  network: Network
}

export async function connect(kernel: Site, key: string): Promise<Connected> {
  await kernel.ready
  await kernel.ports.late.load()
  await kernel.connect(`polkadot.${key}`)
  return {
    kernel,
    adapter: await kernel.ports.adapter('polkadot'),
    account: kernel.ports.accounts.active('polkadot')!,
    network: kernel.ports.activeNetwork.current('polkadot')!,
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/**
 * The free balance as the node's storage holds it, read without polkadot.js: nonce and three
 * counters of 4 bytes, then 16 bytes.
 */
export async function freeOf(chain: PolkadotChain, id: Uint8Array): Promise<bigint> {
  const systemAccount = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
  const stored = await request(chain.rpcUrls[0].replace('ws:', 'http:'), 'state_getStorage', [
    `0x${systemAccount}${hex(blake2b(id, { dkLen: 16 }))}${hex(id)}`,
  ])
  if (typeof stored !== 'string') return 0n
  return BigInt(`0x${hex(Buffer.from(stored.slice(2 + 32, 2 + 64), 'hex').reverse())}`)
}

export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )
