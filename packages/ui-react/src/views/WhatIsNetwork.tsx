import type { ReactNode } from 'react'
import { Icon, type IconName } from '../kit/Icon.js'
import { Text } from '../kit/messages.js'

const POINTS: readonly { icon: IconName; k: string }[] = [
  { icon: 'network', k: 'ui.aboutNetworks' },
  { icon: 'wallet', k: 'ui.aboutNetworksAddress' },
  { icon: 'refresh', k: 'ui.aboutNetworksSwitch' },
  { icon: 'info', k: 'ui.aboutTestnets' },
]

/** In four sentences, for whoever never had to choose one. */
export const WhatIsNetwork = (): ReactNode => (
  <ul className="points">
    {POINTS.map(({ icon, k }) => <li key={k}><Icon name={icon} /><span><strong><Text k={`${k}Title`} /></strong><Text k={k} /></span></li>)}
  </ul>
)
