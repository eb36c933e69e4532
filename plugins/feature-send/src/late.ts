import type { Form } from './form.js'
import type { Needs } from './ground.js'
import { english } from './messages.js'
import { translations } from './translations.js'
import { views } from './views.js'

/** Texts and views, which wait until the visitor needs them, and what was sent and not seen to end. @returns what loads the form, once */
export function startLate(needs: Needs): () => Promise<Form> {
  const { ctx } = needs
  ctx.messages.add({ en: english, ...translations })
  const load = ctx.lazy('the form', async () => (await import('./form.js')).createForm(needs))
  // A view is drawn when its fields can be typed into.
  for (const { render: { react }, ...view } of views) ctx.views.add({ ...view, render: { ...(react && { react: async () => (await Promise.all([react(), load()]))[0] }) } })
  if (ctx.storage.get('sent')) load().catch(ctx.log.warn)
  return load
}
