import { createToken, type RequestPreviewer, type Slice } from '@latchkey/plugin-api'
import { createAskWallet } from './flow/askWallet.js'
import { Attempts } from './flow/attempts.js'
import { createExpiry } from './flow/expiry.js'
import { Leaving } from './flow/leaving.js'
import { OneClick } from './flow/oneClick.js'
import { createPreviewer } from './flow/previewer.js'
import { createRequests } from './flow/requests.js'
import { createScreen, VIEW } from './flow/screen.js'
import { SignIn } from './flow/signIn.js'
import type { SignInParts } from './flow/signInParts.js'
import { english } from './messages.js'
import { openLazily } from './stores/openLazily.js'
import { createTabs } from './stores/tabs.js'
import {
  createDeclinedList,
  createPendingRevocations,
  SessionTraces,
} from './stores/visitorMemory.js'
import { translations } from './translations.js'
import type { Context, SiwxOptions, SiwxState } from './types.js'

const MINUTE_MS = 60_000

/** Statuses in which a visitor who must sign cannot close the sign-in view. */
const HELD_STATUSES: readonly SiwxState['status'][] = [
  'checking',
  'asking',
  'signing',
  'verifying',
  'leaving',
]

/** Fetches a nonce ahead of the click that connects, where the visitor may be asked then. */
function prepareNonce({ ctx, options, requests }: SignInParts): void {
  const mayBeAsked =
    options.automatic !== false && !ctx.connections.get().restoring && !ctx.accounts.active()
  if (mayBeAsked) requests.prepare()
}

/** Keeps a visitor who must sign in the view, and previews the plugin's own requests. */
function addGuards({ parts, getShownRequest }: SignIn): void {
  const { ctx, options, get, oneClick } = parts
  ctx.flow.connect.before(oneClick.attach)
  ctx.flow.close(() => {
    const isOnTop = ctx.router.get().at(-1)?.view === VIEW
    return !(options.required && isOnTop && HELD_STATUSES.includes(get().status))
  })
  ctx.points.add(createToken<RequestPreviewer>('previews'), createPreviewer(getShownRequest))
}

/** Follows connections, accounts, networks and the modal for as long as the plugin lives. */
function addListeners(signIn: SignIn, leaving: Leaving): void {
  const { parts } = signIn
  const { ctx, get, oneClick } = parts
  const stops = [
    ctx.events.on('connection:failed', () => {
      oneClick.withdraw()
      if (ctx.modal.get().open) prepareNonce(parts)
    }),
    ctx.events.on('connection:closed', ({ connectionId, reason }) => {
      if (reason === 'user') void leaving.onDisconnected(connectionId)
    }),
    ctx.events.on('account:changed', ({ namespace, account }) => {
      if (!account) leaving.onAccountGone(namespace)
    }),
    ctx.events.on('modal:closed', () => leaving.onModalClosed()),
    // The network that the wallet is on may have become one of the site's.
    ctx.networks.subscribe(() => {
      if (get().status === 'idle' && !ctx.connections.get().restoring) void signIn.check()
    }),
    ctx.events.on('modal:opened', () => prepareNonce(parts)),
    // The host opened the view: the visitor is asked although nothing has begun.
    ctx.events.on('router:view-changed', ({ view }) => {
      if (view === VIEW && ['idle', 'signedOut'].includes(get().status) && ctx.accounts.active())
        void signIn.check({ wanted: true })
    }),
  ]
  for (const stop of stops) ctx.onDispose(stop)
}

/** The functions of the API and of the flows, as they are once this half is loaded. */
export interface LateSignIn
  extends
    Pick<SignIn, 'connected' | 'check' | 'signIn' | 'requestSignMessage' | 'getSessions'>,
    Pick<Leaving, 'signOut' | 'cancel'> {}

/** Opens the store, and takes part in connecting, switching networks and closing the modal. */
export function start(ctx: Context, options: SiwxOptions, slice: Slice<SiwxState>): LateSignIn {
  ctx.messages.add({ en: english, ...translations })
  const { clockSkew = MINUTE_MS, uris = [] } = options
  const store = openLazily(options.store, {
    ctx,
    clockSkew,
    uris,
    node:
      (network) =>
      ({ method, params }) =>
        ctx.connections.request({ network, method, params, signal: ctx.signal }),
  })
  const requests = createRequests(ctx, store, options)
  const parts: SignInParts = {
    ctx,
    options,
    set: slice.set,
    get: slice.get,
    store,
    requests,
    expiry: createExpiry(() => void signIn.check()),
    oneClick: new OneClick(requests, options, ctx),
    screen: createScreen(ctx),
    askWallet: createAskWallet(ctx),
    tabs: createTabs(ctx, () => void leaving.followOtherTab()),
    declined: createDeclinedList(ctx),
    revocations: createPendingRevocations(ctx, store),
    traces: new SessionTraces(),
  }
  const signIn: SignIn = new SignIn(parts, new Attempts(parts))
  const leaving: Leaving = new Leaving(signIn)
  ctx.onDispose(signIn.dispose)
  addGuards(signIn)
  addListeners(signIn, leaving)
  prepareNonce(parts)
  void parts.revocations.retry()
  return {
    connected: (result) => signIn.connected(result),
    check: (how) => signIn.check(how),
    signIn: () => signIn.signIn(),
    requestSignMessage: () => signIn.requestSignMessage(),
    getSessions: () => signIn.getSessions(),
    signOut: () => leaving.signOut(),
    cancel: () => leaving.cancel(),
  }
}
