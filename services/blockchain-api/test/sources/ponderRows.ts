// The tables as the project in `engines/ponder` makes them, filled by hand.
import { openPostgres } from '@latchkey/service-kit/store/postgres'
import { zeroAddress } from 'viem'
import { type PonderTables } from '../../src/sources/ponderTables.js'
import { blockHashOf, PEOPLE, TOKENS } from './fakeChain.js'
import { type Happened, type Person } from './historySuite.js'

export const SCHEMA = 'shop_v1'

const TABLES = `
create schema ${SCHEMA};
create table ${SCHEMA}.transfer (
  chain bigint not null, block bigint not null, tx_index integer not null,
  log_index integer not null, position integer not null, at bigint not null, hash text not null,
  sender text not null, target text, nonce bigint not null, standard text not null,
  token text not null, token_id numeric(78, 0), "from" text not null, "to" text not null,
  amount numeric(78, 0) not null, primary key (chain, block, log_index, position)
);
create index on ${SCHEMA}.transfer (chain, "from", block, tx_index);
create index on ${SCHEMA}.transfer (chain, "to", block, tx_index);
create table ${SCHEMA}.holding (
  chain bigint not null, account text not null, token text not null,
  token_id numeric(78, 0) not null, standard text not null, amount numeric(78, 0) not null,
  primary key (chain, account, token, token_id)
);
create table ${SCHEMA}.head (chain bigint primary key, number bigint not null, hash text not null);
`

type Row = PonderTables['transfer']

/** Makes the tables in an empty database. */
export async function openTables(url: string, chain: number) {
  const { db: whole } = openPostgres<PonderTables>(url)
  const { CompiledQuery } = await import('kysely')
  await whole.executeQuery(CompiledQuery.raw(TABLES))
  const db = whole.withSchema(SCHEMA)
  return {
    addTransfers: (rows: readonly Row[]) =>
      db
        .insertInto('transfer')
        .values([...rows])
        .execute(),
    addHolding: (row: Omit<PonderTables['holding'], 'chain'>) =>
      db
        .insertInto('holding')
        .values({ chain, ...row })
        .execute(),
    /** The newest block that Ponder has. */
    setHead: (number: number, hash = blockHashOf(number)) =>
      db
        .insertInto('head')
        .values({ chain, number, hash })
        .onConflict((of) => of.column('chain').doUpdateSet({ number, hash }))
        .execute(),
    dropHead: () => db.deleteFrom('head').execute(),
    close: () => whole.destroy(),
  }
}

const small = (who: Person | 'nobody'): string =>
  who === 'nobody' ? zeroAddress : PEOPLE[who].toLowerCase()

/** The rows of what happened: coins and failed transactions leave none. */
export const rowsOf = (happened: readonly Happened[], chain: number): Row[] =>
  happened.flatMap(({ kind, fails, from, to, mint, amount = 1n, tokenId, ...place }, nonce) => {
    if (kind === 'native' || fails) return []
    const { hash, block, index } = place
    const token = TOKENS[kind].address.toLowerCase()
    return [
      {
        ...{ chain, block, hash, nonce, token },
        ...{ tx_index: index, log_index: index, position: 0, at: place.at / 1000 },
        ...{ sender: small(from), target: token, standard: kind },
        token_id: tokenId === undefined ? null : String(tokenId),
        from: mint ? zeroAddress : small(from),
        to: small(to),
        amount: String(amount),
      },
    ]
  })
