import type { ReactNode } from 'react'
import { Icon, type IconName } from '../kit/Icon.js'
import { Text } from '../kit/messages.js'

const POINTS: readonly { icon: IconName; title: string; k: string }[] = [
  { icon: 'network', title: 'ui.aboutNetworksTitle', k: 'ui.aboutNetworks' },
  { icon: 'wallet', title: 'ui.aboutNetworksAddressTitle', k: 'ui.aboutNetworksAddress' },
  { icon: 'refresh', title: 'ui.aboutNetworksSwitchTitle', k: 'ui.aboutNetworksSwitch' },
  { icon: 'info', title: 'ui.aboutTestnetsTitle', k: 'ui.aboutTestnets' },
]

/** In four sentences, for whoever never had to choose one. */
export const WhatIsNetwork = (): ReactNode => (
  <ul className="points">
    {POINTS.map(({ icon, title, k }) => <li key={k}><Icon name={icon} /><span><strong><Text k={title} /></strong><Text k={k} /></span></li>)}
  </ul>
)
