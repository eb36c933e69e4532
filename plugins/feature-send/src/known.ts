import type { ChainAdapter, Network } from '@latchkey/plugin-api'
import { contactsOn } from './contacts.js'
import type { Ground } from './ground.js'
import { receiversIn } from './history.js'
import type { KnownAddress } from './receiver/types.js'

/** Own accounts, contacts, and receivers of before, in the adapter's spelling for that network. What is no address there is left out. */
export async function knownAddresses(
  ground: Ground,
  adapter: ChainAdapter,
  network: Network,
): Promise<readonly KnownAddress[]> {
  const { ctx } = ground
  const { namespace } = network
  const known = (address: string, more: Omit<KnownAddress, 'address'>): readonly KnownAddress[] => {
    try {
      return [{ address: adapter.parseAddress(address, network), ...more }]
    } catch {
      return []
    }
  }
  const people = await contactsOn(ground, adapter, network)
  return [
    ...ctx.accounts
      .all(namespace)
      .flatMap((account) =>
        known(adapter.addressOn(account, network) ?? account.address, {
          from: 'account',
          ...(account.label !== undefined && { name: account.label }),
        }),
      ),
    ...people.map(({ address, name }): KnownAddress => ({
      address,
      from: 'contact',
      ...(name && { name }),
    })),
    ...receiversIn(ctx, namespace).flatMap((address) => known(address, { from: 'history' })),
  ]
}
