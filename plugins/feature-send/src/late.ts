import type { PendingSource } from '@latchkey/feature-activity'
import type { NftAction, TokenAction } from '@latchkey/feature-assets'
import { createToken, namespaceOf } from '@latchkey/plugin-api'
import { english } from './messages.js'
import { pendingOf } from './history/pending.js'
import type { SendSetup } from './services/sendServices.js'
import { translations } from './translations.js'
import { views } from './views.js'

/**
 * Registers the texts and views that wait until the visitor needs them. Loads the form at once where
 * transactions of an earlier page are still to be followed.
 */
export function startLate(setup: SendSetup) {
  const { ctx, slice, canSend } = setup
  const load = ctx.lazy('the form', async () => (await import('./createForm.js')).createForm(setup))
  // A view is drawn only when its fields can be typed into.
  const whenLoaded =
    <T>(draw: () => Promise<T>) =>
    async (): Promise<T> =>
      (await Promise.all([draw(), load()]))[0]
  // `plugin.ts` registers the form's view itself: a host may open it before this half is loaded.
  const [form, ...others] = views
  ctx.messages.add({ en: english, ...translations })
  for (const {
    render: { react },
    ...view
  } of others)
    ctx.views.add({ ...view, render: { ...(react && { react: whenLoaded(react) }) } })
  ctx.points.add(createToken<PendingSource>('activity.pending'), {
    id: 'send',
    pending: pendingOf(slice),
  })
  // A button of each token that the plugin `assets` shows.
  ctx.points.add(createToken<TokenAction>('assets.actions'), {
    id: 'send',
    feature: 'send',
    label: 'send.title',
    when: ({ chainId }) => canSend(namespaceOf(chainId)),
    run(token) {
      ctx.router.push('send.form')
      Promise.all([load(), import('./form/fromAssets.js')])
        .then(([opened, { toSendToken }]) =>
          opened.setToken(toSendToken(token, ctx.peer('assets')?.state.get().currency)),
        )
        .catch(ctx.log.warn)
    },
  })
  ctx.points.add(createToken<NftAction>('assets.nftActions'), {
    id: 'send',
    label: 'send.title',
    when: ({ chainId }) => canSend(namespaceOf(chainId)),
    run(nft) {
      ctx.router.push('send.form')
      Promise.all([load(), import('./form/nfts.js')])
        .then(([opened, { nftToSendToken }]) => opened.setToken(nftToSendToken(nft)))
        .catch(ctx.log.warn)
    },
  })
  if (ctx.storage.get('sent')) load().catch(ctx.log.warn)
  return { load, drawForm: whenLoaded(form!.render.react!) }
}
