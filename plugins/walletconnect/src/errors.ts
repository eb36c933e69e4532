import { isLatchkeyError, LatchkeyError } from '@latchkey/plugin-api'
import {
  codeOf,
  createToWalletError,
  isRejection,
  messageOf,
  type Meaning,
} from '@latchkey/plugin-api/wallet'

declare module '@latchkey/plugin-api' {
  interface ErrorContexts {
    /**
     * A call came before the session client was loaded. @remarks Connect first, or wait for
     * `pairing`.
     */
    'walletconnect.not_initialized': object
    /**
     * A call needs a session, and there is none. @remarks Connect a wallet by code or link first.
     */
    'walletconnect.no_session': object
    /**
     * The client does not know the stored session: it ended elsewhere. @remarks
     * Connect again.
     */
    'walletconnect.session_missing': { topic: string }
    /**
     * The session has nothing of this chain family. @remarks Connect again with a wallet that
     * offers it; its chain plugin must be among `plugins`.
     */
    'walletconnect.namespace_not_configured': { namespace: string }
    /**
     * The wallet named no network for its accounts. @remarks Try again, then report it to the
     * wallet's makers.
     */
    'walletconnect.chain_missing': object
    /**
     * The session does not list this method, and no adapter can read the network. @remarks Install
     * the chain plugin of that network, or ask for a method that the wallet approved.
     */
    'walletconnect.rpc_missing': { network: string }
    /**
     * The session does not list this method, and the network has no `rpcUrls` to read from.
     * @remarks Give the network an RPC url.
     */
    'walletconnect.rpc_url_missing': { network: string }
    /**
     * The session that the wallet approved is not in the form of the standard, or grants nothing that
     * was asked for. Nothing was connected. @remarks Try again, then update the wallet. `part` says where it
     * is wrong.
     */
    'walletconnect.bad_session': { part: SessionPart }
    /**
     * No wallet used the code before its time was over. @remarks Make a new code: the view has a
     * button for it, `pairing` in code.
     */
    'walletconnect.pairing_expired': object
    /**
     * The relay did not answer. @remarks Try again; check `relayUrl`, its certificate, and that the
     * Content-Security-Policy names it in `connect-src`.
     */
    'walletconnect.relay_unreachable': { relay: string }
    /**
     * Sockets cannot be opened where this runs: Node 20 has no `WebSocket`. @remarks Hand one in,
     * `walletconnect({ webSocket })`, that of the package `ws` for example; or run Node 22 or
     * newer.
     */
    'walletconnect.websocket_missing': object
    /** The browser has no internet connection. @remarks Wait until it is back. */
    'walletconnect.offline': object
  }
  interface KernelEvents {
    /** The wallet granted more than was asked for; these parts are not used. */
    'walletconnect:surplus-dropped': { dropped: readonly string[] }
  }
}

/** A part of a session's namespaces that can be wrong. */
export type SessionPart = 'namespaces' | 'chains' | 'accounts' | 'methods' | 'events'

const notInitialized = (): LatchkeyError =>
  new LatchkeyError('walletconnect.not_initialized', 'Sign Client not initialized')
export const noSession = (): LatchkeyError =>
  new LatchkeyError('walletconnect.no_session', 'Session not initialized')
export const notConnected = (connectorId: string): LatchkeyError =>
  new LatchkeyError('wallet.disconnected', 'Please call connect() before request()', {
    context: { connectorId },
  })
export const offline = (cause?: unknown): LatchkeyError =>
  new LatchkeyError(
    'walletconnect.offline',
    'No internet connection detected. Please restart your network and try again.',
    { cause },
  )
export const expired = (): LatchkeyError =>
  new LatchkeyError(
    'walletconnect.pairing_expired',
    'No wallet used the code before it expired: make a new one.',
  )
export const unreachable = (relay: string, cause?: unknown): LatchkeyError =>
  new LatchkeyError(
    'walletconnect.relay_unreachable',
    `The relay ${relay} did not answer: try again, or check relayUrl.`,
    { context: { relay }, cause },
  )
export const aborted = (what: string, cause?: unknown): LatchkeyError =>
  new LatchkeyError('kernel.aborted', `${what} was given up.`, { cause })

/**
 * Returns the client, if it is loaded. @throws `walletconnect.not_initialized`
 */
export function demandClient<T>(client: T | undefined): T {
  if (client === undefined) throw notInitialized()
  return client
}

/** The client gives a request up after so long. */
const REQUEST_TIMEOUT_MS = 300_000
const UNSUPPORTED: Meaning = [
  'wallet.unsupported_method',
  'The wallet does not support this method.',
]
/**
 * Codes of JSON-RPC and of the session protocol:
 * https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
 */
const CODES: Readonly<Record<number, Meaning>> = {
  [-32601]: UNSUPPORTED,
  1001: UNSUPPORTED,
  10001: UNSUPPORTED,
  5000: ['wallet.user_rejected', 'The visitor declined in the wallet.'],
  5001: ['wallet.user_rejected', 'The visitor declined the chains that were asked for.'],
  5002: ['wallet.user_rejected', 'The visitor declined the methods that were asked for.'],
  5003: ['wallet.user_rejected', 'The visitor declined the events that were asked for.'],
  5101: [
    'wallet.unsupported_method',
    'The wallet supports none of the methods that were asked for.',
  ],
  6000: ['wallet.disconnected', 'The wallet ended the session.'],
}

/**
 * Whether a wallet refuses, with the code of a rejection, a method that it does not support. Text that
 * says that the visitor declined is believed.
 */
const isUnsupported = (error: unknown): boolean =>
  [5000, 5002].includes(codeOf(error) ?? 0) &&
  /\b(unsupported|not (yet )?(supported|implemented))\b/i.test(messageOf(error)) &&
  !isRejection({ message: messageOf(error) })

const toForeignError = createToWalletError({ codes: CODES })
const toUnsupportedError = createToWalletError({
  codes: { ...CODES, 5000: UNSUPPORTED, 5002: UNSUPPORTED },
})

/**
 * Maps an error of the wallet or the client to one of ours, with the original as its cause. One of
 * ours comes from this package, as a wallet's error comes over the wire as plain data.
 */
export function toWalletError(error: unknown, method: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  if (codeOf(error) === undefined && /no internet connection/i.test(messageOf(error)))
    return offline(error)
  return (isUnsupported(error) ? toUnsupportedError : toForeignError)(error, method)
}

/**
 * Maps an error of a request. The client gives a request up after five minutes, or where the relay
 * does not confirm it in time, and says so in words only. The wallet may have the request all the
 * same, so the caller must not be told that nothing was sent.
 */
export function toRequestError(error: unknown, method: string): LatchkeyError {
  const message = messageOf(error)
  if (
    isLatchkeyError(error) ||
    codeOf(error) !== undefined ||
    !/^(request expired|failed to publish)/i.test(message)
  )
    return toWalletError(error, method)
  return new LatchkeyError(
    'kernel.timed_out',
    `The wallet did not answer ${method} in time: look there whether it was done.`,
    { context: { what: method, ms: REQUEST_TIMEOUT_MS }, details: message, cause: error },
  )
}
