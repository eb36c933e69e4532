// Purchases of coins as entries of the history, apart from all other transactions.
import { badInput } from '@latchkey/service-kit/http'
import { getAddress, zeroAddress } from 'viem'
import * as v from 'valibot'
import { type Account } from '../accounts.js'
import { type ApiContext } from '../context.js'
import { type historyAnswer } from '../schemas.js'
import { turnOf } from '../sources/rpc/nodes.js'
import { type OrderRow } from '../store/store.js'
import { PAGE_SIZE } from './pages.js'

type Entry = v.InferOutput<typeof historyAnswer>['data'][number]

const SOURCE = 'orders'
const POSITION = v.tuple([v.number(), v.string()])
const SENT = v.nullable(v.object({ from: v.pipe(v.string(), v.regex(/^0x[\da-f]{40}$/i)) }))

const scopeOf = (accounts: readonly Account[]): string[] => [
  'purchases',
  ...accounts.map(({ id }) => id),
]

/** A page of the purchases of an account, newest first, one chain after another. */
export async function readPurchases(
  context: ApiContext,
  accounts: readonly Account[],
  cursor: string | undefined,
): Promise<{ data: Entry[]; next: string | null }> {
  const scope = scopeOf(accounts)
  const place = cursor === undefined ? undefined : context.cursors.read(scope, cursor)
  const at = place ? accounts.findIndex(({ chain }) => chain.id === place.chain) : 0
  const account = accounts[at]
  if (!account) throw badInput('cursor', 'This cursor belongs to another list. Begin without one.')
  const [createdAt, id] = v.parse(POSITION, JSON.parse(place?.position || '[0,""]'))
  const rows = await context.store.orders.ofAccount({
    chain: account.chain.id,
    address: account.address,
    before: id === '' ? undefined : { createdAt, id },
    limit: PAGE_SIZE,
  })
  const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
  const following = accounts[at + 1]
  const next = last
    ? { chain: account.chain.id, position: JSON.stringify([last.createdAt, last.id]) }
    : following && { chain: following.chain.id, position: '' }
  return {
    data: await Promise.all(rows.map((row) => toEntry(context, row, account))),
    next: next ? context.cursors.write(scope, { ...next, source: SOURCE }) : null,
  }
}

const toEntry = async (context: ApiContext, row: OrderRow, account: Account): Promise<Entry> => {
  const { chain, address } = account
  const { hash = '', coin, purchase = { amount: '0', currency: '' } } = row
  const sentFrom = row.sender ?? (await findSender(context, account, hash))
  const decimals = coin?.decimals ?? (purchase.amount.split('.')[1] ?? '').length
  return {
    id: `${chain.id}:${hash}`,
    metadata: {
      hash,
      minedAt: new Date(row.updatedAt).toISOString(),
      chain: chain.id,
      operationType: 'receive',
      status: 'confirmed',
      sentFrom,
      sentTo: coin?.token ?? address,
    },
    transfers: [
      {
        direction: 'in',
        from: sentFrom,
        to: address,
        quantity: { numeric: purchase.amount },
        fungible_info: {
          name: coin?.symbol ?? purchase.currency,
          symbol: coin?.symbol ?? purchase.currency,
          decimals,
          flags: { is_spam: false },
          ...(coin?.token !== undefined && { address: `${chain.id}:${coin.token}` }),
        },
      },
    ],
  }
}

/** The sender, as a node of the chain knows it; the zero address where none does. */
const findSender = async (
  { nodeOf }: ApiContext,
  { chain, family }: Account,
  hash: string,
): Promise<string> => {
  if (family !== 'eip155') return zeroAddress
  const turn = turnOf(new AbortController().signal)
  const sent = await nodeOf(chain)
    .ask('eth_getTransactionByHash', [hash], turn, SENT)
    .catch(() => null)
  return sent ? getAddress(sent.from) : zeroAddress
}
