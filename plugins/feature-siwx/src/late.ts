import type { Slice } from '@latchkey/plugin-api'
import { OneClick } from './flow/oneClick.js'
import { createRequests } from './flow/requests.js'
import type { OpeningParts } from './flow/signInParts.js'
import type { SignInFlows } from './flow/startFlows.js'
import { english } from './messages.js'
import { openLazily } from './stores/openLazily.js'
import { translations } from './translations.js'
import type { Context, SiwxOptions, SiwxState } from './types.js'
import { VIEW } from './viewId.js'

const MINUTE_MS = 60_000

/** Statuses in which a visitor who must sign cannot close the sign-in view. */
const HELD_STATUSES: readonly SiwxState['status'][] = [
  'checking',
  'asking',
  'signing',
  'verifying',
  'leaving',
]

function openStore(ctx: Context, { store, clockSkew = MINUTE_MS, uris = [] }: SiwxOptions) {
  return openLazily(store, {
    ctx,
    clockSkew,
    uris,
    node:
      (network) =>
      ({ method, params }) =>
        ctx.connections.request({ network, method, params, signal: ctx.signal }),
  })
}

/** Keeps a visitor who must sign in the view. */
function addCloseGuard({ ctx, options, slice }: OpeningParts): void {
  ctx.flow.close(() => {
    const isOnTop = ctx.router.get().at(-1)?.view === VIEW
    return !(options.required && isOnTop && HELD_STATUSES.includes(slice.get().status))
  })
}

/** Fetches a nonce ahead of the click that connects, where the visitor may be asked then. */
function prepareNonces({ ctx, options, requests, oneClick }: OpeningParts): void {
  const prepare = (): void => {
    const mayBeAsked =
      options.automatic !== false && !ctx.connections.get().restoring && !ctx.accounts.active()
    if (mayBeAsked) requests.prepare()
  }
  ctx.onDispose(ctx.events.on('modal:opened', prepare))
  ctx.onDispose(
    ctx.events.on('connection:failed', () => {
      oneClick.withdraw()
      if (ctx.modal.get().open) prepare()
    }),
  )
  prepare()
}

/**
 * Prepares the question that a connect may carry. All else waits for an account and is a part of its
 * own, which an opening does not fetch: it begins to load with the connect, while the wallet asks.
 * @param importFlows stands in the page's first file: bundlers leave there what both files need
 * @returns loads that part
 */
export function start(
  ctx: Context,
  options: SiwxOptions,
  slice: Slice<SiwxState>,
  importFlows: () => Promise<typeof import('./flow/startFlows.js')>,
): () => Promise<SignInFlows> {
  ctx.messages.add({ en: english, ...translations })
  const store = openStore(ctx, options)
  const requests = createRequests(ctx, store, options)
  const oneClick = new OneClick(requests, options, ctx)
  const parts: OpeningParts = { ctx, options, slice, store, requests, oneClick }
  const loadFlows = ctx.lazy('sign-in', async () => (await importFlows()).startFlows(parts))
  // A failure is reported by the step after the connect, which loads it again.
  const loadAhead = (): void => void loadFlows().catch(() => undefined)
  ctx.flow.connect.before((attempt) => {
    oneClick.attach(attempt)
    loadAhead()
  })
  addCloseGuard(parts)
  prepareNonces(parts)
  // Sessions of visitors who left while the store was away are ended.
  if (ctx.storage.get('left')?.length) loadAhead()
  return loadFlows
}
