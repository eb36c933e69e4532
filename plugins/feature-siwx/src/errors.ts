import { LatchkeyError, type Caip2 } from '@latchkey/plugin-api'
import type { KnownSession } from './types.js'

declare module '@latchkey/plugin-api' {
  interface ErrorContexts {
    /**
     * Sign-in was requested, and `siwx()` was given no options. @remarks Give it a store: `siwx({
     * store: browserStore() })`.
     */
    'siwx.not_enabled': object
    /** Sign-in was requested, and no wallet is connected. @remarks Connect a wallet first. */
    'siwx.account_missing': object
    /**
     * Sign-in was requested, and no network is in use. @remarks Choose a network first, or
     * configure one for the account's chain family.
     */
    'siwx.network_missing': object
    /**
     * The sign-in could not begin: sessions, a nonce or a part of the plugin could not be loaded.
     * Where sign-in is required the wallet was disconnected; otherwise it may have been. @remarks
     * Read `cause`. Where that is `kernel.plugin_failed`, check that the site serves all of its own
     * files. With a server store, check that the server can be reached and that it allows this
     * page's origin (CORS).
     */
    'siwx.start_failed': object
    /**
     * The visitor declined to sign in, or left. @remarks A normal outcome: keep the page usable,
     * and offer to sign in again.
     */
    'siwx.cancelled': object
    /**
     * The server refused the request, or the signed message. `serverCode` is the code that it
     * answered. @remarks Look up `serverCode` in the list of errors; compare the server's domain,
     * clock and networks with the page's.
     */
    'siwx.server_refused': { serverCode: string }
    /**
     * The wallet was about to get another text than the one the visitor read. Nothing was signed.
     * @remarks Report it to the makers of the chain plugin: its `sign` must hand on the text as it
     * is.
     */
    'siwx.message_changed': { network: Caip2 }
  }
  interface KernelEvents {
    /** The visitor signed in on this page. `oneClick`: together with connecting. */
    'siwx:signed-in': { session: KnownSession; oneClick: boolean }
    /**
     * A sign-in could not begin (`start`), or the visitor declined, or the signature was refused
     * (`sign`).
     */
    'siwx:failed': { error: unknown; phase: 'start' | 'sign' }
    'siwx:signed-out': { session: KnownSession }
  }
}

export const notEnabled = (): LatchkeyError =>
  new LatchkeyError('siwx.not_enabled', 'SIWX is not enabled')
export const startFailed = (cause: unknown): LatchkeyError =>
  new LatchkeyError(
    'siwx.start_failed',
    'A problem occurred while trying initialize authentication',
    { cause },
  )
