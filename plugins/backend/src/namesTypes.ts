/** An address that a name leads to, on the chains of a coin type (ENSIP-11). */
export interface NameAddress {
  /** `0x` and 40 hex digits. */
  address: string
  /** ISO 8601; `null`: not known. */
  created_at: string | null
}

/** The addresses and texts of a name. */
export interface NameProfile {
  /** The whole name, in lower case: `alice.shop.eth`. */
  name: string
  /** The site's zone that it stands in; `null` for a name of ENS. */
  zone: string | null
  /** ISO 8601; `null` for a name of ENS. */
  registered_at: string | null
  /** By coin type, decimal text: `60` is Ethereum, others are 0x80000000 plus the chain's id. */
  addresses: Readonly<Record<string, NameAddress>>
  /**
   * Texts that the owner set, on one line, as they are written: characters without width stay in them.
   * Addresses that may not be opened are left out.
   */
  attributes: Readonly<Record<string, string>>
}

/** A name that is free. */
export interface NameSuggestion {
  name: string
}

/** The name that an account goes by. */
export interface NameIdentity {
  name: string
  /** Absolute; empty where there is no picture. */
  avatar: string
}

/** A JSON text about a name, and the signature of it. */
export interface SignedNameText {
  /** 60 on Ethereum, else 0x80000000 plus the chain's id (ENSIP-11). */
  coin_type: number
  /** The account that signed. */
  address: string
  /** The JSON text that was signed (EIP-191). `timestamp` is in whole seconds since 1970. */
  message: string
  signature: string
}

/** A name that is to be registered. Its text has `name`, `attributes` (`{}`) and `timestamp`. */
export type NameRegistration = SignedNameText

/** Why the server refused a name. */
export interface NameRefusal {
  /** The server's first sentence, on one line; empty where it gave none. */
  description: string
  /** Free names in place of the one that was refused. */
  suggestions: readonly NameSuggestion[]
}

/** The calls for names of the site. */
export interface NameCalls {
  /**
   * `cache`: how the browser's HTTP cache is used. `undefined`: there is no such name.
   */
  getName(query: {
    name: string
    signal?: AbortSignal
    cache?: 'no-store'
  }): Promise<NameProfile | undefined>
  /** The site's own names that lead to the address, newest first. */
  getNamesOf(query: { address: string; signal?: AbortSignal }): Promise<readonly NameProfile[]>
  /**
   * `zone`: without a dot in front. At most 10 free names, the asked one first where it is free.
   */
  getNameSuggestions(query: {
    name: string
    zone: string
    signal?: AbortSignal
  }): Promise<readonly NameSuggestion[]>
  /** `sender`: the account in use. `undefined`: the address has no name. */
  getIdentity(query: {
    address: string
    sender?: string | undefined
    signal?: AbortSignal
  }): Promise<NameIdentity | undefined>
  /**
   * Registers the name that was signed. Refusals raise no alert, as they are for the visitor.
   * @throws `http.bad_answer` where the server does not say that it succeeded
   */
  registerName(body: NameRegistration, options?: { signal?: AbortSignal }): Promise<void>
  /**
   * Sets the texts of a name in place of those before. The signed text has `action` (`update`), `name`,
   * `attributes` (`avatar`, `url`, `description`, those that are wanted) and `timestamp`; `coin_type` is
   * the one that the name was registered with. Refusals raise no alert.
   * @throws `http.bad_answer` where the server does not say that it succeeded
   */
  changeName(name: string, body: SignedNameText, options?: { signal?: AbortSignal }): Promise<void>
  /**
   * Gives a name back. The signed text has `action` (`release`), `name` and `timestamp`; `coin_type` is
   * the one that the name was registered with. Refusals raise no alert.
   * @throws `http.bad_answer` where the server does not say that it succeeded
   */
  releaseName(name: string, body: SignedNameText, options?: { signal?: AbortSignal }): Promise<void>
  /** The server's words when it refused a name; `undefined` for any other error. */
  refusalOf(error: unknown): Promise<NameRefusal | undefined>
}
