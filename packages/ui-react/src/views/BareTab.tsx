import { brand, type ConnectedAccount, type knownTabs } from '@latchkey/plugin-api'
import { useEffect, type ReactNode } from 'react'
import { useBalance, useNetwork } from '../hooks.js'
import { Amount } from '../kit/Amount.js'
import { Text } from '../kit/messages.js'
import { List, Row } from '../kit/Row.js'
import { usePorts } from '../session/context.js'
import { explorerLink } from './explorerLink.js'
import { NetworkPicture } from './NetworkPicture.js'

const TEXTS = {
  tokens: 'ui.tokensElsewhere',
  nfts: 'ui.nftsElsewhere',
  activity: 'ui.activityElsewhere',
} as const

/** The network's own coin, as far as it could be read. */
function Coin(): ReactNode {
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

/** A tab whose plugin this site has not installed: what is known without it, and where the rest can be looked up. Names the package for those who build the site. */
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
      {tab.id === 'tokens' && <Coin />}
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
