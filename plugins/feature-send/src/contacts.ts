import type { ChainAdapter, Namespace, Network } from '@latchkey/plugin-api'
import { within, type Ground } from './ground.js'
import { LONGEST } from './history.js'
import type { Contact, SendOptions } from './plugin.js'
import { isSame } from './receiver/lookalike.js'

/** Contacts that are looked at, of the host and of each plugin. */
const MOST = 1_000
/** Longest time that somebody may take to name them, ms. */
const LIMIT = 10_000
/** Characters of a name. */
const NAME = 100

type Asked = NonNullable<SendOptions['contacts']>

/** What one of them knows. Its own data: an entry that is none costs the others nothing. */
async function listOf(
  { ctx }: Ground,
  namespace: Namespace,
  asked: Asked,
): Promise<readonly Contact[]> {
  const ask = async (): Promise<unknown> =>
    typeof asked === 'function' ? asked(namespace) : asked[namespace]
  const list = await within(LIMIT, 'reading the contacts', ctx.signal, ask).catch(
    (error: unknown) => ctx.log.warn(error),
  )
  if (!Array.isArray(list)) return []
  return list.slice(0, MOST).flatMap((each: Partial<Contact> | null | undefined) => {
    const { address, name } = each ?? {}
    const said = typeof name === 'string' ? name.trim().slice(0, NAME) : ''
    return typeof address === 'string' && address.length <= LONGEST ? [{ address, name: said }] : []
  })
}

/** Whom the visitor knows on this network, in the adapter's spelling: the host's contacts, then those of plugins. What is no address there is left out, and so is who is named twice. */
export async function contactsOn(
  ground: Ground,
  adapter: ChainAdapter,
  network: Network,
): Promise<readonly Contact[]> {
  const asked: readonly Asked[] = [
    ...(ground.contacts ? [ground.contacts] : []),
    ...ground.contactSources.get().map(
      ({ value }) =>
        (namespace: Namespace) =>
          value.contacts(namespace),
    ),
  ]
  const lists = await Promise.all(asked.map((each) => listOf(ground, network.namespace, each)))
  const found = new Map<string, Contact>()
  for (const { name, address } of lists.flat()) {
    try {
      const spelled = adapter.parseAddress(address, network)
      if (!found.has(spelled)) found.set(spelled, { name, address: spelled })
    } catch {
      // An address of another network, or none.
    }
  }
  return [...found.values()]
}

/** The name under which somebody is known, if it is. */
export const nameIn = (
  known: readonly { address: string; from: string; name?: string }[],
  address: string,
): string | undefined =>
  known.find((one) => one.from === 'contact' && one.name && isSame(one.address, address))?.name
