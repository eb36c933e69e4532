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
  useIsOn,
  useObservable,
  VirtualList,
} from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { AssetsApi, AssetsState, AssetToken } from '../api.js'
import { isAside } from '../tokens/mergeTokens.js'
import { styles } from './styles.js'
import { TokenRow } from './TokenRow.js'
import { Totals } from './Totals.js'
import { Unread } from './Unread.js'
import { useIsOld } from './useIsOld.js'
import { useNumbers } from './useNumbers.js'
import { useOnline } from './useOnline.js'

/** Says how old the list is where nothing newer is known, and why. */
function Age({ at, lastRetry, error, api }: AssetsState & { api: AssetsApi }): ReactNode {
  const isOnline = useOnline()
  const numbers = useNumbers()
  const hasAged = useIsOld(at)
  const isOld = at !== undefined && (!isOnline || lastRetry !== undefined || hasAged)
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
  const isOn = useIsOn()
  const actions = api.nextActions().filter(({ feature }) => isOn(feature))
  return (
    <Empty title="assets.empty" text="assets.emptyText" icon="wallet">
      {actions.map(({ id, label, run }) => (
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

const isZero = ({ quantity }: AssetToken): boolean => /^[0.]*$/.test(quantity.numeric)

/** The tokens of the account in use. */
export function TokensTab({ api }: ViewProps<undefined, AssetsApi>): ReactNode {
  const state = useObservable(api.state)
  const { tokens, at, lastRetry, error, currency } = state
  const numbers = useNumbers()
  useEffect(() => api.watch({ others: true }), [api])
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
  return (
    <div className="stack" aria-busy={state.loading}>
      <Totals api={api} />
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
                numbers={numbers}
                tabIndex={tabIndex}
                onClick={() => api.show('assets.token', { chainId, address })}
              />
            )
          }}
        />
      )}
      {shown.every(isZero) && <Nothing api={api} />}
      {(count > 0 || state.owner?.namespace === 'eip155') && (
        <List>
          {state.owner?.namespace === 'eip155' && (
            <Row end={<Icon name="next" />} onClick={() => api.show('assets.approvals')}>
              <Text k="assets.approvals" />
            </Row>
          )}
          {count > 0 && (
            <Row end={<Icon name="next" />} onClick={() => api.show('assets.hidden')}>
              <Text k="assets.hidden" params={{ count }} />
            </Row>
          )}
        </List>
      )}
    </div>
  )
}
