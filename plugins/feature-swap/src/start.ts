import type { ViewDefinition } from '@latchkey/plugin-api'
import type { SwapCalls, createSwap } from './createSwap.js'
import { english } from './messages.js'
import { addPending } from './sending/pending.js'
import type { SwapSetup } from './services/swapServices.js'
import { translations } from './translations.js'
import { views } from './views.js'

/** The plugin as it is once a view needs it. */
export interface Started {
  calls: SwapCalls
  drawForm: NonNullable<(typeof views)[0]['render']['react']>
}

/** Registers texts and views, and makes what they call. */
export function start(setup: SwapSetup, create: typeof createSwap): Started {
  const { ctx } = setup
  // `plugin.ts` registers the form's view itself: a host may open it before this is loaded.
  const [form, ...others] = views
  ctx.messages.add({ en: english, ...translations })
  for (const view of others) ctx.views.add(view as ViewDefinition)
  addPending(setup)
  return { calls: create(setup), drawForm: form.render.react! }
}
