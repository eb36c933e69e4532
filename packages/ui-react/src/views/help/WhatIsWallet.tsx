import type { ReactNode } from 'react'
import { usePorts } from '../../context.js'
import { Button } from '../../kit/controls/Button.js'
import { Icon, type IconName } from '../../kit/controls/Icon.js'
import { Row } from '../../kit/controls/Row.js'
import { Text } from '../../kit/text/messages.js'

const FACTS: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: 'wallet', title: 'ui.walletKeys', text: 'ui.walletKeysText' },
  { icon: 'check', title: 'ui.walletAsks', text: 'ui.walletAsksText' },
  { icon: 'warning', title: 'ui.walletPhrase', text: 'ui.walletPhraseText' },
]

/**
 * Explains wallets to newcomers: what a wallet does, what the site can and cannot do with it, and
 * what to watch out for.
 */
export function WhatIsWallet(): ReactNode {
  const { router } = usePorts()
  const goOn = (): void =>
    router.get().at(-2)?.view === 'Connect' ? router.back() : router.replace('Connect')
  return (
    <div className="stack">
      <ul className="list">
        {FACTS.map(({ icon, title, text }) => (
          <li key={title}>
            <Row
              start={
                <span className="picture letter">
                  <Icon name={icon} />
                </span>
              }
              note={<Text k={text} />}
            >
              <Text k={title} />
            </Row>
          </li>
        ))}
      </ul>
      <Button wide variant="primary" onClick={() => router.push('GetAWallet')}>
        <Text k="ui.getAWallet" />
      </Button>
      <Button wide variant="plain" onClick={goOn}>
        <Text k="ui.haveWallet" />
      </Button>
    </div>
  )
}
