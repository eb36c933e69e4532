import type { BackendClient } from '@latchkey/backend'
import {
  createToken,
  type Caip2,
  type ChainAdapter,
  type ConnectedAccount,
  type Network,
  type Registry,
  type Slice,
} from '@latchkey/plugin-api'
import type { SwapSource, SwapState } from '../api.js'
import { createPermits, type Permits } from '../engine/permits.js'
import type { SwapContext, SwapOptions } from '../options.js'
import type { AskNode } from '../proof/types.js'

export const NAMESPACE = 'eip155'

/** The plugin's own parts, which exist before its views are loaded. */
export interface SwapSetup {
  ctx: SwapContext
  slice: Slice<SwapState>
  options: SwapOptions
  /** Whether swaps are offered on a network. */
  isOffered(network: string | undefined): boolean
}

/** The account and the network in use. */
export interface ActiveAccount {
  account: ConnectedAccount
  network: Network & { supported: boolean }
}

export interface SwapServices extends SwapSetup {
  /** The point `swap.quotes`, by which plugins bring markets. */
  sources: Registry<SwapSource>
  loadAdapter(): Promise<ChainAdapter>
  /** `undefined`: nobody is connected, or no swaps are offered there. */
  active(): ActiveAccount | undefined
  /** The site's own server. */
  client(): BackendClient | undefined
  permits: Permits
  /** Each node of a network by itself. */
  nodesOf(network: Network, signal: AbortSignal): Promise<readonly AskNode[]>
  /** The nodes of a network, one after the other until one answers. */
  nodeOf(network: Network, signal: AbortSignal): Promise<AskNode>
}

export function createSwapServices(setup: SwapSetup): SwapServices {
  const { ctx, isOffered } = setup
  const loadAdapter = ctx.lazy(`the adapter of ${NAMESPACE}`, async () => {
    const found = ctx.adapters.find(NAMESPACE)
    if (!found) throw new TypeError(`no plugin speaks for ${NAMESPACE}`)
    return found.value.load()
  })
  const ask = async (network: Network, signal: AbortSignal): Promise<AskNode> => {
    const { read } = await loadAdapter()
    if (!read) throw new TypeError('this adapter asks no nodes')
    return (method, params) => read({ network, method, params, signal })
  }
  return {
    ...setup,
    loadAdapter,
    permits: createPermits(),
    sources: ctx.points.open(createToken<SwapSource>('swap.quotes')),
    active() {
      const account = ctx.accounts.active()
      const network = account && ctx.activeNetwork.current(account.namespace)
      return account && network && isOffered(network.id) ? { account, network } : undefined
    },
    client: () => ctx.peer('backend')?.client,
    nodeOf: ask,
    nodesOf: (network, signal) =>
      Promise.all(network.rpcUrls.map((url) => ask({ ...network, rpcUrls: [url] }, signal))),
  }
}

/** Two keys are equal as long as account, wallet and network in use stay the same. */
export const activeKey = (active: ActiveAccount | undefined): string =>
  active
    ? JSON.stringify([
        active.account.connectionId,
        active.account.key,
        active.account.address,
        active.network.id,
      ])
    : ''

/** Hexadecimal id of a network, as wallets have it. */
export const hexId = (network: Caip2): string =>
  `0x${BigInt(network.slice(NAMESPACE.length + 1)).toString(16)}`
