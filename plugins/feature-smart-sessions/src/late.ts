import {
  LatchkeyError,
  type ChainAdapter,
  type Dispose,
  type PreviewedRequest,
  type Slice,
} from '@latchkey/plugin-api'
import type { SessionsState } from './api.js'
import type { Sessions } from './createSessions.js'
import type { Problem } from './grants/fields.js'
import { paramsProblem, refusedError } from './grants/problems.js'
import { english } from './messages.js'
import type { SessionsContext } from './options.js'
import type { Place } from './react/place.js'
import { createSessionService } from './service/client.js'
import { NAMESPACE, type Services, type SessionsSetup } from './setup.js'
import { translations } from './translations.js'
import { sessionViews } from './views.js'

/** The half of the plugin that waits until sessions are wanted. */
export interface Late {
  /** Loads the sessions. */
  sessions(): Promise<Sessions>
  /** Whether a request to a wallet to grant permissions may be made. */
  mayPass(request: GrantRequest): boolean
  /** @throws `sessions.refused` where it may not */
  check(request: GrantRequest): void
}

type GrantRequest = Pick<PreviewedRequest, 'params' | 'account'>

const VERSION = '0.1.0'
const MS = 1000

/** The names that wallets are asked for when a session with them begins. */
const WALLET_METHODS = [
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'wallet_requestExecutionPermissions',
  'wallet_revokeExecutionPermission',
  'wallet_getSupportedExecutionPermissions',
  'wallet_getGrantedExecutionPermissions',
] as const

/** The error of a request that cannot be made here, with the specification's text. */
export const unable = (method: string): LatchkeyError<'rpc.method_not_allowed'> =>
  new LatchkeyError('rpc.method_not_allowed', 'Requested RPC call is not allowed', {
    context: { method },
    cause: { code: 4200, message: 'Requested RPC call is not allowed' },
  })

function createServices(setup: SessionsSetup, projectId: string | undefined): Services {
  const { ctx, url } = setup
  const passport = { ...(projectId && { projectId }), st: 'latchkey', sv: VERSION }
  return {
    ...setup,
    unable,
    service: url === undefined ? undefined : createSessionService(ctx, url, passport),
    loadAdapter: ctx.lazy<ChainAdapter>('the adapter of EVM chains', async () => {
      const found = ctx.adapters.find(NAMESPACE)
      if (!found) throw unable('wallet_grantPermissions')
      return found.value.load()
    }),
    account: () => ctx.accounts.active(NAMESPACE),
    networks: () =>
      ctx.networks
        .get()
        .map(({ value }) => value)
        .filter(({ namespace }) => namespace === NAMESPACE),
  }
}

/** Has the views as long as sessions are switched on. */
function addViews(ctx: SessionsContext): void {
  const place: Place = {
    open: (session) => ctx.router.push('sessions.details', { session }),
    showAll() {
      const isBelow = ctx.router.get().at(-2)?.view === 'smartSessions.list'
      if (isBelow) ctx.router.back()
      else ctx.router.replace('smartSessions.list')
    },
    networkOf: (id) => ctx.networks.find(id)?.value,
  }
  let views: readonly Dispose[] = []
  const follow = (): void => {
    const isOn = ctx.features.get().smartSessions
    if (isOn === views.length > 0) return
    for (const remove of views) remove()
    views = isOn ? sessionViews(place).map((view) => ctx.views.add(view)) : []
  }
  follow()
  ctx.onDispose(ctx.features.subscribe(follow))
}

/**
 * Starts the half of the plugin that is loaded only while sessions are switched on.
 * @param url of the site's server, absolute; `undefined`: the site names none
 */
export function startLate(
  ctx: SessionsContext,
  slice: Slice<SessionsState>,
  url: string | undefined,
  projectId: string | undefined,
): Late {
  ctx.messages.add({ en: english, ...translations })
  ctx.accountActions.add({
    id: 'sessions.open',
    label: 'sessions.title',
    icon: 'M12 7v5l3 2M12 3a9 9 0 1 0 9 9M16 3h5v5',
    feature: 'smartSessions',
    when: ({ account }) => account?.namespace === NAMESPACE,
    run: () => ctx.router.push('smartSessions.list'),
  })
  addViews(ctx)
  const [, , , , supported, granted] = WALLET_METHODS
  ctx.rpc.allow({
    namespace: NAMESPACE,
    methods: { [supported]: 'read', [granted]: 'read' },
    session: { methods: WALLET_METHODS },
  })
  const services = createServices({ ctx, slice, url }, projectId)
  const sessions = ctx.lazy('smart sessions', async () => {
    const { createSessions } = await import('./createSessions.js')
    const made = createSessions(services)
    ctx.onDispose(ctx.accounts.subscribe(made.check))
    return made
  })
  const problemOf = ({ params, account }: GrantRequest): Problem | undefined =>
    paramsProblem(params, { account: account?.address, now: Math.floor(Date.now() / MS) })
  return {
    sessions,
    mayPass(request) {
      try {
        return !problemOf(request)
      } catch {
        // A request that cannot be judged is not let through.
        return false
      }
    },
    check(request) {
      const problem = problemOf(request)
      if (problem) throw refusedError(problem)
    },
  }
}
