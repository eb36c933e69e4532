import { type ExpressionBuilder, type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import { accountKey, addressOf, bytesOf, chainKey } from './bytes.js'
import { type NewEntry } from './follower.js'
import { type Tables } from './schema.js'
import { type Holding, type Store } from './store.js'

const PART = 200
/** A stranger can send as many tokens as he likes. */
const MOST_SEEN = 1_000

export const createHoldings = (db: Kysely<Tables>): Store['holdings'] => ({
  async ofAccount(account, chain, { after, limit } = {}) {
    let query = db
      .selectFrom('holding')
      .select(['token', 'token_id', 'standard', 'amount'])
      .where('account', '=', accountKey(account))
      .where('chain', '=', chainKey(chain))
      .where('token_id', '<>', '')
      // Of an NFT that came before the history begins only its leaving was seen.
      .where('amount', '<>', '0')
      .where('amount', 'not like', '-%')
      .orderBy('token')
      .orderBy('token_id')
    if (after)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('token', 'token_id'), '>', tuple(bytesOf(after.token), after.tokenId)),
      )
    const rows = await (limit === undefined ? query : query.limit(limit)).execute()
    return rows.map((row) => ({
      token: addressOf(row.token),
      tokenId: row.token_id,
      standard: row.standard as Holding['standard'],
      amount: row.amount,
    }))
  },
})

/**
 * Tokens that the account itself had to do with come first, then those that moved last: others cost
 * a stranger nothing but an event.
 */
export const seenBy = async (
  db: Kysely<Tables>,
  account: string,
  chain: string,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('holding')
    .select('token')
    .where('account', '=', accountKey(account))
    .where('chain', '=', chainKey(chain))
    // As a text of the query: a parameter would not find the index of these rows.
    .where(sql<SqlBool>`token_id = ''`)
    .orderBy('own', 'desc')
    .orderBy('block', 'desc')
    .limit(MOST_SEEN)
    .execute()
  return rows.map(({ token }) => addressOf(token))
}

type Row = Selectable<Tables['holding']>

/** Sums of movements, by account, contract and token id. */
export class Movements {
  readonly #rows = new Map<string, Row & { account: Buffer; token: Buffer; delta: bigint }>()

  /** @param sign -1n where the entry is taken back */
  add(
    chain: Buffer,
    { account, block, body, rest = [] }: Pick<NewEntry, 'account' | 'block' | 'body' | 'rest'>,
    sign: 1n | -1n,
  ): void {
    const own = Number(body.sentFrom.toLowerCase() === account)
    for (const { token, tokenId = '', standard, amount, direction } of [
      ...body.transfers,
      ...rest,
    ]) {
      if (!token || standard === 'native') continue
      // An ERC-20 that was seen once stays: its balance is asked of the chain.
      if (!tokenId && (sign < 0n || amount === '0')) continue
      const key = `${account} ${token} ${tokenId}`
      const row = this.#rows.get(key) ?? {
        account: bytesOf(account),
        chain,
        token: bytesOf(token),
        token_id: tokenId,
        standard,
        amount: '0',
        own,
        block,
        delta: 0n,
      }
      row.own = Math.max(row.own, own)
      row.block = Math.max(row.block, block)
      if (tokenId && direction !== 'self')
        row.delta += sign * (direction === 'in' ? BigInt(amount) : -BigInt(amount))
      this.#rows.set(key, row)
    }
  }

  /** Writes the sums within the transaction that writes or takes back their entries. */
  async write(db: Kysely<Tables>): Promise<void> {
    const all = [...this.#rows.values()]
    const seen = all.filter(({ token_id }) => !token_id).map(({ delta: _, ...row }) => row)
    for (let at = 0; at < seen.length; at += PART)
      await db
        .insertInto('holding')
        .values(seen.slice(at, at + PART))
        .onConflict((conflict) =>
          conflict
            .columns(['account', 'chain', 'token', 'token_id'])
            .doUpdateSet((eb) => ({ own: greater(eb, 'own'), block: greater(eb, 'block') }))
            .where(({ eb, or, ref }) =>
              or([
                eb('excluded.own', '>', ref('holding.own')),
                eb('excluded.block', '>', ref('holding.block')),
              ]),
            ),
        )
        .execute()
    for (const { delta, ...row } of all) {
      if (!row.token_id || delta === 0n) continue
      const old = await db
        .selectFrom('holding')
        .select('amount')
        .where('account', '=', row.account)
        .where('chain', '=', row.chain)
        .where('token', '=', row.token)
        .where('token_id', '=', row.token_id)
        .executeTakeFirst()
      const amount = String(BigInt(old?.amount ?? '0') + delta)
      await db
        .insertInto('holding')
        .values({ ...row, amount })
        .onConflict((conflict) =>
          conflict.columns(['account', 'chain', 'token', 'token_id']).doUpdateSet({ amount }),
        )
        .execute()
    }
  }
}

type Both = Tables & { excluded: Tables['holding'] }

const greater = (eb: ExpressionBuilder<Both, 'holding' | 'excluded'>, column: 'own' | 'block') =>
  eb
    .case()
    .when(`excluded.${column}`, '>', eb.ref(`holding.${column}`))
    .then(eb.ref(`excluded.${column}`))
    .else(eb.ref(`holding.${column}`))
    .end()
