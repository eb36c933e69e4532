import { type EventTables } from '@latchkey/service-kit/analytics'

/** Milliseconds since 1970, or a count. Both engines are set to give numbers. */
type Count = number

/** Hashes are SHA-256, keyed hashes HMAC-SHA-256 by the pepper; both, and sealed bytes, in base64url. */
export interface Tables extends EventTables {
  account: { id: string; project: string; created: Count }
  /**
   * `kind` is `email` or a provider. `subject` is the keyed hash of the address or of the provider's id,
   * `sealed` the address itself or the profile of the provider. `email_hash` is of the address that the
   * provider has verified, as the subject of a sign-in by that address would be; null for `email` itself,
   * and until the first sign-in after the column came.
   */
  identity: {
    project: string
    kind: string
    subject: string
    account: string
    sealed: string
    created: Count
    email_hash: string | null
  }
  /** `jkt` is the thumbprint of the frame's key (RFC 7638), `cookie_hash` of the device's cookie. */
  device: {
    id: string
    account: string
    jkt: string
    cookie_hash: string | null
    name: string
    first_seen: Count
    last_seen: Count
  }
  /**
   * One for each token. Those of one sign-in have the same `handle_hash`. `sign_in` is the kind of the
   * identity that opened it; null for those that are older than the column.
   */
  session: {
    id_hash: string
    account: string
    device: string
    jkt: string
    handle_hash: string
    created: Count
    expires: Count
    auth_time: Count
    sign_in: string | null
  }
  /** One for each start of a sign-in. `mac` is absent until there is a code that may be tried. */
  attempt: {
    id_hash: string
    project: string
    origin: string
    subject: string
    sealed: string
    jkt: string
    cookie_hash: string | null
    agent: string
    lang: string
    state: string
    mac: string | null
    link_hash: string | null
    tries: Count
    used: Count
    created: Count
    expires: Count
  }
  /**
   * One for each change of an account's address. `mac` is of the code that is due: of the old address at
   * the stage `primary`, of the new one at `secondary`. `undo_hash` is there at the stage `done`.
   */
  email_change: {
    id_hash: string
    account: string
    project: string
    jkt: string
    handle_hash: string
    old_subject: string | null
    old_sealed: string | null
    new_subject: string
    new_sealed: string
    origin: string
    agent: string
    lang: string
    stage: string
    mac: string | null
    tries: Count
    created: Count
    expires: Count
    undo_hash: string | null
    done: Count | null
  }
  /**
   * One for each sign-in by a provider. `secret` is the verifier of PKCE, or the token of a channel of
   * Farcaster. `answer` is what came back, sealed. `proven` is 1 once it came back to the browser that began.
   */
  login: {
    id_hash: string
    provider: string
    project: string
    origin: string
    return_to: string | null
    is_own_window: Count
    jkt: string
    cookie_hash: string | null
    browser_hash: string
    agent: string
    lang: string
    secret: string
    nonce: string
    state: string
    answer: string | null
    proven: Count
    used: Count
    created: Count
    expires: Count
  }
  /**
   * A person who was proved by `kind` and `subject`, and is asked whether they are the person of `account`,
   * which has the same verified address.
   */
  link: {
    id_hash: string
    project: string
    jkt: string
    account: string
    kind: string
    subject: string
    sealed: string
    email_hash: string | null
    agent: string
    used: Count
    created: Count
    expires: Count
  }
  /**
   * `recovery_set` names the rows of the recovery store that belong to this split. `kept` is 0 where no
   * browser could keep the device's share of a wallet without a recovery.
   */
  wallet: {
    id: string
    account: string
    split: Count
    recovery_set: string
    evm: string
    solana: string
    created: Count
    kept: Count
  }
  share: { wallet: string; split: Count; idx: Count; sealed: string; key_id: string }
  home: { device: string; wallet: string; split: Count; sealed: string }
  counter: { key: string; n: Count; until: Count }
  /** Accounts whose address a keeper has yet to be told. `mark` is another one after each change. */
  untold: { account: string; mark: string }
  /** Proofs that were used, where several instances ask: `id` is a hash, `until` in seconds. */
  proof: { id: string; until: Count }
  /** A chain: each `hash` is keyed and covers the row and the hash before it. */
  audit: {
    n: Count
    at: Count
    account: string
    action: string
    hash: string
    previous: string
  }
}

/** The second store. `sealed` of the kind `automatic` is the service's, of all others the page's. */
export interface RecoveryTables {
  recovery: {
    wallet: string
    recovery_set: string
    kind: string
    sealed: string
    key_id: string | null
    salt: string | null
    credential_id: string | null
    parameters: string | null
    created: Count
  }
}

/** The store of a keeper. Sealed texts are under its own keys. */
export interface KeeperTables extends Pick<Tables, 'counter' | 'proof' | 'audit'> {
  /** One row: the random name of this database, which its backups have too. */
  keeper: { one: Count; id: string }
  kept: {
    wallet: string
    recovery_set: string
    account: string
    sealed: string
    key_id: string
    created: Count
  }
  /**
   * Where notices of a wallet go: the site that they name, the address and its keyed hash. At `changed` the
   * address took the place of `before`, where that held up releases.
   */
  owner: {
    wallet: string
    site: string
    address: string | null
    hash: string | null
    before: string | null
    before_hash: string | null
    changed: Count | null
  }
}
