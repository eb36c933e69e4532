import type { IdentitySource } from '@latchkey/plugin-api'
import type { NamesForm } from './api.js'
import type { Lookup } from './lookup/createLookup.js'
import { english } from './messages.js'
import { namesNamespaces } from './options.js'
import type { NamesSetup } from './services.js'
import { translations } from './translations.js'
import { drawViews, ownerViews } from './views.js'

/** Registers the texts and views that wait until a name is wanted, and has what the views need. */
export function startLate(setup: NamesSetup) {
  const { ctx } = setup
  ctx.messages.add({ en: english, ...translations })
  const lookup = ctx.lazy('the lookup of names', async () =>
    (await import('./lookup/createLookup.js')).createLookup(setup),
  )
  const owner = ctx.lazy('the changes of names', async () => {
    const [made, { createOwner }] = await Promise.all([lookup(), import('./owner/createOwner.js')])
    return createOwner(setup, made)
  })
  // The form and the lookup are two files, which are fetched together.
  const load = ctx.lazy('the form', async () => {
    const [made, { createForm }] = await Promise.all([lookup(), import('./register/createForm.js')])
    return createForm(setup, made, owner)
  })
  for (const view of ownerViews(async () => (await load()).owner())) ctx.views.add(view)
  return {
    drawViews,
    lookup: (): Promise<Lookup> => lookup(),
    /** The name of an address. Chain families without names load nothing for it. */
    identify: async (...[address, on]: Parameters<IdentitySource['identify']>) =>
      namesNamespaces.includes(on.network.namespace)
        ? (await lookup()).identify(address, on)
        : undefined,
    load: (): Promise<NamesForm> => load(),
  }
}
