import type { KernelPorts } from '@latchkey/kernel'
import {
  defineView,
  type Catalogue,
  type Dispose,
  type ViewDefinition,
  type ViewId,
} from '@latchkey/plugin-api'
import type {} from '../kit/index.js'
import type { RendererCache, ViewComponent } from '../outlet/rendererCache.js'
import { Connect } from './connect/Connect.js'
import { ConnectingExternal } from './connect/ConnectingExternal.js'
import { followFeature } from './shared/followFeature.js'

const connectedViews = () => import('./connectedViews.js')
const walletViews = () => import('./walletViews.js')
/**
 * Loads the search in parallel with the view, not after it. The view reports a search that could
 * not be loaded.
 */
const allWallets = () => {
  import('./wallets/walletSearch.js').catch(() => undefined)
  return walletViews()
}
const helpViews = () => import('./helpViews.js')

/** Registers the Receive view and its account button while that feature is on. */
const registerReceive = (ports: KernelPorts): Dispose =>
  followFeature(ports, 'receive', () => [
    ports.views.add(
      defineView({
        id: 'Receive',
        title: 'ui.receive',
        render: { react: () => import('./account/Receive.js').then(({ Receive }) => Receive) },
      }),
    ),
    ports.accountActions.add({
      id: 'ui.receive',
      label: 'ui.receive',
      icon: 'M12 4v12M7 11l5 5 5-5M5 20h14',
      feature: 'receive',
      run: () => ports.router.push('Receive'),
    }),
  ])

/** Views that the modal's rules of opening and closing need to know. */
const ROLES: { readonly [Id in ViewId]?: ViewDefinition['role'] } = {
  Connect: 'connect',
  ConnectingExternal: 'connect',
  ConnectingMultiChain: 'connect',
  AllWallets: 'connect',
  Account: 'account',
}

/**
 * Registers the views of this package with the kernel, and the account buttons of views that are a
 * feature.
 * The views up to the click on a wallet come with the modal. The other lists of wallets are one
 * chunk and the views of a connected wallet another: a chunk for each view would split their shared
 * code into a dozen files, all of which would be requested at the first opening.
 */
export function registerViews(ports: KernelPorts, renderers: RendererCache): Dispose {
  const { views, messages } = ports
  const ends: Dispose[] = []
  let hasTexts = false
  /** Adds the texts that were loaded with a view, and returns the view. */
  const withTexts = <View>(texts: Catalogue, view: View): View => {
    if (!hasTexts) ends.push(messages.add({ en: texts }))
    hasTexts = true
    return view
  }
  const view = <Id extends ViewId>(
    id: Id,
    title: string,
    react: NonNullable<ViewDefinition<Id>['render']['react']>,
    now?: unknown,
  ): void => {
    const role = ROLES[id]
    const definition = defineView({ id, title, ...(role && { role }), render: { react } })
    if (now) renderers.put(definition as unknown as ViewDefinition, now as ViewComponent)
    ends.push(views.add(definition))
  }
  view('Connect', 'ui.connectTitle', async () => Connect, Connect)
  view('ConnectingExternal', 'ui.connectTitle', async () => ConnectingExternal, ConnectingExternal)
  view('ConnectingMultiChain', 'ui.chooseChainTitle', () =>
    walletViews().then(({ ConnectingMultiChain }) => ConnectingMultiChain),
  )
  view('AllWallets', 'ui.allWallets', () => allWallets().then(({ AllWallets }) => AllWallets))
  view('WhatIsWallet', 'ui.whatIsWallet', () =>
    helpViews().then(({ enHelp, WhatIsWallet }) => withTexts(enHelp, WhatIsWallet)),
  )
  view('GetAWallet', 'ui.getAWallet', () =>
    helpViews().then(({ enHelp, GetAWallet }) => withTexts(enHelp, GetAWallet)),
  )
  view('Account', 'ui.accountTitle', () => connectedViews().then(({ Account }) => Account))
  view('ProfileWallets', 'ui.wallets', () =>
    import('./account/ProfileWallets.js').then(({ ProfileWallets }) => ProfileWallets),
  )
  view('WhatIsNetwork', 'ui.whatIsNetwork', () =>
    helpViews().then(({ enHelp, WhatIsNetwork }) => withTexts(enHelp, WhatIsNetwork)),
  )
  view('Networks', 'ui.networksTitle', () => connectedViews().then(({ Networks }) => Networks))
  view('SwitchNetwork', 'ui.switchTitle', () =>
    connectedViews().then(({ SwitchNetwork }) => SwitchNetwork),
  )
  view('SwitchActiveChain', 'ui.switchTitle', () =>
    connectedViews().then(({ SwitchActiveChain }) => SwitchActiveChain),
  )
  view('UnsupportedChain', 'ui.switchTitle', () =>
    connectedViews().then(({ UnsupportedChain }) => UnsupportedChain),
  )
  ends.push(registerReceive(ports))
  return () => {
    for (const end of ends) end()
  }
}
