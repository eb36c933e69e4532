import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Empty,
  Icon,
  List,
  Row,
  Skeleton,
  SkeletonRows,
  Text,
  useObservable,
  VirtualList,
} from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { AssetsApi, AssetsState } from '../api.js'
import { isYoung } from '../lifetime.js'
import { isAside, totalOf } from '../tokens/mergeTokens.js'
import { styles } from './styles.js'
import { TokenRow } from './TokenRow.js'
import { Unread } from './Unread.js'
import { useNumbers } from './useNumbers.js'
import { useOnline } from './useOnline.js'

/** The sum of what has a price, and how much is not in it. */
function Total({ tokens, currency }: Pick<AssetsState, 'tokens' | 'currency'>): ReactNode {
  const numbers = useNumbers()
  const { value, without } = totalOf(tokens)
  if (value === undefined) return null
  return (
    <div style={styles.total}>
      <p style={styles.sum}>
        <bdi dir="ltr">{numbers.value(value, currency)}</bdi>
      </p>
      {without > 0 && (
        <span className="hint">
          <Text k="assets.without" params={{ count: without }} />
        </span>
      )}
    </div>
  )
}

/** Says how old the list is where nothing newer is known, and why. */
function Age({ at, lastRetry, error, api }: AssetsState & { api: AssetsApi }): ReactNode {
  const isOnline = useOnline()
  const numbers = useNumbers()
  const isOld = at !== undefined && (!isOnline || lastRetry !== undefined || !isYoung(at))
  return (
    <>
      {isOld && (
        <p className="hint" role="status">
          {!isOnline && (
            <>
              <Text k="assets.offline" />{' '}
            </>
          )}
          <Text k="assets.asOf" params={{ time: numbers.time(at) }} />
        </p>
      )}
      {isOnline && lastRetry !== undefined && (
        <Unread
          title="assets.unread"
          failedAt={lastRetry}
          error={error}
          isBeside
          onRetry={() => void api.refresh()}
        />
      )}
    </>
  )
}

function Nothing({ api }: { api: AssetsApi }): ReactNode {
  return (
    <Empty title="assets.empty" text="assets.emptyText" icon="wallet">
      {api.nextActions().map(({ id, label, run }) => (
        <Button key={id} onClick={run}>
          <Text k={label} />
        </Button>
      ))}
    </Empty>
  )
}

const Waiting = (): ReactNode => (
  <div className="stack">
    <div style={styles.total}>
      <Skeleton width="120px" height="32px" />
    </div>
    <SkeletonRows />
  </div>
)

/** The tokens of the account in use. */
export function TokensTab({ api }: ViewProps<undefined, AssetsApi>): ReactNode {
  const state = useObservable(api.state)
  const { tokens, at, lastRetry, error, currency } = state
  useEffect(() => api.watch(), [api])
  if (at === undefined)
    return lastRetry === undefined ? (
      <Waiting />
    ) : (
      <Unread
        title="assets.unread"
        failedAt={lastRetry}
        error={error}
        isBeside={false}
        onRetry={() => void api.refresh()}
      />
    )
  const shown = tokens.filter((token) => !isAside(token))
  const count = tokens.length - shown.length
  const isEmpty = shown.every(({ quantity }) => /^[0.]*$/.test(quantity.numeric))
  return (
    <div className="stack" aria-busy={state.loading}>
      <Total tokens={tokens} currency={currency} />
      <Age {...state} api={api} />
      {shown.length > 0 && (
        <VirtualList
          label={{ k: 'ui.tokens' }}
          count={shown.length}
          row={({ index, tabIndex }) => {
            const token = shown[index]!
            const { chainId, address } = token
            return (
              <TokenRow
                token={token}
                currency={currency}
                tabIndex={tabIndex}
                onClick={() => api.show('assets.token', { chainId, address })}
              />
            )
          }}
        />
      )}
      {isEmpty && <Nothing api={api} />}
      {count > 0 && (
        <List>
          <Row end={<Icon name="next" />} onClick={() => api.show('assets.hidden')}>
            <Text k="assets.hidden" params={{ count }} />
          </Row>
        </List>
      )}
    </div>
  )
}
