import type { ViewProps } from '@latchkey/plugin-api'
import { Empty, Text, useObservable, VirtualList } from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { AssetsApi } from '../api.js'
import { isAside } from '../tokens/mergeTokens.js'
import { TokenRow } from './TokenRow.js'
import { useNumbers } from './useNumbers.js'

/** The height of a row until it is measured: the reason may take a line more. */
const rowHeight = (): number => 48

/** Tokens that the visitor hid, and spam, each with why it is here. */
export function HiddenTokens({ api }: ViewProps<undefined, AssetsApi>): ReactNode {
  const { tokens, currency } = useObservable(api.state)
  const numbers = useNumbers()
  const hidden = tokens.filter(isAside)
  useEffect(() => api.watch(), [api])
  if (!hidden.length) return <Empty title="assets.noHidden" icon="eye" />
  return (
    <div className="stack">
      <p className="hint">
        <Text k="assets.hiddenText" />
      </p>
      <VirtualList
        label={{ k: 'assets.hiddenTitle' }}
        count={hidden.length}
        isTall={rowHeight}
        row={({ index, tabIndex }) => {
          const token = hidden[index]!
          const { chainId, address } = token
          return (
            <TokenRow
              token={token}
              currency={currency}
              numbers={numbers}
              tabIndex={tabIndex}
              isTall
              onClick={() => api.show('assets.token', { chainId, address })}
            />
          )
        }}
      />
    </div>
  )
}
