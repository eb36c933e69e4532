import type { TokenAction } from '@latchkey/feature-assets'
import { createToken } from '@latchkey/plugin-api'
import { byLanguage } from '@latchkey/plugin-api/languages'
import type { SwapSetup } from './services/swapServices.js'

/** The word on the button in other languages than English: one file for all, fetched when one is shown. */
const wordsOfButton = () =>
  byLanguage(async (language) => (await import('./swapWords.js')).wordIn(language))

/**
 * Registers what the Account view and other plugins show of swaps. Everything else waits for a view, or
 * for something of an earlier page that is still to be followed.
 */
export function startLate(setup: SwapSetup) {
  const { ctx, isOffered } = setup
  const load = ctx.lazy('the swap', async () => {
    // Two files, so that what the views share with the second is a file of its own.
    const [{ start }, { createSwap }] = await Promise.all([
      import('./start.js'),
      import('./createSwap.js'),
    ])
    return start(setup, createSwap)
  })
  ctx.messages.add({ en: { 'swap.title': 'Swap' }, ...wordsOfButton() })
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
