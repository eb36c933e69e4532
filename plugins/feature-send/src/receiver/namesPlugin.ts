import type {} from '@latchkey/feature-names'
import type { ChainAdapter, Namespace } from '@latchkey/plugin-api'
import type { SendServices } from '../services/sendServices.js'

/** Whether the plugin `names` is installed and has names for the account in use. */
export const hasNames = ({ ctx }: Pick<SendServices, 'ctx'>): boolean =>
  ctx.peer('names')?.canResolve() === true

/**
 * The adapter of a chain family with the lookup of the plugin `names`, where that has names for the
 * account in use. It asks ENS by the adapter's own lookup too.
 * @param onSource gets the place that knew the name
 */
export function withNames(
  adapter: ChainAdapter,
  { ctx, activeAccount }: Pick<SendServices, 'ctx' | 'activeAccount'>,
  namespace: Namespace,
  onSource: (source: string | undefined) => void,
): ChainAdapter {
  const peer = ctx.peer('names')
  if (!peer?.canResolve() || activeAccount()?.network.namespace !== namespace) return adapter
  return {
    ...adapter,
    nameLookup: {
      reverse: async () => undefined,
      ...adapter.nameLookup,
      resolve: async (name, _network, signal) => {
        const found = await peer.resolve(name, signal && { signal })
        onSource(found?.source)
        return found?.address
      },
    },
  }
}
