import { Address, Amount, Icon, Row, showHidden, Text, useMessages } from '@latchkey/ui-react/kit'
import { useState, type CSSProperties, type ReactNode } from 'react'
import type { ActivityState, HistoryEntry, PendingTransaction } from '../api.js'
import { amountOf } from '../entries/rows.js'
import { ownOf, timeOf } from '../entries/months.js'
import { storyOf, type Deed } from '../entries/story.js'
import { DEEDS, STATUSES } from './words.js'
import { styles } from './styles.js'
import type { useTimes } from './useTimes.js'

type Times = ReturnType<typeof useTimes>
type Transfer = HistoryEntry['transfers'][number]

const ONE_LINE: CSSProperties = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  lineHeight: '16px',
}
/** Paths of the icons on a 24 x 24 grid. */
const ARROWS: Partial<Record<Deed, string>> = {
  sent: 'M12 20V5M6 11l6-6 6 6',
  received: 'M12 4v15M6 13l6 6 6-6',
  minted: 'M12 4v15M6 13l6 6 6-6',
  burned: 'M12 20V5M6 11l6-6 6 6',
  swapped: 'M7 4v13M3 8l4-4 4 4M17 20V7M13 16l4 4 4-4',
  moved: 'M4 12h16M14 6l6 6-6 6',
  approved: 'M5 12.5l4.5 4.5L19 7',
}
const OTHER_DEED = 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z'

/** The thing that one transfer moves, with a sign: `+1.5 ETH`, `−Cat 7`. */
export function Moved({ transfer, sign }: { transfer: Transfer; sign: string }): ReactNode {
  const { fungible_info: token, nft_info: nft, quantity } = transfer
  if (token)
    return (
      <bdi dir="ltr" title={`${quantity.numeric} ${token.name}`}>
        {sign}
        <Amount amount={amountOf(quantity.numeric, showHidden(token.symbol))} />
      </bdi>
    )
  return (
    <bdi dir="ltr">
      {sign}
      {quantity.numeric === '1' ? '' : `${quantity.numeric} × `}
      <bdi>{showHidden(nft?.name ?? '') || `#${nft?.token_id}`}</bdi>
    </bdi>
  )
}

/** Both sides of a transaction: first the one that came. */
function Sides({
  come,
  gone,
  untold = 0,
}: {
  come: readonly Transfer[]
  gone: readonly Transfer[]
  /** Transfers that the server does not tell one by one. */
  untold?: number | undefined
}): ReactNode {
  const [first, last] = [come[0], gone[0]]
  const more = come.length + gone.length + untold - (first ? 1 : 0) - (last ? 1 : 0)
  return (
    <span style={styles.amounts}>
      {first && (
        <span style={styles.amount}>
          <Moved transfer={first} sign="+" />
        </span>
      )}
      {last && (
        <span style={styles.amount}>
          <Moved transfer={last} sign="−" />
        </span>
      )}
      {more > 0 && !(first && last) && <Text k="activity.and" params={{ count: more }} />}
    </span>
  )
}

/** The other side: by name where it is known, else shortened. */
export function Party({
  address,
  names,
}: {
  address: string
  names: ActivityState['names']
}): ReactNode {
  const name = ownOf(names, address.toLowerCase())
  return name === undefined ? (
    <Address address={address} namespace="eip155" />
  ) : (
    <bdi title={address}>{showHidden(name)}</bdi>
  )
}

/** The time since something happened; the exact time while the row has the focus. */
function When({ at, times, isExact }: { at: number; times: Times; isExact: boolean }): ReactNode {
  const shown = isExact ? times.exact(at) : times.ago(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={times.exact(at)}>
      <bdi>{typeof shown === 'string' ? shown : <Text {...shown} />}</bdi>
    </time>
  )
}

interface RowProps {
  times: Times
  tabIndex: 0 | -1
  onClick(): void
}

/** A transaction of the chain. */
export function EntryRow({
  entry,
  state,
  times,
  tabIndex,
  onClick,
}: RowProps & { entry: HistoryEntry; state: ActivityState }): ReactNode {
  const [isExact, setExact] = useState(false)
  const story = storyOf(entry, state.lastAccountInView ?? '')
  const isSuspicious = ownOf(state.suspicions, entry.id) !== undefined
  const isFailed = entry.metadata.status === 'failed'
  return (
    <div data-entry={entry.id} onFocus={() => setExact(true)} onBlur={() => setExact(false)}>
      <Row
        tabIndex={tabIndex}
        onClick={onClick}
        start={
          <span className={isSuspicious ? 'warning' : isFailed ? 'error' : undefined}>
            {isSuspicious || isFailed ? (
              <Icon name="warning" />
            ) : (
              <Icon path={ARROWS[story.deed] ?? OTHER_DEED} />
            )}
          </span>
        }
        end={!isFailed && <Sides come={story.in} gone={story.out} untold={entry.more} />}
        note={
          <span style={ONE_LINE}>
            {isSuspicious ? (
              <span className="warning">
                <Text k="activity.suspicious" />
              </span>
            ) : isFailed ? (
              <span className="error">
                <Text k="activity.statusFailed" />
              </span>
            ) : (
              story.counterparty !== undefined && (
                <Party address={story.counterparty} names={state.names} />
              )
            )}
            {(isSuspicious || isFailed || story.counterparty !== undefined) && ' · '}
            <When at={timeOf(entry)} times={times} isExact={isExact} />
            {isFailed && !isSuspicious && entry.metadata.reason && (
              <>
                {' · '}
                <bdi>{entry.metadata.reason}</bdi>
              </>
            )}
          </span>
        }
      >
        <span style={ONE_LINE}>
          <Text k={DEEDS[story.deed]} />
        </span>
      </Row>
    </div>
  )
}

/** A transaction that this page sent, and that the chain does not list yet. */
export function PendingRow({
  transaction: { id, status, amount, symbol, item, receiver, at },
  state,
  times,
  tabIndex,
  onClick,
}: RowProps & { transaction: PendingTransaction; state: ActivityState }): ReactNode {
  const text = useMessages()
  const [isExact, setExact] = useState(false)
  const { k, icon, className } = STATUSES[status]
  return (
    <div data-pending={id} onFocus={() => setExact(true)} onBlur={() => setExact(false)}>
      <Row
        tabIndex={tabIndex}
        onClick={onClick}
        start={
          <span className={className}>
            <Icon name={icon} />
          </span>
        }
        end={
          <span style={styles.amounts}>
            <bdi dir="ltr" style={styles.amount}>
              {item === undefined ? (
                <>
                  −<Amount amount={amountOf(amount, showHidden(symbol))} />
                </>
              ) : (
                <bdi>{showHidden(item)}</bdi>
              )}
            </bdi>
          </span>
        }
        note={
          <span style={ONE_LINE}>
            <span className={className}>{text(k)}</span>
            {' · '}
            <Party address={receiver} names={state.names} />
            {' · '}
            <When at={at} times={times} isExact={isExact} />
          </span>
        }
      >
        <span style={ONE_LINE}>
          <Text k="activity.sent" />
        </span>
      </Row>
    </div>
  )
}
