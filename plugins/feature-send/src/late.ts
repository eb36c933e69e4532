import type { PendingSource } from '@latchkey/feature-activity'
import { createToken } from '@latchkey/plugin-api'
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
  const { ctx, slice } = setup
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
  if (ctx.storage.get('sent')) load().catch(ctx.log.warn)
  return { load, drawForm: whenLoaded(form!.render.react!) }
}
