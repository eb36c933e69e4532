import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../kit/controls/Icon.js'
import { Text } from '../../kit/text/messages.js'

const POINTS: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: 'network', title: 'ui.aboutNetworksTitle', text: 'ui.aboutNetworks' },
  { icon: 'wallet', title: 'ui.aboutNetworksAddressTitle', text: 'ui.aboutNetworksAddress' },
  { icon: 'refresh', title: 'ui.aboutNetworksSwitchTitle', text: 'ui.aboutNetworksSwitch' },
  { icon: 'info', title: 'ui.aboutTestnetsTitle', text: 'ui.aboutTestnets' },
]

/** Explains networks in a few sentences. */
export const WhatIsNetwork = (): ReactNode => (
  <ul className="points">
    {POINTS.map(({ icon, title, text }) => (
      <li key={title}>
        <Icon name={icon} />
        <span>
          <strong>
            <Text k={title} />
          </strong>
          <Text k={text} />
        </span>
      </li>
    ))}
  </ul>
)
