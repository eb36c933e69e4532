import type { Needs } from './ground.js'
import { english } from './messages.js'
import { translations } from './translations.js'
import { views } from './views.js'

/** Texts and views, which wait until the visitor needs them, and what was sent and not seen to end. */
export function startLate(needs: Needs) {
  const { ctx } = needs
  const load = ctx.lazy('the form', async () => (await import('./form.js')).createForm(needs))
  // A view is drawn when its fields can be typed into.
  const whenLoaded =
    <T>(draw: () => Promise<T>) =>
    async (): Promise<T> =>
      (await Promise.all([draw(), load()]))[0]
  // The form has its place from the beginning: a host may open it before anything else is there.
  const [form, ...others] = views
  ctx.messages.add({ en: english, ...translations })
  for (const {
    render: { react },
    ...view
  } of others)
    ctx.views.add({ ...view, render: { ...(react && { react: whenLoaded(react) }) } })
  if (ctx.storage.get('sent')) load().catch(ctx.log.warn)
  return { load, drawForm: whenLoaded(form!.render.react!) }
}
