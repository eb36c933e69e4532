import { Button, CopyButton, Icon, Text } from '@latchkey/ui-react/kit'
import { useEffect, useRef, type ReactNode } from 'react'
import type { SwapToken } from '../api.js'
import { Block } from './Fact.js'
import { styles } from './styles.js'

/**
 * Asked before a token is used that nobody lists. Its name stands in quotes below its address, and never
 * in a headline: it may be the name of another token.
 */
export function Unlisted({
  token: { name, symbol, address = '' },
  onUse,
  onBack,
}: {
  token: SwapToken
  onUse(): void
  onBack(): void
}): ReactNode {
  const headline = useRef<HTMLHeadingElement>(null)
  useEffect(() => headline.current?.focus({ preventScroll: true }), [])
  return (
    <div className="stack" data-step="unlisted">
      <h2 ref={headline} tabIndex={-1} style={styles.headline}>
        <span className="warning">
          <Icon name="warning" />
        </span>{' '}
        <Text k="swap.importTitle" />
      </h2>
      <p>
        <Text k="swap.importText" />
      </p>
      <dl className="stack" style={{ margin: 0 }}>
        <Block k="swap.contract">
          <bdi dir="ltr" style={styles.address}>
            {address}
          </bdi>{' '}
          <CopyButton value={address} label={{ k: 'swap.contract' }} />
        </Block>
        <Block k="swap.unlisted">
          “<bdi>{name}</bdi>” (<bdi>{symbol}</bdi>)
        </Block>
      </dl>
      <div style={styles.two}>
        <Button onClick={onBack}>
          <Text k="swap.back" />
        </Button>
        <Button onClick={onUse}>
          <Text k="swap.import" />
        </Button>
      </div>
    </div>
  )
}
