import { createToken, type RequestPreviewer, type Slice } from '@latchkey/plugin-api'
import { createExpiry } from './expiry.js'
import { createDeclined, createLeft, Traces } from './memory.js'
import { english } from './messages.js'
import { OneClick } from './oneClick.js'
import { createPreviewer } from './previewer.js'
import { createRequests } from './requests.js'
import { createScreen, VIEW } from './screen.js'
import { SignIn } from './signIn.js'
import { createTabs } from './tabs.js'
import { translations } from './translations.js'
import { openLazily } from './stores/lazily.js'
import type { Context, SiwxOptions, SiwxState } from './types.js'
import { createWallet } from './wallet.js'

const MINUTE = 60_000

/** Steps into what goes on, as long as the plugin lives. */
function listen(ctx: Context, options: SiwxOptions, slice: Slice<SiwxState>, signIn: SignIn): void {
  const { requests, oneClick } = signIn.parts
  // Who comes back connected may be signed in.
  const ahead = (): void =>
    void (
      options.automatic !== false &&
      !ctx.connections.get().restoring &&
      !ctx.accounts.active() &&
      requests.prepare()
    )
  ctx.flow.connect.before(oneClick.attach)
  ctx.flow.close(
    () =>
      !(
        options.required &&
        ctx.router.get().at(-1)?.view === VIEW &&
        ['checking', 'asking', 'signing', 'verifying', 'leaving'].includes(slice.get().status)
      ),
  )
  ctx.points.add(createToken<RequestPreviewer>('previews'), createPreviewer(signIn.shown))
  const stops = [
    ctx.events.on('connection:failed', () => {
      oneClick.withdraw()
      if (ctx.modal.get().open) ahead()
    }),
    ctx.events.on(
      'connection:closed',
      ({ connectionId, reason }) => void (reason === 'user' && signIn.disconnected(connectionId)),
    ),
    ctx.events.on(
      'account:changed',
      ({ namespace, account }) => void (account ?? signIn.gone(namespace)),
    ),
    ctx.events.on('modal:closed', () => signIn.closed()),
    // The network that the wallet is on may be one of the site's from now on.
    ctx.networks.subscribe(
      () =>
        void (slice.get().status === 'idle' && !ctx.connections.get().restoring && signIn.check()),
    ),
    // Ahead of the click that connects.
    ctx.events.on('modal:opened', () => ahead()),
    // Whoever opens the view wants to sign.
    ctx.events.on(
      'router:view-changed',
      ({ view }) =>
        void (
          view === VIEW &&
          ['idle', 'signedOut'].includes(slice.get().status) &&
          ctx.accounts.active() &&
          signIn.check({ wanted: true })
        ),
    ),
  ]
  for (const stop of stops) ctx.onDispose(stop)
  ahead()
}

/** Opens the store and steps into the flows. */
export function start(ctx: Context, options: SiwxOptions, slice: Slice<SiwxState>): SignIn {
  ctx.messages.add({ en: english, ...translations })
  const { clockSkew = MINUTE, uris = [] } = options
  const store = openLazily(options.store, {
    ctx,
    clockSkew,
    uris,
    node:
      (network) =>
      ({ method, params }) =>
        ctx.connections.request({ network, method, params, signal: ctx.signal }),
  })
  const requests = createRequests(store, options)
  const expiry = createExpiry(() => void signIn.check())
  const signIn: SignIn = new SignIn({
    ctx,
    options,
    set: slice.set,
    get: slice.get,
    store,
    requests,
    expiry,
    oneClick: new OneClick(requests, options, ctx),
    screen: createScreen(ctx),
    ask: createWallet(ctx),
    tabs: createTabs(ctx, () => void signIn.follow()),
    declined: createDeclined(ctx),
    left: createLeft(ctx, store),
    traces: new Traces(),
  })
  ctx.onDispose(signIn.dispose)
  listen(ctx, options, slice, signIn)
  void signIn.parts.left.settle()
  return signIn
}
