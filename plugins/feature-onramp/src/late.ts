import type { OnrampForm } from './api.js'
import { english } from './messages.js'
import { createProviders } from './providers/list.js'
import type { EagerParts } from './services.js'
import { translations } from './translations.js'
import { drawForm, views } from './views.js'

/** Registers the texts and views that wait until the visitor wants to buy. */
export function startLate({ ctx, slice, client, options }: EagerParts) {
  ctx.messages.add({ en: english, ...translations })
  for (const view of views) ctx.views.add(view)
  return {
    drawForm,
    /** Makes the form. Prices and purchases are two files, which are fetched together. */
    async load(): Promise<OnrampForm> {
      const [{ createOnramp }, { createOrders, createPurchase }] = await Promise.all([
        import('./createOnramp.js'),
        import('./orders/index.js'),
      ])
      const { providers: _, ...rest } = options
      const providers = createProviders(ctx, options, () => client() !== undefined)
      const setup = { ctx, slice, client, providers, ...rest }
      return createOnramp(setup, { createOrders, createPurchase })
    },
  }
}
