import { explorerLink } from '@latchkey/plugin-api/explorer'
import { brand, type ConnectedAccount, type knownTabs } from '@latchkey/plugin-api'
import { useEffect, type ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { useBalance, useNetwork } from '../../hooks.js'
import { List, Row } from '../../kit/controls/Row.js'
import { Amount } from '../../kit/text/Amount.js'
import { Text } from '../../kit/text/messages.js'
import { NetworkPicture } from '../networks/NetworkPicture.js'

const TEXTS = {
  tokens: 'ui.tokensElsewhere',
  nfts: 'ui.nftsElsewhere',
  activity: 'ui.activityElsewhere',
} as const

/** The balance of the network's native coin, if it could be read. */
function NativeBalance(): ReactNode {
  const network = useNetwork()
  const { amount } = useBalance()
  if (!network || !amount) return null
  return (
    <List>
      <Row
        start={<NetworkPicture network={network} />}
        end={<Amount amount={amount} />}
        note={<bdi>{network.name}</bdi>}
      >
        <bdi>{network.nativeCurrency.name}</bdi>
      </Row>
    </List>
  )
}

/**
 * A tab whose plugin is not installed: it shows what is known without the plugin and links to an
 * explorer for the rest. It names the package for the site's developers.
 */
export function BareTab({
  tab,
  account,
}: {
  tab: (typeof knownTabs)[number]
  account: ConnectedAccount
}): ReactNode {
  const { log } = usePorts()
  const network = useNetwork()
  const explorer = network && explorerLink(network, account.address)
  useEffect(
    () => log.info(`Nobody fills the tab "${tab.id}". ${brand.scope}/${tab.package} does.`),
    [log, tab],
  )
  return (
    <div className="stack" data-bare={tab.id}>
      {tab.id === 'tokens' && <NativeBalance />}
      <p className="hint">
        <Text k={TEXTS[tab.id]} />
        {explorer && (
          <>
            {' '}
            <a href={explorer.url} target="_blank" rel="noreferrer noopener">
              <Text k="ui.viewOn" params={{ explorer: explorer.name }} />
            </a>
          </>
        )}
      </p>
    </div>
  )
}
