import type { KernelPorts } from '@latchkey/kernel'
import { defineView, type Catalogue, type Dispose, type ViewDefinition } from '@latchkey/plugin-api'
import type {} from '../kit/index.js'
import type { RendererCache, ViewComponent } from '../outlet/rendererCache.js'
import { Connect } from './Connect.js'
import { ConnectingExternal } from './ConnectingExternal.js'
import { followFeature } from './followFeature.js'

const others = () => import('./others.js')
const wallets = () => import('./wallets.js')
/** With what searches a directory, not after it: the view says so if that is lost. */
const allWallets = () => {
  import('./walletSearch.js').catch(() => undefined)
  return wallets()
}
const newcomers = () => import('./newcomers.js')

/**
 * Brings the views of this package into the kernel, and the account's button for those that are a feature. Those up to a click on a wallet come with the modal, the other lists of wallets together when one of them is first shown, and so the views of who is connected:
 * a chunk of its own for each would split what they share into a dozen files, all of them asked for at the first opening.
 */
export function registerViews(ports: KernelPorts, renderers: RendererCache): Dispose {
  const { views, accountActions, router, messages } = ports
  const ends: Dispose[] = []
  let isExplained = false
  /** The view, with the texts that came with it. */
  const explained = <View>(texts: Catalogue, view: View): View => {
    if (!isExplained) ends.push(messages.add({ en: texts }))
    isExplained = true
    return view
  }
  const connect = defineView({ id: 'Connect', title: 'ui.connectTitle', render: { react: () => Promise.resolve(Connect) } })
  const connecting = defineView({ id: 'ConnectingExternal', title: 'ui.connectingTitle', render: { react: () => Promise.resolve(ConnectingExternal) } })
  renderers.put(connect as unknown as ViewDefinition, Connect as ViewComponent)
  renderers.put(connecting as unknown as ViewDefinition, ConnectingExternal as ViewComponent)
  ends.push(
    views.add(connect),
    views.add(connecting),
    views.add(defineView({ id: 'ConnectingMultiChain', title: 'ui.chooseChainTitle', render: { react: () => wallets().then(({ ConnectingMultiChain }) => ConnectingMultiChain) } })),
    views.add(defineView({ id: 'AllWallets', title: 'ui.allWallets', render: { react: () => allWallets().then(({ AllWallets }) => AllWallets) } })),
    views.add(defineView({ id: 'WhatIsWallet', title: 'ui.whatIsWallet', render: { react: () => newcomers().then(({ enNewcomers, WhatIsWallet }) => explained(enNewcomers, WhatIsWallet)) } })),
    views.add(defineView({ id: 'GetAWallet', title: 'ui.getAWallet', render: { react: () => newcomers().then(({ enNewcomers, GetAWallet }) => explained(enNewcomers, GetAWallet)) } })),
    views.add(defineView({ id: 'Account', title: 'ui.accountTitle', render: { react: () => others().then(({ Account }) => Account) } })),
    views.add(defineView({ id: 'ProfileWallets', title: 'ui.walletsTitle', render: { react: () => others().then(({ ProfileWallets }) => ProfileWallets) } })),
    followFeature(ports, 'receive', () => [
      views.add(defineView({ id: 'Receive', title: 'ui.receive', render: { react: () => import('./Receive.js').then(({ Receive }) => Receive) } })),
      accountActions.add({ id: 'ui.receive', label: 'ui.receive', icon: 'M12 4v12M7 11l5 5 5-5M5 20h14', feature: 'receive', run: () => router.push('Receive') }),
    ]),
    views.add(defineView({ id: 'WhatIsNetwork', title: 'ui.whatIsNetwork', render: { react: () => newcomers().then(({ enNewcomers, WhatIsNetwork }) => explained(enNewcomers, WhatIsNetwork)) } })),
    views.add(defineView({ id: 'Networks', title: 'ui.networksTitle', render: { react: () => others().then(({ Networks }) => Networks) } })),
    views.add(defineView({ id: 'SwitchNetwork', title: 'ui.switchTitle', render: { react: () => others().then(({ SwitchNetwork }) => SwitchNetwork) } })),
    views.add(defineView({ id: 'SwitchActiveChain', title: 'ui.switchTitle', render: { react: () => others().then(({ SwitchActiveChain }) => SwitchActiveChain) } })),
    views.add(defineView({ id: 'UnsupportedChain', title: 'ui.unsupportedTitle', render: { react: () => others().then(({ UnsupportedChain }) => UnsupportedChain) } })),
  )
  return () => {
    for (const end of ends) end()
  }
}
