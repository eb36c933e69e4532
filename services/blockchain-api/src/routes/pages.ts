import { badInput } from '@latchkey/service-kit/http'
import { type Account } from '../accounts.js'
import { type ApiContext } from '../context.js'
import { type ApprovalItem, type HistoryItem, type NftItem, type Page } from '../sources/source.js'

export const PAGE_SIZE = 50

interface Items {
  history: HistoryItem
  nfts: NftItem
  approvals: ApprovalItem
}

/** The list that a cursor is bound to. */
export const scopeOf = (kind: keyof Items, accounts: readonly Account[]): string[] => [
  kind,
  ...accounts.map(({ id }) => id),
]

/** {@link readPart} of a list whose pages are always whole. */
export async function readPage<Kind extends 'history' | 'nfts', Entry>(
  ...query: Parameters<typeof readPart<Kind, Entry>>
): Promise<{ data: Entry[]; next: string | null }> {
  const { data, next } = await readPart(...query)
  return { data, next }
}

/**
 * Reads one page of a list over one or more chains. A page is of one chain and one source; the cursor
 * names both, so a list never mixes sources of a chain, and the next chain begins where one ends.
 */
export async function readPart<Kind extends keyof Items, Entry>(
  { pool, cursors }: ApiContext,
  kind: Kind,
  accounts: readonly Account[],
  cursor: string | undefined,
  toEntry: (item: Items[Kind], account: Account) => Entry | Promise<Entry>,
): Promise<{ data: Entry[]; next: string | null; isPartial: boolean }> {
  const scope = scopeOf(kind, accounts)
  const place = cursor === undefined ? undefined : cursors.read(scope, cursor)
  const at = place ? accounts.findIndex(({ chain }) => chain.id === place.chain) : 0
  const account = accounts[at]
  if (!account) throw badInput('cursor', 'This cursor belongs to another list. Begin without one.')
  const position = place?.position ? { position: place.position } : {}
  const { answer, source } = await pool.ask(
    kind,
    account.chain.id,
    (from, signal) =>
      (from[kind] as (query: object) => Promise<Page<Items[Kind]>>)({
        account,
        signal,
        limit: PAGE_SIZE,
        ...position,
      }),
    place?.source || undefined,
  )
  const following = accounts[at + 1]
  const next =
    answer.next !== undefined
      ? { chain: account.chain.id, source, position: answer.next }
      : following && { chain: following.chain.id, source: '', position: '' }
  return {
    data: await Promise.all(answer.items.map((item) => toEntry(item, account))),
    next: next ? cursors.write(scope, next) : null,
    isPartial: answer.isPartial === true,
  }
}
