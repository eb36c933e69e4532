import type { Amount, Caip2, Observable, StageMount } from '@latchkey/plugin-api'
import type { lateMethods } from './constants.js'
import type { Social } from './socials.js'

/** Where a sign-in by email stands. */
export type EmbeddedStep = 'idle' | 'sending' | 'device' | 'code' | 'checking' | 'connecting'

/** A sign-in with a social account, as its views show it. */
export interface SocialState {
  /**
   * `started`: the visitor is to sign in at the provider. `request user data`: they did, and the frame
   * finds out who they are.
   */
  readonly status: 'idle' | 'started' | 'request user data' | 'success' | 'error'
  readonly provider?: Social | undefined
  /** The window is closed or hides from this page, as some providers have it. The sign-in goes on. */
  readonly isLost?: boolean
  /** Farcaster's link, which a phone opens or a code shows. */
  readonly uri?: string
  /** Why it failed. */
  readonly error?: unknown
}

/** A change of the account's email, as its view shows it. */
export interface EmailChange {
  /** `oldCode`, `newCode`: a code is awaited that went to the old or to the new address. */
  readonly step: 'address' | 'oldCode' | 'newCode' | 'done'
  readonly isBusy?: boolean
  /** The new address. */
  readonly email?: string
  /** Codes of this step that were wrong. */
  readonly failures?: number
  /** ms since the epoch from which on a mail may be asked for again. */
  readonly resendAt?: number
  /** The failure of the last step. */
  readonly error?: unknown
}

/** Sign-in and approvals, as the views show them. */
export interface EmbeddedState {
  readonly step: EmbeddedStep
  /** The address that the sign-in is for. */
  readonly email: string
  /** The failure of the last step. */
  readonly error: unknown
  /** Codes of this sign-in that were wrong. */
  readonly failures: number
  /** The code was right, and only the connecting failed: a new try needs no other code. */
  readonly accepted: boolean
  /** ms since the epoch from which on a mail may be asked for again. */
  readonly resendAt: number
  /** Requests that wait for the visitor in the frame. */
  readonly approvals: number
  /** The frame shows the visitor something: in a sign-in it asks whether a wallet with their address is theirs. */
  readonly isAsking: boolean
  /** Height of the frame in CSS pixels, while it is shown. */
  readonly frameHeight: number
  /** The social accounts that are offered here, in their order. Empty before the first opening. */
  readonly socials: readonly Social[]
  readonly social: SocialState
  /** The social account with which the last sign-in was made. Absent after one by email. */
  readonly provider?: Social | undefined
  /**
   * Whether the person's smart account has code, on each network of EVM for which the frame has said so
   * since the sign-in or the page's load. Absent while it has named nobody.
   */
  readonly smartAccountDeployed?: Readonly<Record<Caip2, boolean>> | undefined
  readonly change: EmailChange
}

/** A token of the service, ES256 in the compact form of JWS. */
export interface IdentityToken {
  readonly token: string
  /** ms since the epoch, by the service's clock. */
  readonly expiresAt: number
}

/** An account of EVM of the person who is signed in. */
export interface EmbeddedAccount {
  /** `eoa`: of the key itself. `smartAccount`: a contract that the key owns. */
  readonly type: 'eoa' | 'smartAccount'
  readonly address: string
  readonly isInUse: boolean
  /** Whether it can be in use on the network in use. */
  readonly isHere: boolean
  /** The amount of the network's coin that it holds there. Absent: the node did not say. */
  readonly balance?: Amount
}

/** `kernel.plugins.embedded`. */
export interface EmbeddedApi {
  readonly state: Observable<EmbeddedState>
  /** Loads the sign-in and the frame ahead of a sign-in. */
  prepare(): void
  /**
   * Begins a sign-in, and shows its next step in the modal.
   * @throws `embedded.invalid_email`, `embedded.too_soon`, `embedded.load_failed`,
   * `embedded.request_failed`, `embedded.timed_out`, `embedded.aborted`
   */
  signIn(email: string): Promise<void>
  /**
   * Checks the code of the mail; the right one connects. Where it was accepted already, this connects.
   * @param code six digits of any script; all else is left out
   * @throws `embedded.request_failed`, `embedded.timed_out`, `embedded.aborted`
   */
  submitCode(code: string): Promise<void>
  /**
   * Signs in with a social account. Call it in the task of a click, after `prepare`, as a window opens.
   * In a web view of Telegram the whole page goes to the provider, and comes back.
   * @param open opens the window on a blank page, where that should not be left to the plugin. It is
   * called once; it answers `null` where the browser blocked the window
   * @throws `wallet.popup_blocked`, `embedded.popup_closed`, `embedded.social_not_started`,
   * `embedded.farcaster_failed`, `embedded.load_failed`, `embedded.request_failed` with the reason
   * `denied`, `provider_failed`, `expired` or `other_person`, `embedded.timed_out`, `embedded.aborted`
   */
  signInWith(provider: Social, open?: () => Window | null): Promise<void>
  /** Gives up the sign-in that is under way. */
  cancel(): void
  /**
   * Begins a change of the account's email: a code goes to the old address, or to the new one where the
   * account has none yet. `state.change` says which is awaited.
   * @throws `embedded.invalid_email`, `embedded.not_connected`, `embedded.request_failed` with the
   * reason `fresh`, `same_email`, `rate_limited` or `mail_failed`, `embedded.timed_out`,
   * `embedded.aborted`
   */
  updateEmail(email: string): Promise<void>
  /**
   * Checks the code that is awaited. The right one from the old address sends one to the new address; the
   * right one from there changes the email.
   * @param code six digits of any script; all else is left out
   * @throws `embedded.request_failed`, `embedded.not_connected`, `embedded.timed_out`,
   * `embedded.aborted`
   */
  submitEmailCode(code: string): Promise<void>
  /** Takes a change of email back to its first step. */
  resetEmailChange(): void
  /**
   * Asks the frame for its own pages: recovery, devices, the words, the end of the account. They lie
   * over the view `embedded.security`, which calls this. Settles when the visitor is done; the signal
   * puts them away.
   * @throws `embedded.no_connector`, `embedded.load_failed`, `embedded.request_failed`,
   * `embedded.aborted`
   */
  openSecurity(signal: AbortSignal): Promise<void>
  /**
   * Asks for the service's word on who is signed in, for the site's own server: a token of five minutes,
   * which `createIdentityVerifier` of `@latchkey/siwx-server` reads.
   * @param options.nonce of that server, 8 to 256 characters; it stands in the token
   * @throws `embedded.no_connector`, `embedded.load_failed`, `embedded.request_failed` where nobody is
   * signed in, `embedded.timed_out`
   */
  identityToken(options?: { nonce?: string }): Promise<IdentityToken>
  /**
   * The accounts of EVM, and what each holds on the network in use. It asks the page's node.
   * @throws `embedded.not_connected`
   */
  readAccounts(): Promise<readonly EmbeddedAccount[]>
  /**
   * Uses the account of that type on EVM from now on. Requests that wait for the visitor are rejected.
   * @throws `embedded.not_connected`; `embedded.smart_accounts_off` where the network in use has none,
   * `embedded.account_in_use` where that account is in use: the frame hears of neither
   */
  switchAccountType(type: 'eoa' | 'smartAccount'): Promise<void>
  /** The frame's place over the modal, for the view of an approval. */
  stage(): StageMount | undefined
}

/** The methods that need the wallet, and load it. */
export type LateApi = Pick<EmbeddedApi, (typeof lateMethods)[number]>
