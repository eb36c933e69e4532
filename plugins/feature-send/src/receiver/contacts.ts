import type { ChainAdapter, Namespace, Network } from '@latchkey/plugin-api'
import { isSameAddress } from '@latchkey/plugin-api/lookalike'
import { MAX_ADDRESS_LENGTH } from '../history/pastReceivers.js'
import type { Contact, SendOptions } from '../options.js'
import type { SendServices } from '../services/sendServices.js'
import { withTimeout } from '../services/timing.js'

/** Contacts that are read, of the host and of each plugin. */
const MAX_CONTACTS = 1_000
/** How long a host or a plugin may take to answer. */
const CONTACTS_TIMEOUT_MS = 10_000
/** Characters of a name that are shown. */
const MAX_NAME_LENGTH = 100

type ContactList = NonNullable<SendOptions['contacts']>

/**
 * The contacts of one source. They are data of a host or of another plugin: a malformed entry is
 * left out and costs the others nothing.
 */
async function readSource(
  { ctx }: SendServices,
  namespace: Namespace,
  source: ContactList,
): Promise<readonly Contact[]> {
  const read = async (): Promise<unknown> =>
    typeof source === 'function' ? source(namespace) : source[namespace]
  const list = await withTimeout(
    CONTACTS_TIMEOUT_MS,
    'reading the contacts',
    ctx.signal,
    read,
  ).catch((error: unknown) => ctx.log.warn(error))
  if (!Array.isArray(list)) return []
  return list.slice(0, MAX_CONTACTS).flatMap((each: Partial<Contact> | null | undefined) => {
    const { address, name } = each ?? {}
    const shownName = typeof name === 'string' ? name.trim().slice(0, MAX_NAME_LENGTH) : ''
    return typeof address === 'string' && address.length <= MAX_ADDRESS_LENGTH
      ? [{ address, name: shownName }]
      : []
  })
}

/**
 * The people whom the visitor knows on this network, in the adapter's spelling: the host's contacts,
 * then those of plugins. A text that is not an address there is left out, and so is the second name
 * of an address.
 */
export async function readContacts(
  services: SendServices,
  adapter: ChainAdapter,
  network: Network,
): Promise<readonly Contact[]> {
  const sources: readonly ContactList[] = [
    ...(services.contacts ? [services.contacts] : []),
    ...services.contactSources.get().map(
      ({ value }) =>
        (namespace: Namespace) =>
          value.contacts(namespace),
    ),
  ]
  const lists = await Promise.all(
    sources.map((source) => readSource(services, network.namespace, source)),
  )
  const found = new Map<string, Contact>()
  for (const { name, address } of lists.flat()) {
    try {
      const spelled = adapter.parseAddress(address, network)
      if (!found.has(spelled)) found.set(spelled, { name, address: spelled })
    } catch {
      // An address of another network, or a text that is not an address.
    }
  }
  return [...found.values()]
}

/** The name of the contact with this address, if there is one. */
export const contactNameOf = (
  known: readonly { address: string; from: string; name?: string }[],
  address: string,
): string | undefined =>
  known.find((one) => one.from === 'contact' && one.name && isSameAddress(one.address, address))
    ?.name
