import { createToken, type RequestPreviewer } from '@latchkey/plugin-api'
import { createTabs } from '../stores/tabs.js'
import {
  createDeclinedList,
  createPendingRevocations,
  SessionTraces,
} from '../stores/visitorMemory.js'
import { VIEW } from '../viewId.js'
import { createAskWallet } from './askWallet.js'
import { Attempts } from './attempts.js'
import { createExpiry } from './expiry.js'
import { Leaving } from './leaving.js'
import { createPreviewer } from './previewer.js'
import { createScreen } from './screen.js'
import { SignIn } from './signIn.js'
import type { OpeningParts, SignInParts } from './signInParts.js'

/** Follows connections, accounts, networks and the modal for as long as the plugin lives. */
function addListeners(signIn: SignIn, leaving: Leaving): void {
  const { ctx, get } = signIn.parts
  const stops = [
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
    // The host opened the view: the visitor is asked although nothing has begun.
    ctx.events.on('router:view-changed', ({ view }) => {
      if (view === VIEW && ['idle', 'signedOut'].includes(get().status) && ctx.accounts.active())
        void signIn.check({ wanted: true })
    }),
  ]
  for (const stop of stops) ctx.onDispose(stop)
}

/** The functions of the API and of the flows, as they are once this part is loaded. */
export interface SignInFlows
  extends
    Pick<SignIn, 'connected' | 'check' | 'signIn' | 'requestSignMessage' | 'getSessions'>,
    Pick<Leaving, 'signOut' | 'cancel'> {}

/** Takes part in connecting, switching networks, requests and disconnecting. */
export function startFlows(opening: OpeningParts): SignInFlows {
  const { ctx, options, slice, store, requests, oneClick } = opening
  const parts: SignInParts = {
    ctx,
    options,
    set: slice.set,
    get: slice.get,
    store,
    requests,
    expiry: createExpiry(() => void signIn.check()),
    oneClick,
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
  ctx.points.add(createToken<RequestPreviewer>('previews'), createPreviewer(signIn.getShownRequest))
  addListeners(signIn, leaving)
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
