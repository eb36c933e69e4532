import type {
  ChainAdapter,
  ConnectedAccount,
  LatchkeyError,
  Network,
  Slice,
} from '@latchkey/plugin-api'
import type { SessionsState } from './api.js'
import type { SessionsContext } from './options.js'
import type { SessionService } from './service/client.js'

export const NAMESPACE = 'eip155'

/** The plugin's own parts, which exist before the rest is loaded. */
export interface SessionsSetup {
  ctx: SessionsContext
  slice: Slice<SessionsState>
  /** Absolute; `undefined`: the site names no server. */
  url: string | undefined
}

/** The services that all parts of the plugin share. */
export interface Services extends SessionsSetup {
  /** `undefined`: the site names no server. */
  service: SessionService | undefined
  /** The adapter of EVM chains, loaded once. */
  loadAdapter(): Promise<ChainAdapter>
  /** The account in use on EVM chains. */
  account(): ConnectedAccount | undefined
  /** The EVM networks of the site. */
  networks(): readonly Network[]
  /** The error of a request that cannot be made here, with the specification's text. */
  unable(method: string): LatchkeyError<'rpc.method_not_allowed'>
}
