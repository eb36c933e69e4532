import { type EventTables } from '@latchkey/service-kit/analytics'
import { type Generated } from 'kysely'

/** An address, a hash or a CAIP-2 id in UTF-8. libsql reads it as an ArrayBuffer, pg as a Buffer. */
export type Bytes = ArrayBuffer | Buffer

/** A number of a block or a time. Both engines are set to give numbers. */
type Count = number

export interface Tables extends EventTables {
  /**
   * One row for each chain that is followed: how far, and of which chain. `epoch` counts the leases:
   * only the newest one writes. `whole` is 1 where everything is kept, whoever asks for it.
   */
  chain: {
    chain: Bytes
    genesis: Bytes
    epoch: Count
    whole: Count
    top: Count
    top_hash: Bytes
  }
  block: {
    chain: Bytes
    number: Count
    hash: Bytes
    parent: Bytes
    at: Count
  }
  /**
   * `body` is a HistoryRow as `writeEntry` writes it, `rest` the movements beyond it as JSON. `idx` is the place of the
   * transaction in its block.
   */
  entry: {
    account: Bytes
    chain: Bytes
    block: Count
    idx: Count
    body: string
    rest: string | null
  }
  token: {
    chain: Bytes
    address: Bytes
    standard: string
    name: string
    symbol: string
    decimals: Count
    spam: Count
  }
  /**
   * NFTs with the sum of what came and went; ERC-20 contracts once each, with token id ''. Of these
   * `own` is 1 where the account sent a transaction that moved them, and `block` is the last movement.
   */
  holding: {
    account: Bytes
    chain: Bytes
    token: Bytes
    token_id: string
    standard: string
    amount: string
    own: Generated<Count>
    block: Generated<Count>
  }
  /**
   * `since`: the first block that was followed; null until the follower has begun. `done`: down to
   * this block its logs were read; 0 where nothing older is wanted. `kept`: how many entries it has.
   * `began`: when it was asked for first, ms since 1970.
   */
  watched: {
    account: Bytes
    chain: Bytes
    since: Count | null
    done: Count | null
    asked: Count
    began: Count | null
    kept: Count
  }
  /** Of PostgreSQL: which process follows a chain, and until when, ms since 1970 by the server's clock. */
  lease: {
    name: string
    holder: string
    until: Count
  }
  session: {
    address: string
    pci: string
    permissions: string
    expiry: Count
    signature: string
    issued: Count
    created: Count
    revoked: Count | null
  }
  /**
   * Purchases of coins. `account` is the address as it is looked for. `raw` is a signed transaction that
   * is not settled yet; its `sender` and `nonce` stay, so that no other order gets them.
   */
  onramp_order: {
    id: string
    project: string
    provider: string
    chain: string
    account: string
    address: string
    status: string
    coin: string | null
    purchase: string | null
    payment: string | null
    hash: string | null
    sender: string | null
    nonce: Count | null
    raw: string | null
    expires: Count
    created: Count
    updated: Count
  }
  /**
   * Names that were given out. `key` is what names that look alike have in common. `by_key`: 1 where a
   * key signed and no contract. `released`: when the owner left it, ms since 1970; it rests from then on.
   */
  registered_name: {
    zone: string
    key: string
    label: string
    address: string
    coin_type: Count
    by_key: Count
    attributes: string
    signed: Count
    created: Count
    released: Count | null
  }
}
