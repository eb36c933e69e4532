import type { Observable, StageMount } from '@latchkey/plugin-api'

/** Where a sign-in by email stands. */
export type EmbeddedStep = 'idle' | 'sending' | 'device' | 'code' | 'checking' | 'connecting'

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
  /** Height of the frame in CSS pixels, while it is shown. */
  readonly frameHeight: number
}

/** A token of the service, ES256 in the compact form of JWS. */
export interface IdentityToken {
  readonly token: string
  /** ms since the epoch, by the service's clock. */
  readonly expiresAt: number
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
  /** Gives up the sign-in that is under way. */
  cancel(): void
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
  /** The frame's place over the modal, for the view of an approval. */
  stage(): StageMount | undefined
}
