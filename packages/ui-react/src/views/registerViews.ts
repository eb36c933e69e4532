import type { KernelPorts } from '@latchkey/kernel'
import { defineView, type Dispose, type ViewDefinition } from '@latchkey/plugin-api'
import type {} from '../kit/index.js'
import type { RendererCache, ViewComponent } from '../outlet/rendererCache.js'
import { Connect } from './Connect.js'
import { ConnectingExternal } from './ConnectingExternal.js'

/** Brings the views of this package into the kernel. What a click on a wallet shows comes with the modal, each of the others when it is first shown. */
export function registerViews({ views }: KernelPorts, renderers: RendererCache): Dispose {
  const connect = defineView({ id: 'Connect', title: 'ui.connectTitle', render: { react: () => Promise.resolve(Connect) } })
  const connecting = defineView({ id: 'ConnectingExternal', title: 'ui.connectingTitle', render: { react: () => Promise.resolve(ConnectingExternal) } })
  renderers.put(connect as unknown as ViewDefinition, Connect as ViewComponent)
  renderers.put(connecting as unknown as ViewDefinition, ConnectingExternal as ViewComponent)
  const ends = [
    views.add(connect),
    views.add(connecting),
    views.add(defineView({ id: 'ConnectingMultiChain', title: 'ui.chooseChainTitle', render: { react: () => import('./ConnectingMultiChain.js').then((module) => module.ConnectingMultiChain) } })),
    views.add(defineView({ id: 'AllWallets', title: 'ui.allWallets', render: { react: () => import('./AllWallets.js').then((module) => module.AllWallets) } })),
    views.add(defineView({ id: 'Account', title: 'ui.accountTitle', render: { react: () => import('./Account.js').then((module) => module.Account) } })),
    views.add(defineView({ id: 'ProfileWallets', title: 'ui.walletsTitle', render: { react: () => import('./ProfileWallets.js').then((module) => module.ProfileWallets) } })),
    views.add(defineView({ id: 'Networks', title: 'ui.networksTitle', render: { react: () => import('./Networks.js').then((module) => module.Networks) } })),
    views.add(defineView({ id: 'SwitchNetwork', title: 'ui.switchTitle', render: { react: () => import('./SwitchNetwork.js').then((module) => module.SwitchNetwork) } })),
    views.add(defineView({ id: 'SwitchActiveChain', title: 'ui.switchTitle', render: { react: () => import('./SwitchActiveChain.js').then((module) => module.SwitchActiveChain) } })),
    views.add(defineView({ id: 'UnsupportedChain', title: 'ui.unsupportedTitle', render: { react: () => import('./UnsupportedChain.js').then((module) => module.UnsupportedChain) } })),
  ]
  return () => {
    for (const end of ends) end()
  }
}
