import { toNetworksOf } from './wallet/networks.js'
import { authNamespaces, ID_AUTH } from './constants.js'
import { english } from './messages.js'
import type { EmbeddedContext, Settings } from './options.js'
import { translations } from './translations.js'
import { addViews } from './views.js'
import type { Wallet } from './wallet/createWallet.js'
import { watchUnlisted } from './wallet/unlisted.js'

/** Registers the connector, the email field and the views, with the first opening or restore. */
export function registerLate(
  ctx: EmbeddedContext,
  settings: Settings,
  load: () => Promise<Wallet>,
): void {
  ctx.messages.add({ en: english, ...translations })
  addViews(ctx)
  if (settings.email)
    ctx.connectMethods.add({
      id: 'embedded.email',
      group: 'email',
      feature: 'email',
      view: 'embedded.email',
    })
  const namespaces = authNamespaces.filter((namespace) => ctx.adapters.find(namespace))
  if (!namespaces.length) return
  let wallet: Wallet | undefined
  const start = async (): Promise<Wallet> => (wallet = await load())
  ctx.connectors.add({
    id: ID_AUTH,
    name: 'Email',
    kind: 'auth',
    namespaces,
    availability: () => 'available',
    prepare: async () => void (await start()),
    connect: async (request) => (await start()).connect(request),
    restore: async (snapshot, { networks }) =>
      (await start()).restore(snapshot, toNetworksOf(networks)),
  })
  ctx.accountActions.add({
    id: 'embedded.security',
    label: 'embedded.securityTitle',
    icon: 'M12 3 5 6v6c0 4 3 7 7 9 4-2 7-5 7-9V6z',
    when: ({ account }) => account?.connectionId === ID_AUTH,
    run: () => ctx.router.push('embedded.security'),
  })
  watchUnlisted(ctx, () => wallet?.rejectPending())
}
