import { isLatchkeyError, LatchkeyError, type Caip2 } from '@latchkey/plugin-api'
import { messageOf } from '@latchkey/plugin-api/wallet'
// The chain's own library (Apache-2.0). It encodes calls from the metadata of a runtime; no smaller
// library does that for every runtime.
import { ApiPromise, WsProvider } from '@polkadot/api'
import type { ApiOptions } from '@polkadot/api/types'
import type { Chains, PolkadotNetwork } from '../chain/chains.js'

import { unlessAborted } from '../chain/unlessAborted.js'

/** Pause in ms before a lost socket is opened again. */
const RECONNECT_MS = 2_500
/** Time in ms for a node to connect and to send its metadata. */
const OPEN_TIMEOUT_MS = 30_000

/** An open connection to a node. */
export interface Client {
  api: ApiPromise
  /** Sends a raw JSON-RPC request by the same socket. */
  send(method: string, params: readonly unknown[]): Promise<unknown>
}
/** The open connections of a plugin, at most one for each network. */
export interface Clients {
  /**
   * The client of a network, opened on first use and shared until the plugin ends. @throws
   * `kernel.network_unknown`, `polkadot.wrong_chain`, `rpc.failed`, `kernel.aborted`
   */
  get(network: string, signal?: AbortSignal): Promise<Client>
}

async function openAt(
  id: string,
  chain: PolkadotNetwork,
  url: string,
  end: AbortSignal,
): Promise<Client> {
  const provider = new WsProvider(url, RECONNECT_MS, {}, OPEN_TIMEOUT_MS)
  try {
    const what = `${chain.name} at ${url}`
    // A strict Content-Security-Policy forbids WebAssembly, and little is hashed here.
    const create = (): Promise<ApiPromise> =>
      ApiPromise.create({
        provider: provider as ApiOptions['provider'] & object,
        noInitWarn: true,
        throwOnConnect: true,
        initWasm: false,
      })
    const api = await unlessAborted(
      what,
      () => unlessAborted(what, create, AbortSignal.timeout(OPEN_TIMEOUT_MS)),
      end,
    )
    const genesisHash = api.genesisHash.toHex()
    if (genesisHash !== chain.genesisHash.toLowerCase()) {
      throw new LatchkeyError(
        'polkadot.wrong_chain',
        `The node ${url} has the genesis hash ${genesisHash}, not that of ${chain.name}: ` +
          'correct rpcUrls or genesisHash.',
        { context: { network: id, genesisHash, url } },
      )
    }
    return { api, send: (method, params) => provider.send(method, [...params]) }
  } catch (error) {
    await provider.disconnect().catch(() => undefined)
    throw error
  }
}

/** Opens the first node that answers and is of the right chain. */
async function openFirst(id: string, chain: PolkadotNetwork, end: AbortSignal): Promise<Client> {
  let last: unknown
  for (const url of chain.rpcUrls) {
    try {
      return await openAt(id, chain, url, end)
    } catch (error) {
      last = error
      if (end.aborted) break
    }
  }
  throw isLatchkeyError(last, 'polkadot.wrong_chain')
    ? last
    : new LatchkeyError('rpc.failed', `No node of ${chain.name} answered: ${messageOf(last)}`, {
        cause: last,
      })
}

/** @param end closes every socket when it is aborted, at the end of the plugin */
export function createClients(chains: Chains, end: AbortSignal): Clients {
  const open = new Map<string, Promise<Client>>()
  const start = (id: string): Promise<Client> => {
    const chain = chains.get(id as Caip2)
    if (!chain)
      throw new LatchkeyError(
        'kernel.network_unknown',
        `The network ${id} is not among the networks of the plugin: add it to polkadot({ networks }).`,
        { context: { network: id } },
      )
    if (end.aborted) throw new LatchkeyError('kernel.disposed', 'The kernel was disposed.')
    const opening = openFirst(id, chain, end)
    open.set(id, opening)
    // A failed opening is forgotten, so that the next call tries again.
    opening.catch(() => open.delete(id))
    return opening
  }
  end.addEventListener(
    'abort',
    () => {
      for (const opening of open.values())
        opening.then(({ api }) => api.disconnect()).catch(() => undefined)
    },
    { once: true },
  )
  return {
    get: async (id, signal) => unlessAborted('The node', () => open.get(id) ?? start(id), signal),
  }
}
