import {
  createToken,
  definePlugin,
  LatchkeyError,
  type Caip2,
  type Json,
  type PluginDefinition,
  type RequestPreviewer,
  type Schema,
} from '@latchkey/plugin-api'
import type { RevocationWitness, SmartSessionsApi } from './api.js'
import type { WiderPart } from './grants/widerParts.js'
import { INITIAL_STATE } from './initialState.js'
import type { Late } from './late.js'
import type { SessionsStorage, SmartSessionsOptions } from './options.js'

declare module '@latchkey/plugin-api' {
  interface PluginApis {
    sessions: SmartSessionsApi
  }
  interface ViewParams {
    'smartSessions.list': undefined
    /** `session`: its network, a space, and its `pci`. */
    'sessions.details': { session: string }
  }
  interface KernelEvents {
    /** The visitor granted a session. */
    'sessions:granted': { network: Caip2; pci: string }
    /** A session was taken back. `witness` says that it has ended: only the chain is sure of it. */
    'sessions:revoked': { network: Caip2; pci: string; witness: RevocationWitness }
  }
  interface ErrorContexts {
    /**
     * A request for a session has a part that is wrong: a limit or the end is missing, in the past, not a
     * number, or unlimited. `part` is its path, `reason` says why. Nothing was asked of the wallet.
     * @remarks Correct the part: every permission needs a limit, and every session an end within a year.
     */
    'sessions.refused': { part: string; reason: string }
    /**
     * The wallet answered a grant with something other than what was asked for: with fewer permissions, or
     * with wider ones. `kept` are the grants that it gave all the same, and their parts that are wider: one
     * without such parts may be used. @remarks Revoke those that are wider, or open their view
     * `sessions.details`, and report them to the wallet's makers.
     */
    'sessions.bad_grant': {
      found: string
      kept: readonly { network: Caip2; pci: string; wider: readonly WiderPart[] }[]
    }
    /** The account in use has no such session. @remarks Call `list()` first. */
    'sessions.unknown_session': { pci: string; network: string }
    /**
     * The wallet has taken a session back, and the chain does not say so after 90 s. @remarks Call `list()`
     * later: a session that has ended is not in it.
     */
    'sessions.not_revoked': { pci: string; network: string }
  }
}

/** A list, or it throws. A bad entry costs the others nothing: entries are checked when read. */
const asList: Schema<readonly Json[]> = (value) => [...(value as readonly Json[])]

const NAMESPACE = 'eip155'
/** The methods that grant or revoke are held to the visitor while the plugin is installed. */
const METHODS = {
  wallet_grantPermissions: 'sign',
  wallet_revokePermissions: 'sign',
  wallet_requestExecutionPermissions: 'sign',
  wallet_revokeExecutionPermission: 'sign',
} as const
const GRANTS = /_grantP|_requestE/

/**
 * Smart sessions: a visitor lets the site act within limits that the chain enforces, sees what was used of
 * them, and takes them back. It is off until the host switches `features.smartSessions` on: until then
 * nothing is loaded, drawn or sent, and requests to grant permissions are refused.
 * @example createKernel({ metadata: { name: 'Shop' }, features: { smartSessions: true },
 * plugins: [evm({ networks: [mainnet] }), smartSessions({ url: '/api' })] })
 * @throws TypeError where `url` is not an address
 */
export const smartSessions = ({ url, projectId }: SmartSessionsOptions = {}): PluginDefinition<
  'sessions',
  SmartSessionsApi,
  SessionsStorage
> => {
  // While a page is rendered on a server, a path of the site has no origin yet.
  const service = url ? new URL(url, globalThis.location?.href ?? 'http://localhost') : undefined
  return definePlugin({
    id: 'sessions',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    chains: [NAMESPACE],
    reaches: { origins: service ? [service.origin] : [] },
    storage: { version: 1, keys: { granted: asList }, most: { granted: 100 } },
    setup(ctx) {
      const slice = ctx.slice(INITIAL_STATE)
      const isOn = () => ctx.features.get().smartSessions
      let late: Late | undefined
      const start = ctx.lazy('sessions', async () => {
        const { startLate } = await import('./late.js')
        return (late = startLate(ctx, slice, service?.href, projectId))
      })
      const load = async () => {
        if (isOn()) return start()
        throw new LatchkeyError('rpc.method_not_allowed', 'Requested RPC call is not allowed', {
          context: { method: 'wallet_grantPermissions' },
        })
      }
      const sessions = async () => (await load()).sessions()
      ctx.rpc.allow({ namespace: NAMESPACE, methods: METHODS })
      // Refuses requests to grant permissions, of the page itself too, that may not be made.
      ctx.points.add(createToken<RequestPreviewer>('previews'), {
        id: 'sessions',
        takes: (request) => GRANTS.test(request.method) && !(isOn() && late?.mayPass(request)),
        review: async (request) => (await load()).check(request),
      })
      ctx.late(() => {
        const follow = async () => isOn() && start().catch(ctx.log.warn)
        ctx.onDispose(ctx.features.subscribe(follow))
        return follow()
      })
      return {
        state: { get: slice.get, subscribe: slice.subscribe },
        grant: async (request) => (await sessions()).grant(request),
        list: async () => (await sessions()).list(),
        revoke: async (session) => (await sessions()).revoke(session),
        revokeAll: async () => (await sessions()).revokeAll(),
      }
    },
  })
}
