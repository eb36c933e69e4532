import { index, onchainTable, primaryKey } from 'ponder'

/** One movement of a token. A batch of ERC-1155 is several, by their `position` in it. */
export const transfer = onchainTable(
  'transfer',
  (t) => ({
    /** The number of the chain. */
    chain: t.int8({ mode: 'number' }).notNull(),
    block: t.int8({ mode: 'number' }).notNull(),
    txIndex: t.integer().notNull(),
    logIndex: t.integer().notNull(),
    position: t.integer().notNull(),
    /** Seconds since 1970. */
    at: t.int8({ mode: 'number' }).notNull(),
    hash: t.hex().notNull(),
    /** The two ends of the transaction; no `target` where it made a contract. */
    sender: t.hex().notNull(),
    target: t.hex(),
    nonce: t.int8({ mode: 'number' }).notNull(),
    standard: t.text({ enum: ['erc20', 'erc721', 'erc1155'] }).notNull(),
    token: t.hex().notNull(),
    tokenId: t.bigint(),
    from: t.hex().notNull(),
    to: t.hex().notNull(),
    amount: t.bigint().notNull(),
  }),
  (table) => ({
    key: primaryKey({ columns: [table.chain, table.block, table.logIndex, table.position] }),
    byFrom: index().on(table.chain, table.from, table.block, table.txIndex),
    byTo: index().on(table.chain, table.to, table.block, table.txIndex),
  }),
)

/** The NFTs that an account has, as far as transfers tell. */
export const holding = onchainTable(
  'holding',
  (t) => ({
    chain: t.int8({ mode: 'number' }).notNull(),
    account: t.hex().notNull(),
    token: t.hex().notNull(),
    tokenId: t.bigint().notNull(),
    standard: t.text({ enum: ['erc721', 'erc1155'] }).notNull(),
    amount: t.bigint().notNull(),
  }),
  (table) => ({
    key: primaryKey({ columns: [table.chain, table.account, table.token, table.tokenId] }),
  }),
)

/** The newest block of each chain that is in the tables. Its hash is compared with a node's. */
export const head = onchainTable('head', (t) => ({
  chain: t.int8({ mode: 'number' }).primaryKey(),
  number: t.int8({ mode: 'number' }).notNull(),
  hash: t.hex().notNull(),
}))
