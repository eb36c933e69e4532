import type { NameAddress, NameIdentity, NameSuggestion } from '@latchkey/backend'
import type { Caip2, Network, Observable, ParamsOf, ViewId } from '@latchkey/plugin-api'
import type { NameAsking, NameChange, NameFailure, NamesOwner, OwnedNames } from './owner/api.js'
import type { LabelProblem } from './rules/label.js'

/** The addresses of a name, and who told them. */
export interface ResolvedName {
  /** The whole name: `alice.shop.eth`. */
  name: string
  /**
   * Its address on the network in use; `undefined` where it has none there. A contract's address on
   * another network is never taken in its place: it may be nobody's here.
   */
  address: string | undefined
  /** By coin type (ENSIP-11), decimal text. */
  addresses: Readonly<Record<string, NameAddress>>
  /** Texts that its owner set. */
  attributes: Readonly<Record<string, string>>
  /** The place that answered: `own`, `ens`, or the id of a source of the point `names.sources`. */
  source: string
}

/**
 * A further place where names are looked up, before ENS is asked.
 * @example ctx.points.add(createToken<NameSource>('names.sources'), { id: 'phone-book', resolve })
 */
export interface NameSource {
  id: string
  /** The address of the name on that network; `undefined`: it does not know the name. */
  resolve(
    name: string,
    on: { network: Network; signal?: AbortSignal | undefined },
  ): Promise<string | undefined>
}

/** Looks names up. Answers are kept for 5 min, also in the browser's storage; "no such name" for 1 min. */
export interface NameLookup {
  /** Whether names lead to addresses of the chain family in use. */
  canResolve(): boolean
  /**
   * Finds what a name leads to; `undefined` where there is no such name.
   * @throws `names.resolve_failed`, `names.unsupported_namespace`
   */
  resolve(name: string, options?: { signal?: AbortSignal }): Promise<ResolvedName | undefined>
  /**
   * The site's own names that lead to an address, the newest first.
   * @throws `names.reverse_failed`, `names.unsupported_namespace`
   */
  reverse(address: string, options?: { signal?: AbortSignal }): Promise<readonly string[]>
  /**
   * The name and the picture that an address goes by; `undefined` where it has none. The server has
   * checked that the name leads back to the address. Show the address beside it.
   * @throws `names.reverse_failed`, `names.unsupported_namespace`
   */
  identity(address: string, options?: { signal?: AbortSignal }): Promise<NameIdentity | undefined>
}

/**
 * Whether a name can be registered now. `zone`: the site gives out none. `account`: nobody is connected.
 * `namespace`: the account is of another chain family. `network`: the network's id has no coin type.
 * `wallet`: the connected wallet is not one of those that can, which `wallets` names.
 */
export type NameOffer =
  | { readonly status: 'ready'; readonly address: string; readonly network: Network }
  | {
      readonly status: 'zone' | 'account' | 'namespace' | 'network' | 'wallet'
      readonly wallets: readonly string[]
    }

/** A name that was registered on this page. */
export interface NameRegistered {
  name: string
  address: string
  network: Caip2
}

/** Everything that the views draw. */
export interface NamesState {
  offer: NameOffer
  /** The label as it is typed, in lower case. */
  typed: string
  /** The rule that the label breaks. */
  problem: LabelProblem | undefined
  /**
   * Whether the visitor can get the name. `empty`: nothing is typed. `wrong`: the label breaks a rule.
   * `waiting`: the server's answer is awaited. `unknown`: the server did not answer.
   */
  availability: 'empty' | 'wrong' | 'waiting' | 'free' | 'taken' | 'unknown'
  /** Free names, without the one that is typed. */
  suggestions: readonly NameSuggestion[]
  /** Why there are no suggestions. */
  suggestionsError: unknown
  /** The visitor ticked that the name is public. */
  isAgreed: boolean
  /** A registration is under way. */
  loading: boolean
  /** `signing`: the wallet asks the visitor. `sending`: the server is asked. */
  step: 'form' | 'signing' | 'sending'
  /** Why the last registration failed. */
  error: unknown
  registered: NameRegistered | undefined
  /** The names of the account in use, once they were asked for. */
  owned: OwnedNames | undefined
  /** The name that a view of its owner shows. */
  change: NameChange | undefined
  /** The change that is under way, whichever name is shown. */
  asking: NameAsking | undefined
  /** The failure of the last change. */
  failed: NameFailure | undefined
}

/** The form, once it is loaded. */
export interface NamesForm {
  /** Takes what the visitor typed. Upper case becomes lower case. */
  type(text: string): void
  /** Takes a suggestion in place of what is typed. */
  choose(suggestion: NameSuggestion): void
  agree(isAgreed: boolean): void
  /** Asks for the suggestions again. */
  retry(): void
  /**
   * Registers a name for the account in use: the wallet signs, the server stores. The view of the
   * success replaces the form, where the form is shown.
   * @param name its label, or the whole name
   * @returns the whole name
   * @throws `names.network_missing`, `names.account_missing`, `names.unsupported_namespace`,
   * `names.invalid_chain_id`, `names.invalid_name`, `names.register_failed`, `names.busy`, `wallet.*`
   */
  register(name: string): Promise<string>
  /** Stops waiting for the wallet. */
  cancel(): void
  /** Empties the form. */
  reset(): void
  /** Loads the changes of names that the account in use has. */
  owner(): Promise<NamesOwner>
}

/** The API of the plugin. `peer('names')` of another plugin is this too. */
export interface NamesApi extends NameLookup {
  readonly state: Observable<NamesState>
  /** The end of the names, with its dot: `.shop.eth`. */
  readonly suffix: string
  /** Loads the form. */
  form(): Promise<NamesForm>
  /** The form, where it is loaded. */
  formNow(): NamesForm | undefined
  show<Id extends ViewId>(view: Id, ...params: ParamsOf<Id>): void
  back(): void
}
