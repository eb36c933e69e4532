import {
  createToken,
  definePlugin,
  LatchkeyError,
  type Caip2,
  type Json,
  type PluginDefinition,
  type PreviewedRequest,
  type RequestPreviewer,
  type Schema,
} from '@latchkey/plugin-api'
import type { SmartSessionsApi } from './api.js'
import { INITIAL_STATE } from './initialState.js'
import type { Late } from './late.js'
import type { SessionsContext, SessionsStorage, SmartSessionsOptions } from './options.js'

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
    /** A session was taken back. */
    'sessions:revoked': { network: Caip2; pci: string }
  }
  interface ErrorContexts {
    /**
     * A request for a session has a part that is wrong: a limit or the end is missing, in the past, not a
     * number, or unlimited. `part` is its path, `reason` says why. Nothing was asked of the wallet.
     * @remarks Correct the part: every permission needs a limit, and every session an end within a year.
     */
    'sessions.refused': { part: string; reason: string }
    /**
     * The wallet answered a grant with something other than what was asked for. It is not used. @remarks
     * Ask the visitor to take it back in the wallet, and report it to the wallet's makers.
     */
    'sessions.bad_grant': { found: string }
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
const GRANTS = /^wallet_(grant|requestExecution)Permissions$/
/** The absolute address. @throws `kernel.invalid_option` */
function toAbsolute(url: string): URL {
  const base = globalThis.location?.href ?? 'http://localhost'
  const absolute = URL.canParse(url, base) ? new URL(url, base) : undefined
  if (absolute?.origin.startsWith('http')) return absolute
  throw new LatchkeyError(
    'kernel.invalid_option',
    `Option url of smartSessions() is no address: ${url}. Give https://… or a path of this site.`,
    { context: { option: 'sessions.url' } },
  )
}

/** The error of a request while sessions are switched off, with the specification's text. */
const refuse = (): never => {
  throw new LatchkeyError('rpc.method_not_allowed', 'Requested RPC call is not allowed', {
    context: { method: 'wallet_grantPermissions' },
    cause: { code: 4200 },
  })
}

/** The methods that grant or revoke are held to the visitor while the plugin is installed. */
const holdMethods = ({ rpc }: SessionsContext): unknown =>
  rpc.allow({
    namespace: NAMESPACE,
    methods: Object.fromEntries(
      [
        'grantPermissions',
        'revokePermissions',
        'requestExecutionPermissions',
        'revokeExecutionPermission',
      ].map((name) => [`wallet_${name}`, 'sign']),
    ),
  })

/** Refuses requests to grant permissions, of the page itself too, that may not be made. */
const guardGrants = (
  { points }: SessionsContext,
  mayPass: (request: PreviewedRequest) => boolean,
  load: () => Promise<Late>,
): unknown =>
  points.add(createToken<RequestPreviewer>('previews'), {
    id: 'sessions.guard',
    order: 0,
    takes: (request) => GRANTS.test(request.method) && !mayPass(request),
    async review(request) {
      const problem = (await load()).problemOf(request)
      if (problem) throw problem
    },
  })

/**
 * Smart sessions: a visitor lets the site act within limits that the chain enforces, sees what was used of
 * them, and takes them back. It is off until the host switches `features.smartSessions` on: until then
 * nothing is loaded, drawn or sent, and requests to grant permissions are refused.
 * @example createKernel({ metadata: { name: 'Shop' }, features: { smartSessions: true },
 * plugins: [evm({ networks: [mainnet] }), smartSessions({ url: '/api' })] })
 * @throws `kernel.invalid_option`
 */
export const smartSessions = ({ url, projectId }: SmartSessionsOptions = {}): PluginDefinition<
  'sessions',
  SmartSessionsApi,
  SessionsStorage
> => {
  const service = url ? toAbsolute(url) : undefined
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
      const start = ctx.lazy('smart sessions', async () => {
        const { startLate } = await import('./late.js')
        return (late ??= startLate({ ctx, slice, url: service?.href, projectId }))
      })
      const load = async () => (isOn() ? start() : refuse())
      const sessions = async () => (await load()).sessions()
      holdMethods(ctx)
      guardGrants(ctx, (request) => isOn() && !!late && !late.problemOf(request), load)
      ctx.late(() => {
        const follow = async () => isOn() && start()
        ctx.onDispose(ctx.features.subscribe(() => void follow().catch(ctx.log.warn)))
        return follow()
      })
      return {
        state: { get: slice.get, subscribe: slice.subscribe },
        grant: async (request) => (await sessions()).grant(request),
        list: async () => (await sessions()).list(),
        revoke: async (session) => (await sessions()).revoke(session),
        revokeAll: async () => (await sessions()).revokeAll(),
        show: ctx.router.push,
        networkOf: (id) => ctx.networks.find(id)?.value,
      }
    },
  })
}
