import type { TokenAction } from '@latchkey/feature-assets'
import { createToken } from '@latchkey/plugin-api'
import { addPending } from './sending/pending.js'
import type { SwapSetup } from './services/swapServices.js'
import { translations } from './translations.js'

/**
 * Registers what the Account view and other plugins show of swaps. Everything else waits for a view, or
 * for something of an earlier page that is still to be followed.
 */
export function startLate(setup: SwapSetup) {
  const { ctx, isOffered } = setup
  const load = ctx.lazy('the swap', async () => (await import('./start.js')).start(setup))
  ctx.messages.add({ en: { 'swap.title': 'Swap' }, ...translations })
  addPending(setup)
  // A button of each token that the plugin `assets` shows.
  ctx.points.add(createToken<TokenAction>('assets.actions'), {
    id: 'swap',
    feature: 'swaps',
    label: 'swap.title',
    when: ({ chainId }) => isOffered(chainId) && ctx.activeNetwork.current()?.id === chainId,
    run: ({ address }) => ctx.router.push('Swap', { from: address ?? 'native' }),
  })
  if (ctx.storage.get('sent')) load().catch(ctx.log.warn)
  return load
}
