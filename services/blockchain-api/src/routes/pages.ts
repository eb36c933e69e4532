import { badInput } from '@latchkey/service-kit/http'
import { type Account } from '../accounts.js'
import { type ApiContext } from '../context.js'
import {
  type ApprovalItem,
  type HistoryItem,
  type HistoryPage,
  type NftItem,
  type Page,
} from '../sources/source.js'

export const PAGE_SIZE = 50

interface Items {
  history: HistoryItem
  nfts: NftItem
  approvals: ApprovalItem
}

/** The list that a cursor is bound to. */
const scopeOf = (kind: keyof Items, accounts: readonly Account[]): string[] => [
  kind,
  ...accounts.map(({ id }) => id),
]

type Answer<Kind extends keyof Items> = Kind extends 'history' ? HistoryPage : Page<Items[Kind]>

/**
 * Asks for one page of a list over one or more chains. A page is of one chain and one source; the
 * cursor names both, so a list never mixes sources of a chain, and the next chain begins where one ends.
 */
export async function askPage<Kind extends keyof Items>(
  { pool, cursors }: ApiContext,
  kind: Kind,
  accounts: readonly Account[],
  cursor: string | undefined,
): Promise<{ answer: Answer<Kind>; account: Account; next: string | null }> {
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
      (from[kind] as (query: object) => Promise<Answer<Kind>>)({
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
  return { answer, account, next: next ? cursors.write(scope, next) : null }
}

/** A page whose entries are written one by one. */
export async function readPart<Kind extends 'nfts' | 'approvals', Entry>(
  context: ApiContext,
  kind: Kind,
  accounts: readonly Account[],
  cursor: string | undefined,
  toEntry: (item: Items[Kind], account: Account) => Entry | Promise<Entry>,
): Promise<{ data: Entry[]; next: string | null; isPartial: boolean }> {
  const { answer, account, next } = await askPage(context, kind, accounts, cursor)
  const items = answer.items as readonly Items[Kind][]
  return {
    data: await Promise.all(items.map((item) => toEntry(item, account))),
    next,
    isPartial: answer.isPartial === true,
  }
}
