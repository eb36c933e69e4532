import { createHistory } from './engine/createHistory.js'
import { english } from './messages.js'
import type { Setup } from './setup.js'
import { translations } from './translations.js'
import { views } from './views.js'

/** Registers the texts and the views that wait until the tab is shown, and what fills them. */
export function startLate(setup: Setup) {
  const { ctx } = setup
  // `plugin.ts` registers the tab's view itself.
  const [list, ...others] = views
  ctx.messages.add({ en: english, ...translations })
  for (const view of others) ctx.views.add(view)
  return { history: createHistory(setup), drawList: list!.render.react! }
}
