import { isLatchkeyError, LatchkeyError } from '@latchkey/plugin-api'
import type { FrameEvent, FrameFailure } from './protocol/index.js'

declare module '@latchkey/plugin-api' {
  interface ErrorContexts {
    /**
     * The secure frame was not loaded: its server is away, refuses this site, or the page's policy
     * forbids it. @remarks Open `url` in the browser. The content security policy must name its
     * origin in `frame-src`, and the project's origins must name this site.
     */
    'embedded.load_failed': { url: string; reason?: string }
    /**
     * The site has no connector for sign-ins by email: its options name no url, or no chain family
     * that the wallet serves. @remarks Give embeddedWallet() a url, and install evm() or solana().
     */
    'embedded.no_connector': object
    /**
     * The page has no place for the secure frame: no modal is mounted. @remarks Mount the modal, or
     * name an element in the option `container`.
     */
    'embedded.no_place': object
    /**
     * The secure frame answered a request with an error. `reason` is its stable word for it,
     * `retryAfter` the seconds until a new try has a chance. @remarks Show the visitor the message,
     * and offer to try again.
     */
    'embedded.request_failed': { event: string; reason?: string; retryAfter?: number }
    /**
     * The secure frame did not answer in time. @remarks Offer to try again. A code that arrived
     * later is not accepted any more.
     */
    'embedded.timed_out': { event: string; ms: number }
    /**
     * A request to the secure frame was given up: by the visitor, or because the frame was loaded
     * again. @remarks A normal outcome. Ask again if it is still wanted.
     */
    'embedded.aborted': { event: string }
    /**
     * A text is not an email address. Nothing was sent. @remarks Show the visitor that the address
     * is wrong.
     */
    'embedded.invalid_email': object
    /**
     * Another sign-in by email is asked for within 30 seconds. @remarks Wait for `seconds`.
     */
    'embedded.too_soon': { seconds: number }
    /**
     * Nobody is signed in. @remarks A normal outcome of a connect that asks nobody.
     */
    'embedded.signed_out': object
    /**
     * The window of a social login was closed before there was a result. @remarks Offer to try again.
     */
    'embedded.popup_closed': object
    /**
     * The service gave no address to sign in on at a provider. `reason` is its stable word for it,
     * `retryAfter` the seconds until a new try has a chance. @remarks Offer to try again. Where it
     * stays so, the operator has not set this provider up.
     */
    'embedded.social_not_started': { provider: string; reason?: string; retryAfter?: number }
    /**
     * A sign-in with Farcaster failed: its relay is away, the visitor refused, or the time was over.
     * @remarks Offer to try again.
     */
    'embedded.farcaster_failed': { reason?: string; retryAfter?: number }
    /**
     * The embedded wallet was to do something for its account, and nobody is connected by it. Another
     * wallet may be connected. @remarks Offer this only where `ID_AUTH` is connected.
     */
    'embedded.not_connected': object
    /**
     * The network in use has no smart accounts at the secure frame. The account in use stays.
     * @remarks Offer this only on the networks that the frame names.
     */
    'embedded.smart_accounts_off': { network?: string }
    /** The account of that type is in use already. @remarks A normal outcome. */
    'embedded.account_in_use': { type: string }
    /**
     * The page was loaded anew in the middle of a sign-in, as a phone does that is short of memory. It is
     * in the state of the new page. @remarks Offer to begin the sign-in again.
     */
    'embedded.interrupted': object
  }
}

/** The specification's texts. */
const LOAD_FAILED = 'Unable to load email login dependency'
const ABORTED_RPC = 'Request was aborted'
const ABORTED = 'Something went wrong'
const FAILED = 'An error occurred'
const POPUP_CLOSED = 'Popup closed'
const NOT_STARTED = 'Failed to initiate social connection'
const FARCASTER_FAILED = 'Failed to connect to farcaster'
const NOT_CONNECTED = 'Not connected to email or social'

export const loadFailed = (url: string, reason?: string): LatchkeyError =>
  new LatchkeyError('embedded.load_failed', LOAD_FAILED, {
    context: { url, ...(reason && { reason }) },
  })

export const noConnector = (): LatchkeyError =>
  new LatchkeyError('embedded.no_connector', 'No auth connector found')

export const noPlace = (): LatchkeyError =>
  new LatchkeyError(
    'embedded.no_place',
    'The page has no modal to hold the secure frame. Mount one, or give embeddedWallet() a container.',
  )

/** A request that was given up. Those of a wallet have a text of their own. */
export const aborted = (event: FrameEvent): LatchkeyError =>
  event === 'rpc request'
    ? new LatchkeyError('kernel.aborted', ABORTED_RPC)
    : new LatchkeyError('embedded.aborted', ABORTED, { context: { event } })

export const timedOut = (event: FrameEvent, ms: number): LatchkeyError =>
  new LatchkeyError('embedded.timed_out', ABORTED, { context: { event, ms } })

/** The frame's own failure. Codes of EIP-1193 keep their meaning by the cause. */
export const requestFailed = (
  event: FrameEvent,
  { message, code, reason, retryAfter }: FrameFailure,
): LatchkeyError =>
  new LatchkeyError('embedded.request_failed', message || FAILED, {
    context: {
      event,
      ...(reason !== undefined && { reason }),
      ...(retryAfter !== undefined && { retryAfter }),
    },
    ...(code !== undefined && { cause: { code, message: message || FAILED } }),
  })

/** The frame's word for a failure, and when a new try has a chance. */
const wordsOf = (error: unknown): { reason?: string; retryAfter?: number } => {
  if (!isLatchkeyError(error, 'embedded.request_failed')) return {}
  const { reason, retryAfter } = error.context
  return {
    ...(reason !== undefined && { reason }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

export const popupClosed = (): LatchkeyError =>
  new LatchkeyError('embedded.popup_closed', POPUP_CLOSED)

/** The frame's page is gone in the middle of a request that it was carrying out. */
export const outcomeUnknown = (event: FrameEvent): LatchkeyError =>
  requestFailed(event, {
    message:
      'The request was submitted, and the frame is gone that would tell how it ends. It may still be carried out.',
    code: -32_603,
    reason: 'transaction_unknown',
  })

export const notStarted = (provider: string, cause: unknown): LatchkeyError =>
  new LatchkeyError('embedded.social_not_started', NOT_STARTED, {
    context: { provider, ...wordsOf(cause) },
    cause,
  })

export const farcasterFailed = (cause: unknown): LatchkeyError =>
  new LatchkeyError('embedded.farcaster_failed', FARCASTER_FAILED, {
    context: wordsOf(cause),
    cause,
  })

export const notConnected = (): LatchkeyError =>
  new LatchkeyError('embedded.not_connected', NOT_CONNECTED)

export const smartAccountsOff = (network: string | undefined): LatchkeyError =>
  new LatchkeyError(
    'embedded.smart_accounts_off',
    'There are no smart accounts on this network. Switch to one that the secure frame has them on.',
    { context: { ...(network !== undefined && { network }) } },
  )

export const accountInUse = (type: string): LatchkeyError =>
  new LatchkeyError('embedded.account_in_use', 'This account is in use already.', {
    context: { type },
  })

export const interrupted = (): LatchkeyError =>
  new LatchkeyError(
    'embedded.interrupted',
    'This page was loaded again during the sign-in. Start again.',
  )

export const badAnswer = (method: string): LatchkeyError =>
  new LatchkeyError(
    'wallet.bad_answer',
    `The secure frame's answer to ${method} has another form.`,
    {
      context: { method },
    },
  )

/**
 * Whether the visitor gave a sign-in up: they closed the modal over the approval of a sign-in message, which
 * ended the connect, or left a question of the frame.
 */
export const isGivenUp = (error: unknown): boolean =>
  isLatchkeyError(error, 'kernel.modal_closed') ||
  (isLatchkeyError(error, 'embedded.request_failed') && error.context.reason === 'rejected')
