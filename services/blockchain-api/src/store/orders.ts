import { type Kysely } from 'kysely'
import { checksum } from '../checksum.js'
import { type Tables } from './schema.js'
import { type OrderRow, type Store } from './store.js'

/** Accounts of EVM chains are the same in capital and small letters. */
const keyOf = (chain: string, address: string): string =>
  chain.startsWith('eip155:') ? address.toLowerCase() : address

type Orders = Store['orders']

export const createOrders = (db: Kysely<Tables>): Orders => ({
  ...createChanges(db),
  ...createReads(db),
})

const createChanges = (db: Kysely<Tables>): Pick<Orders, 'add' | 'move' | 'settle' | 'tidy'> => ({
  async add(row) {
    await db.insertInto('onramp_order').values(toTable(row)).execute()
  },
  async move(id, from, { purchase, payment, delivery, ...change }) {
    const { numUpdatedRows } = await db
      .updateTable('onramp_order')
      .set({
        status: change.status,
        updated: change.updatedAt,
        ...(change.hash !== undefined && { hash: change.hash }),
        ...(purchase && { purchase: JSON.stringify(purchase) }),
        ...(payment && { payment: JSON.stringify(payment) }),
        ...(delivery && {
          sender: delivery.sender.toLowerCase(),
          nonce: delivery.nonce,
          raw: delivery.raw,
        }),
      })
      .where('id', '=', id)
      .where('status', 'in', [...from])
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
  async settle(id) {
    await db.updateTable('onramp_order').set({ raw: null }).where('id', '=', id).execute()
  },
  async tidy(now, keptMs) {
    await db
      .updateTable('onramp_order')
      .set({ status: 'abandoned', updated: now })
      .where('status', '=', 'created')
      .where('expires', '<', now)
      .execute()
    await db
      .deleteFrom('onramp_order')
      .where('status', '=', 'abandoned')
      .where('updated', '<', now - keptMs)
      .execute()
  },
})

const createReads = (
  db: Kysely<Tables>,
): Pick<Orders, 'find' | 'ofAccount' | 'pending' | 'lastNonce'> => ({
  async find(id) {
    const row = await db
      .selectFrom('onramp_order')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row && fromTable(row)
  },
  async ofAccount({ chain, address, before, limit }) {
    const rows = await db
      .selectFrom('onramp_order')
      .selectAll()
      .where('chain', '=', chain)
      .where('account', '=', keyOf(chain, address))
      .where('status', '=', 'done')
      .where('hash', 'is not', null)
      .$if(before !== undefined, (query) =>
        query.where((where) =>
          where.or([
            where('created', '<', before!.createdAt),
            where.and([where('created', '=', before!.createdAt), where('id', '<', before!.id)]),
          ]),
        ),
      )
      .orderBy('created', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(fromTable)
  },
  async pending(provider, statuses, limit) {
    const rows = await db
      .selectFrom('onramp_order')
      .selectAll()
      .where('provider', '=', provider)
      .where('status', 'in', [...statuses])
      .where((where) =>
        // A transaction that is settled is not looked at again.
        where.or([where('status', 'in', ['paid', 'failed']), where('raw', 'is not', null)]),
      )
      .orderBy('nonce')
      .orderBy('created')
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(fromTable)
  },
  async lastNonce(chain, sender) {
    const row = await db
      .selectFrom('onramp_order')
      .select((select) => select.fn.max('nonce').as('nonce'))
      .where('chain', '=', chain)
      .where('sender', '=', sender.toLowerCase())
      .executeTakeFirst()
    return row?.nonce ?? undefined
  },
})

const toTable = (row: OrderRow): Tables['onramp_order'] => ({
  id: row.id,
  project: row.project,
  provider: row.provider,
  chain: row.chain,
  account: keyOf(row.chain, row.address),
  address: row.address,
  status: row.status,
  coin: row.coin === undefined ? null : JSON.stringify(row.coin),
  purchase: row.purchase === undefined ? null : JSON.stringify(row.purchase),
  payment: row.payment === undefined ? null : JSON.stringify(row.payment),
  hash: row.hash ?? null,
  sender: row.delivery?.sender.toLowerCase() ?? null,
  nonce: row.delivery?.nonce ?? null,
  raw: row.delivery?.raw ?? null,
  expires: row.expires,
  created: row.createdAt,
  updated: row.updatedAt,
})

const fromTable = (row: Tables['onramp_order']): OrderRow => ({
  id: row.id,
  project: row.project,
  provider: row.provider,
  chain: row.chain,
  address: row.address,
  status: row.status as OrderRow['status'],
  ...(row.coin !== null && { coin: JSON.parse(row.coin) as OrderRow['coin'] & object }),
  ...(row.purchase !== null && {
    purchase: JSON.parse(row.purchase) as OrderRow['purchase'] & object,
  }),
  ...(row.payment !== null && { payment: JSON.parse(row.payment) as OrderRow['payment'] & object }),
  ...(row.hash !== null && { hash: row.hash }),
  ...(row.sender !== null && { sender: checksum(row.sender) }),
  ...(row.raw !== null &&
    row.sender !== null &&
    row.nonce !== null && { delivery: { sender: row.sender, nonce: row.nonce, raw: row.raw } }),
  expires: row.expires,
  createdAt: row.created,
  updatedAt: row.updated,
})
