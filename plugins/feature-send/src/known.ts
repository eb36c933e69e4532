import type { ChainAdapter, Network } from '@latchkey/plugin-api'
import { within, type Ground } from './ground.js'
import { LONGEST, receiversIn } from './history.js'
import type { Contact } from './plugin.js'
import type { KnownAddress } from './receiver/types.js'

/** Contacts that are compared with. */
const MOST = 1_000
/** Longest time that the host may take to name them, ms. */
const LIMIT = 10_000

/** Own accounts, contacts, and receivers of before, in the adapter's spelling for that network. What is no address there is left out. */
export async function knownAddresses({ ctx, contacts }: Ground, adapter: ChainAdapter, network: Network): Promise<readonly KnownAddress[]> {
  const { namespace } = network
  const spelled = (address: string): string | undefined => {
    try {
      return adapter.parseAddress(address, network)
    } catch {
      return undefined
    }
  }
  const known = (address: string | undefined, more: Omit<KnownAddress, 'address'>): readonly KnownAddress[] => {
    // Adapters decode what they are given, and some encodings take the square of its length.
    const found = address === undefined || address.length > LONGEST ? undefined : spelled(address)
    return found === undefined ? [] : [{ address: found, ...more }]
  }
  const listed = async (): Promise<readonly Contact[]> => {
    const list = await (typeof contacts === 'function' ? contacts(namespace) : contacts?.[namespace])
    // The host's own data: one entry that is none costs the others nothing.
    return Array.isArray(list) ? list.filter((each: Partial<Contact> | null | undefined) => typeof each?.address === 'string') as Contact[] : []
  }
  const people = await within(LIMIT, 'reading the contacts', ctx.signal, listed).catch((error: unknown) => {
    ctx.log.warn(error)
    return []
  })
  return [
    ...ctx.accounts.all(namespace).flatMap((account) => known(adapter.addressOn(account, network) ?? account.address, { from: 'account', ...(account.label !== undefined && { name: account.label }) })),
    ...people.slice(0, MOST).flatMap(({ address, name }) => known(address, { from: 'contact', name })),
    ...receiversIn(ctx, namespace).flatMap((address) => known(address, { from: 'history' })),
  ]
}
