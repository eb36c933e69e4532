import type { Caip2 } from '@latchkey/plugin-api'
import type { NameTextKey, NameTextProblem, NameTexts } from '../rules/texts.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    /** `name`: a name of the account in use, as a whole: `alice.shop.eth`. */
    'names.details': { name: string }
    'names.giveUp': { name: string }
  }
  interface KernelEvents {
    /**
     * The texts of a name were changed, or (`isGivenUp`) the name leads nowhere now: what was read of it,
     * and of the account, is out of date.
     */
    'names:changed': { name: string; address: string; network: Caip2; isGivenUp: boolean }
  }
  interface ErrorContexts {
    /**
     * The texts of a name were not saved. `reason`: the server's own words, or empty. `retryAfterMs`: the
     * time after which the server takes further tries, in ms. @remarks Show the reason. Where there is
     * none, read `cause`. The plugin has checked that the server did not save them all the same.
     */
    'names.change_failed': { name: string; reason: string; retryAfterMs?: number }
    /**
     * A name was not given up. `reason`: the server's own words, or empty. `retryAfterMs`: the time after
     * which the server takes further tries, in ms. @remarks Show the reason. Where there is none, read
     * `cause`. The plugin has checked that the name still stands.
     */
    'names.release_failed': { name: string; reason: string; retryAfterMs?: number }
    /** The account in use does not have the name. @remarks Connect the account that registered it. */
    'names.not_owned': { name: string; address: string }
    /**
     * A text of a name breaks a rule. `rule`: `link`, `long` or `line`. @remarks A link begins with
     * https:// and has at most 1,024 characters; a description is one line of at most 280.
     */
    'names.invalid_text': { key: string; rule: string }
  }
}

/** A name that its owner changes or gives up, as the views draw it. */
export interface NameChange {
  name: string
  /** The account that was in use when the name was read. */
  address: string
  /**
   * `waiting`: the name is being read. `missing`: the account does not have it. `unknown`: the server did
   * not answer, `readError` says why.
   */
  status: 'waiting' | 'ready' | 'missing' | 'unknown'
  readError: unknown
  /** The coin type that the name was registered with (ENSIP-11). */
  coinType: number | undefined
  /** As they are typed. */
  texts: NameTexts
  /** As everybody can read them. */
  saved: NameTexts
  problems: Readonly<Partial<Record<NameTextKey, NameTextProblem>>>
}

/** The views in which an owner asks the wallet for a signature. */
export type NameOwnerView = 'names.details' | 'names.giveUp'

/** The change that the wallet or the server is asked for now. There is one at a time. */
export interface NameAsking {
  view: NameOwnerView
  name: string
  /** The account that signs. */
  address: string
  /** `signing`: the wallet asks the visitor. `sending`: the server is asked. */
  step: 'signing' | 'sending'
}

/** Why the last change failed. It is told in its own view only. */
export interface NameFailure {
  view: NameOwnerView
  name: string
  error: unknown
}

/** The names that the account in use has. */
export interface OwnedNames {
  address: string
  status: 'waiting' | 'ready' | 'unknown'
  names: readonly string[]
  /** Why the server did not answer. */
  error: unknown
}

/** Changes of names that the account in use has. Each is signed by the wallet, as a registration is. */
export interface NamesOwner {
  /** Reads the names of the account in use into `state.owned`. */
  list(): Promise<void>
  /**
   * Reads a name into `state.change`. Texts that are typed there already stay, and a failure of that view.
   * @param view the view that is opened
   */
  open(name: string, view?: NameOwnerView): Promise<void>
  /** Reads the name of `state.change` again. */
  retry(): Promise<void>
  type(key: NameTextKey, text: string): void
  /**
   * Makes these the texts of a name, in place of those before. Everybody can read them.
   * @throws `names.change_failed`, `names.not_owned`, `names.invalid_text`, `names.busy`,
   * `names.network_missing`, `names.account_missing`, `names.unsupported_namespace`, `wallet.*`
   */
  save(name: string, texts: Partial<NameTexts>): Promise<void>
  /**
   * Gives a name up. It leads nowhere from then on, and nobody gets it for 30 days.
   * @throws `names.release_failed`, `names.not_owned`, `names.busy`, `names.network_missing`,
   * `names.account_missing`, `names.unsupported_namespace`, `wallet.*`
   */
  giveUp(name: string): Promise<void>
  /** Stops waiting for the wallet. */
  cancel(): void
}
