import type { ChainAdapter, Network } from '@latchkey/plugin-api'
import type { KnownAddress } from '@latchkey/plugin-api/lookalike'
import { readPastReceivers } from '../history/pastReceivers.js'
import type { SendServices } from '../services/sendServices.js'
import { readContacts } from './contacts.js'

/**
 * The addresses that the visitor knows: own accounts, contacts and past receivers. A receiver that
 * resembles one of them is warned of. They are spelled as the adapter spells them on this network; a
 * text that is not an address there is left out.
 */
export async function readKnownAddresses(
  services: SendServices,
  adapter: ChainAdapter,
  network: Network,
): Promise<readonly KnownAddress[]> {
  const { ctx } = services
  const { namespace } = network
  /** A list of one, or of none where the text is not an address on this network. */
  const toKnown = (
    address: string,
    more: Omit<KnownAddress, 'address'>,
  ): readonly KnownAddress[] => {
    try {
      return [{ address: adapter.parseAddress(address, network), ...more }]
    } catch {
      return []
    }
  }
  const contacts = await readContacts(services, adapter, network)
  return [
    ...ctx.accounts.all(namespace).flatMap((account) =>
      toKnown(adapter.addressOn(account, network) ?? account.address, {
        from: 'account',
        ...(account.label !== undefined && { name: account.label }),
      }),
    ),
    ...contacts.map(({ address, name }): KnownAddress => ({
      address,
      from: 'contact',
      ...(name && { name }),
    })),
    ...readPastReceivers(ctx, namespace).flatMap((address) =>
      toKnown(address, { from: 'history' }),
    ),
  ]
}
