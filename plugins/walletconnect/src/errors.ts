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
    /** A call came before the session client was loaded. @remarks Connect first, or wait for `pairing`. */
    'walletconnect.not_initialized': object
    /** A call needs a session, and there is none. @remarks Connect a wallet by code or link first. */
    'walletconnect.no_session': object
    /** The stored session is not among those that the client knows: it ended elsewhere. @remarks Connect again. */
    'walletconnect.session_missing': { topic: string }
    /** The session has nothing of this chain family. @remarks Connect again with a wallet that offers it; its chain plugin must be among `plugins`. */
    'walletconnect.namespace_not_configured': { namespace: string }
    /** The wallet named no network for its accounts. @remarks Try again, then report it to the wallet's makers. */
    'walletconnect.chain_missing': object
    /** The session does not list this method, and no adapter can read the network. @remarks Install the chain plugin of that network, or ask for a method that the wallet approved. */
    'walletconnect.rpc_missing': { network: string }
    /** The session does not list this method, and the network has no `rpcUrls` to read from. @remarks Give the network an RPC url. */
    'walletconnect.rpc_url_missing': { network: string }
    /** What the wallet approved is not in the form of the standard, or has nothing of what was asked for. Nothing was connected. @remarks Try again, then update the wallet. `part` says where it is wrong. */
    'walletconnect.bad_session': { part: SessionPart }
    /** No wallet used the code before its time was over. @remarks Make a new code: the view has a button for it, `pairing` in code. */
    'walletconnect.pairing_expired': object
    /** The relay did not answer. @remarks Try again; check `relayUrl`, its certificate, and that the Content-Security-Policy names it in `connect-src`. */
    'walletconnect.relay_unreachable': { relay: string }
    /** Sockets cannot be opened where this runs: Node 20 has no `WebSocket`. @remarks Hand one in, `walletconnect({ webSocket })`, that of the package `ws` for example; or run Node 22 or newer. */
    'walletconnect.websocket_missing': object
    /** The browser has no internet connection. @remarks Wait until it is back. */
    'walletconnect.offline': object
  }
  interface KernelEvents {
    /** The wallet gave more than was asked for; this was not taken. */
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

/** What was made by loading, or the error that says that nothing was. @throws `walletconnect.not_initialized` */
export function demandClient<T>(client: T | undefined): T {
  if (client === undefined) throw notInitialized()
  return client
}

/** ms after which the client gives a request up. */
const REQUEST_LIFETIME = 300_000
const UNSUPPORTED: Meaning = [
  'wallet.unsupported_method',
  'The wallet does not support this method.',
]
/** JSON-RPC's, and the session protocol's own: https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
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

/** Wallets answer with the code of a rejection what they themselves cannot do. Who says that the visitor declined is believed. */
const cannot = (error: unknown): boolean =>
  [5000, 5002].includes(codeOf(error) ?? 0) &&
  /\b(unsupported|not (yet )?(supported|implemented))\b/i.test(messageOf(error)) &&
  !isRejection({ message: messageOf(error) })

/** Whatever the wallet or the client threw, as one of ours with the original as its cause. */
export function toWalletError(error: unknown, method: string): LatchkeyError {
  if (isLatchkeyError(error)) return error
  if (codeOf(error) === undefined && /no internet connection/i.test(messageOf(error)))
    return offline(error)
  return createToWalletError({
    codes: cannot(error) ? { ...CODES, 5000: UNSUPPORTED, 5002: UNSUPPORTED } : CODES,
  })(error, method)
}

/**
 * The same of a request that was under way. The client gives it up after five minutes, or where the relay did not say in time that it took it, in words alone: the wallet may have it,
 * and whoever sends must not be told that nothing was sent.
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
    { context: { what: method, ms: REQUEST_LIFETIME }, details: message, cause: error },
  )
}
