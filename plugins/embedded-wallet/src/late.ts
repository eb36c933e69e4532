import type { Slice } from '@latchkey/plugin-api'
import { toNetworksOf } from './wallet/networks.js'
import { holdAccountFields } from './accountFields.js'
import type { EmbeddedState } from './api.js'
import { authNamespaces, ID_AUTH } from './constants.js'
import { brandNames, SOCIALS, type Social } from './socials.js'
import { offeredSocials } from './login/platform.js'
import { english } from './messages.js'
import type { EmbeddedContext, Settings } from './options.js'
import { translations } from './translations.js'
import { addViews } from './views.js'
import type { Wallet } from './wallet/createWallet.js'
import { storedPerson } from './wallet/storedPerson.js'
import { watchUnlisted } from './wallet/unlisted.js'

/** The social accounts that the options name, each once. Names that nobody knows are said in the log. */
function knownSocials({ log }: EmbeddedContext, { socials }: Settings): readonly Social[] {
  const unknown = socials.filter((social) => !SOCIALS.includes(social))
  if (unknown.length)
    log.error(
      `embeddedWallet() knows no social accounts ${unknown.join(', ')}: they are ${SOCIALS.join(', ')}.`,
    )
  return [...new Set(socials)].filter((social) => SOCIALS.includes(social))
}

/** The ways to sign in that Connect draws. */
function addMethods(ctx: EmbeddedContext, settings: Settings, slice: Slice<EmbeddedState>): void {
  const { connectMethods, remoteFeatures } = ctx
  if (settings.email)
    connectMethods.add({
      id: 'embedded.email',
      group: 'email',
      feature: 'email',
      view: 'embedded.email',
    })
  if (!settings.socials.length) return
  const offer = (): void => {
    const remote = remoteFeatures.get()['socials']
    const allowed = settings.socials.filter((social) =>
      Array.isArray(remote) ? remote.includes(social) : remote,
    )
    slice.set({ socials: offeredSocials(allowed) })
  }
  offer()
  ctx.onDispose(remoteFeatures.subscribe(offer))
  connectMethods.add({
    id: 'embedded.socials',
    group: 'social',
    feature: 'socials',
    view: 'embedded.socials',
  })
}

function addActions(
  { accountActions, accounts, router }: EmbeddedContext,
  slice: Slice<EmbeddedState>,
): void {
  accountActions.add({
    id: 'embedded.email',
    label: 'embedded.changeTitle',
    icon: 'M4 6h16v12H4zM4 7l8 6 8-6',
    when: ({ account }) => account?.connectionId === ID_AUTH,
    run() {
      if (slice.get().change.step === 'done') slice.set({ change: { step: 'address' } })
      router.push('UpdateEmailWallet')
    },
  })
  accountActions.add({
    id: 'embedded.accountType',
    label: 'embedded.accountTypeTitle',
    icon: 'M4 8h13l-3-3M20 16H7l3 3',
    when: ({ account }) =>
      account?.connectionId === ID_AUTH &&
      accounts
        .all('eip155')
        .some(({ connectionId, type }) => connectionId === ID_AUTH && type === 'smartAccount'),
    run: () => router.push('embedded.accountType'),
  })
  accountActions.add({
    id: 'embedded.security',
    label: 'embedded.securityTitle',
    icon: 'M12 3 5 6v6c0 4 3 7 7 9 4-2 7-5 7-9V6z',
    when: ({ account }) => account?.connectionId === ID_AUTH,
    run: () => router.push('embedded.security'),
  })
}

/** Registers the connector, the ways to sign in and the views, with the first opening or restore. */
export function registerLate(
  ctx: EmbeddedContext,
  given: Settings,
  slice: Slice<EmbeddedState>,
  load: () => Promise<Wallet>,
): void {
  const settings = { ...given, socials: knownSocials(ctx, given) }
  ctx.messages.add({ en: english, ...translations })
  addViews(ctx, settings)
  addMethods(ctx, settings, slice)
  const namespaces = authNamespaces.filter((namespace) => ctx.adapters.find(namespace))
  if (!namespaces.length) return
  let wallet: Wallet | undefined
  const start = async (): Promise<Wallet> => (wallet = await load())
  ctx.connectors.add({
    id: ID_AUTH,
    // The kernel reads it with each connection that it takes up. The way of the sign-in is stored by then.
    get name() {
      const { provider } = storedPerson(ctx)
      return provider ? brandNames[provider] : 'Email'
    },
    kind: 'auth',
    namespaces,
    availability: () => 'available',
    prepare: async () => void (await start()),
    connect: async (request) => (await start()).connect(request),
    restore: async (snapshot, { networks }) =>
      (await start()).restore(snapshot, toNetworksOf(networks)),
  })
  addActions(ctx, slice)
  holdAccountFields(ctx, slice)
  watchUnlisted(ctx, () => wallet?.rejectPending())
}
