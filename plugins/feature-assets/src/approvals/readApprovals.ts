import type { Approval, Approvals } from '@latchkey/backend'
import { isLatchkeyError } from '@latchkey/plugin-api'
import type { AssetApproval } from '../api.js'
import type { Owner, Services } from '../services.js'
import { unlessAborted } from '../sources/timing.js'
import { approvalKey } from './approvalKey.js'

/** Pages that are read: a server's cursors might never end. */
const MAX_PAGES = 200
const MAX_ITEMS = 10_000

const toApproval = ({ token, spender, owner: _, flags, ...approval }: Approval): AssetApproval => ({
  ...approval,
  token: token.slice(approval.chainId.length + 1),
  spender: spender.slice(approval.chainId.length + 1),
  isSpam: flags.is_spam,
})

/** Unlimited ones first, then by name: what can be lost most of stands on top, and spam below. */
const inOrder = (items: Iterable<AssetApproval>): readonly AssetApproval[] =>
  [...items].sort(
    (one, other) =>
      Number(one.isSpam) - Number(other.isSpam) ||
      Number(other.isUnlimited) - Number(one.isUnlimited) ||
      (one.name < other.name ? -1 : 1),
  )

/** A page. `undefined`: nobody knows of approvals on this network. */
async function askPage(
  services: Services,
  { account, network }: Owner,
  asked: { cursor?: string; forceUpdate?: string },
  signal: AbortSignal,
): Promise<Approvals | undefined> {
  const client = services.clientFor(network.namespace)
  if (!client || !(await services.isServed(client, network.id))) return undefined
  return client
    .getApprovals({ address: account.address, chainId: network.id, signal, ...asked })
    .catch((error) => {
      // The server has no source of approvals for this network, or is older than this list.
      if (isLatchkeyError(error, 'http.status') && [400, 404].includes(error.context.status))
        return undefined
      throw error
    })
}

/**
 * Reads all pages.
 * @param settled a transaction that must be in the answer
 * @returns `undefined` where nobody can be asked
 */
export async function readApprovals(
  services: Services,
  owner: Owner,
  settled: string | undefined,
  signal: AbortSignal,
): Promise<{ items: readonly AssetApproval[]; isWhole: boolean } | undefined> {
  const found = new Map<string, AssetApproval>()
  const seen = new Set<string>()
  let isWhole = true
  let asked: Parameters<typeof askPage>[2] | undefined =
    settled === undefined ? {} : { forceUpdate: settled }
  while (asked) {
    const page: Approvals | undefined = await unlessAborted(
      askPage(services, owner, asked, signal),
      signal,
    )
    if (!page) return undefined
    for (const entry of page.data) {
      const approval = toApproval(entry)
      if (found.size < MAX_ITEMS) found.set(approvalKey(approval), approval)
      else isWhole = false
    }
    const isNew: boolean = page.next !== null && !seen.has(page.next) && seen.size + 1 < MAX_PAGES
    isWhole &&= page.complete && (isNew || page.next === null)
    if (page.next !== null) seen.add(page.next)
    asked = isNew && page.next !== null ? { cursor: page.next } : undefined
  }
  return { items: inOrder(found.values()), isWhole }
}
