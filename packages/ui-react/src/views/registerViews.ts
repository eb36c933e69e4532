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
  const view = <Id extends ViewId>(
    id: Id,
    title: string,
    react: NonNullable<ViewDefinition<Id>['render']['react']>,
    now?: unknown,
  ): void => {
    const definition = defineView({ id, title, render: { react } })
    if (now) renderers.put(definition as unknown as ViewDefinition, now as ViewComponent)
    ends.push(views.add(definition))
  }
  view('Connect', 'ui.connectTitle', async () => Connect, Connect)
  view(
    'ConnectingExternal',
    'ui.connectingTitle',
    async () => ConnectingExternal,
    ConnectingExternal,
  )
  view('ConnectingMultiChain', 'ui.chooseChainTitle', () =>
    wallets().then(({ ConnectingMultiChain }) => ConnectingMultiChain),
  )
  view('AllWallets', 'ui.allWallets', () => allWallets().then(({ AllWallets }) => AllWallets))
  view('WhatIsWallet', 'ui.whatIsWallet', () =>
    newcomers().then(({ enNewcomers, WhatIsWallet }) => explained(enNewcomers, WhatIsWallet)),
  )
  view('GetAWallet', 'ui.getAWallet', () =>
    newcomers().then(({ enNewcomers, GetAWallet }) => explained(enNewcomers, GetAWallet)),
  )
  view('Account', 'ui.accountTitle', () => others().then(({ Account }) => Account))
  view('ProfileWallets', 'ui.walletsTitle', () =>
    others().then(({ ProfileWallets }) => ProfileWallets),
  )
  view('WhatIsNetwork', 'ui.whatIsNetwork', () =>
    newcomers().then(({ enNewcomers, WhatIsNetwork }) => explained(enNewcomers, WhatIsNetwork)),
  )
  view('Networks', 'ui.networksTitle', () => others().then(({ Networks }) => Networks))
  view('SwitchNetwork', 'ui.switchTitle', () => others().then(({ SwitchNetwork }) => SwitchNetwork))
  view('SwitchActiveChain', 'ui.switchTitle', () =>
    others().then(({ SwitchActiveChain }) => SwitchActiveChain),
  )
  view('UnsupportedChain', 'ui.unsupportedTitle', () =>
    others().then(({ UnsupportedChain }) => UnsupportedChain),
  )
  ends.push(
    followFeature(ports, 'receive', () => [
      views.add(
        defineView({
          id: 'Receive',
          title: 'ui.receive',
          render: { react: () => import('./Receive.js').then(({ Receive }) => Receive) },
        }),
      ),
      accountActions.add({
        id: 'ui.receive',
        label: 'ui.receive',
        icon: 'M12 4v12M7 11l5 5 5-5M5 20h14',
        feature: 'receive',
        run: () => router.push('Receive'),
      }),
    ]),
  )
  return () => {
    for (const end of ends) end()
  }
}
