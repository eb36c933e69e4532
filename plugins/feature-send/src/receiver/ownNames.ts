import type {} from '@latchkey/feature-names'
import type { ChainAdapter, Network } from '@latchkey/plugin-api'
import type { KnownAddress } from '@latchkey/plugin-api/lookalike'
import type { SendServices } from '../services/sendServices.js'
import { withTimeout } from '../services/timing.js'

/** Accounts whose names are asked for. */
const MAX_ACCOUNTS = 5
/** How long their names may take: without them a receiver is not compared with them. */
const OWN_NAMES_TIMEOUT_MS = 5_000

/**
 * The names that lead to the visitor's own accounts: by the plugin `names`, or by the chain where that
 * is not installed. A lookup that fails costs the others nothing.
 */
export async function readOwnNames(
  { ctx }: SendServices,
  adapter: ChainAdapter,
  network: Network,
  signal: AbortSignal,
): Promise<readonly KnownAddress[]> {
  const { namespace } = network
  const peer = ctx.peer('names')
  const addresses = [...new Set(ctx.accounts.all(namespace).map(({ address }) => address))]
  const lookups = (
    address: string,
    limit: AbortSignal,
  ): Promise<readonly (string | undefined)[]>[] =>
    peer?.canResolve()
      ? [
          (async () => peer.reverse(address, { signal: limit }))(),
          (async () => [(await peer.identity(address, { signal: limit }))?.name])(),
        ]
      : [(async () => [(await adapter.nameLookup?.reverse(address, network, limit))?.name])()]
  const read = async (limit: AbortSignal): Promise<readonly KnownAddress[]> => {
    const lists = addresses.slice(0, MAX_ACCOUNTS).map(async (address) => {
      const found = await Promise.allSettled(lookups(address, limit))
      const names = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      return [...new Set(names)].flatMap((name): readonly KnownAddress[] =>
        name === undefined ? [] : [{ address, name, from: 'account' }],
      )
    })
    return (await Promise.all(lists)).flat()
  }
  return withTimeout(OWN_NAMES_TIMEOUT_MS, 'reading own names', signal, read).catch(
    (error: unknown) => {
      if (!signal.aborted) ctx.log.debug(error)
      return []
    },
  )
}
