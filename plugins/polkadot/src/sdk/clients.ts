import { isLatchkeyError, LatchkeyError, type Caip2 } from '@latchkey/plugin-api'
// The chain's own library, Apache-2.0: encodes what a runtime describes of itself, which nothing smaller does for every runtime.
import { ApiPromise, WsProvider } from '@polkadot/api'
import type { ApiOptions } from '@polkadot/api/types'
import type { Chains, PolkadotNetwork } from '../chains.js'
import { messageOf } from '../errors.js'
import { unlessAborted } from '../settle.js'

/** ms between two tries of a socket that was lost. */
const RETRY = 2_500
/** ms for a node to answer, and to say what it is. */
const PATIENCE = 30_000

export interface Client {
  api: ApiPromise
  /** The raw wire under it. */
  send(method: string, params: readonly unknown[]): Promise<unknown>
}
export interface Clients {
  /** One for each network, opened when it is first needed and shared. @throws `kernel.network_unknown`, `polkadot.wrong_chain`, `rpc.failed`, `kernel.aborted` */
  get(network: string, signal?: AbortSignal): Promise<Client>
}

async function openAt(
  id: string,
  chain: PolkadotNetwork,
  url: string,
  end: AbortSignal,
): Promise<Client> {
  const provider = new WsProvider(url, RETRY, {}, PATIENCE)
  try {
    const what = `${chain.name} at ${url}`
    // A strict policy forbids WebAssembly: what is hashed here is little, and is hashed without.
    const create = (): Promise<ApiPromise> =>
      ApiPromise.create({
        provider: provider as ApiOptions['provider'] & object,
        noInitWarn: true,
        throwOnConnect: true,
        initWasm: false,
      })
    const api = await unlessAborted(
      what,
      () => unlessAborted(what, create, AbortSignal.timeout(PATIENCE)),
      end,
    )
    const genesisHash = api.genesisHash.toHex()
    if (genesisHash !== chain.genesisHash.toLowerCase()) {
      throw new LatchkeyError(
        'polkadot.wrong_chain',
        `${url} is of the chain with genesis ${genesisHash}, not of ${chain.name}: correct rpcUrls or genesisHash.`,
        { context: { network: id, genesisHash, url } },
      )
    }
    return { api, send: (method, params) => provider.send(method, [...params]) }
  } catch (error) {
    await provider.disconnect().catch(() => undefined)
    throw error
  }
}

/** The first node that answers as the right chain. */
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

/** @param end aborted when the plugin ends: every socket is closed then */
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
    // Forgets failure.
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
