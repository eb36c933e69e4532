import type { KernelCore, StoredConnection } from '../../core.js'
import type { bounded } from '../services/bounded.js'
import type { unlessAborted } from '../steps.js'
import type { Connecting } from './connect.js'
import type { Links } from './links.js'
import type { appear } from './restore.js'
import type { Stored } from './stored.js'

/** All of it given, so that this chunk shares no module with another. */
export interface Needs {
  core: KernelCore
  links: Links
  stored: Stored
  finisher: Connecting['finisher']
  /** What came or did not, each as long as it sleeps here. */
  tried: Set<StoredConnection>
  appear: typeof appear
  bounded: typeof bounded
  unlessAborted: typeof unlessAborted
}

/** Longest time that a connection of another tab may take to come over, ms. */
const LIMIT = 10_000

const isSame = (a: StoredConnection, b: StoredConnection): boolean => a.id === b.id && JSON.stringify(a.snapshot) === JSON.stringify(b.snapshot)

/** Revives a connection beside the other tab's. It stays stored whatever becomes of it here, and its wallet is never told to let go: it is the other tab's too. */
async function bringOver({ core, links, stored, finisher, appear, unlessAborted }: Needs, entry: StoredConnection, signal: AbortSignal): Promise<void> {
  const connector = await appear(core, entry.connectorId, signal)
  const networks = core.networks.get().map(({ value }) => value).filter(({ namespace }) => connector.namespaces.includes(namespace))
  const connection = await unlessAborted(signal, () => connector.restore?.(entry.snapshot, { networks, signal }))
  if (!connection) return
  // Meanwhile it ended there, or was connected here: with its last listener it gives back what it holds.
  if (links.find(connection.id) || !stored.entries().some(({ id }) => id === entry.id)) return connection.onChange(() => undefined)()
  const finish = finisher('restored')
  const { info, link } = await links.adopt(connector, connection, { claims: entry.current, yields: true, signal: core.signal })
  void finish(info, link)
}

/** Brings over what other tabs connected and this one does not have yet. One that cannot be had without a prompt is left alone until it is stored anew. */
export function takeOver(needs: Needs): void {
  const { core, stored, tried, bounded } = needs
  for (const entry of stored.entries()) {
    if ([...tried].some((old) => isSame(entry, old))) continue
    tried.add(entry)
    void bounded('Following another tab', LIMIT, [core.signal], (signal) => bringOver(needs, entry, signal)).catch((error: unknown) => core.log.debug(`${entry.name} did not come over:`, error))
  }
}
