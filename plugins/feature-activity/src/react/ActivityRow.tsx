import { formatAmount, Icon, Row, showHidden } from '@latchkey/ui-react/kit'
import { useState, type CSSProperties, type ReactNode } from 'react'
import type { ActivityState, HistoryEntry, PendingTransaction } from '../api.js'
import { isSpam } from '../entries/lists.js'
import { ownOf, timeOf } from '../entries/months.js'
import { amountOf } from '../entries/rows.js'
import { storyOf, type Deed } from '../entries/story.js'
import { Party } from './Party.js'
import { styles } from './styles.js'
import type { RowWords } from './useRowWords.js'
import { DEEDS, STATUSES } from './words.js'

type Transfer = HistoryEntry['transfers'][number]

const ONE_LINE: CSSProperties = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
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

/** An amount of a transfer with its symbol: `1.5 ETH`. */
const amountText = (numeric: string, symbol: string, locale: string): string => {
  const amount = formatAmount(amountOf(numeric), locale)
  const unit = showHidden(symbol)
  return unit ? `${amount}\u00a0${unit}` : amount
}

/** The thing that one transfer moves, with a sign: `+1.5 ETH`, `−Cat 7`. */
export function Moved({
  transfer: { fungible_info: token, nft_info: nft, quantity },
  sign,
  locale,
  style,
}: {
  transfer: Transfer
  sign: string
  locale: string
  style?: CSSProperties
}): ReactNode {
  if (token)
    return (
      <bdi dir="ltr" style={style} title={`${quantity.numeric} ${token.name}`}>
        {sign + amountText(quantity.numeric, token.symbol, locale)}
      </bdi>
    )
  return (
    <bdi dir="ltr" style={style}>
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
  words,
}: {
  come: readonly Transfer[]
  gone: readonly Transfer[]
  /** Transfers that the server does not tell one by one. */
  untold?: number | undefined
  words: RowWords
}): ReactNode {
  const [first, last] = [come[0], gone[0]]
  const more = come.length + gone.length + untold - (first ? 1 : 0) - (last ? 1 : 0)
  const only = more > 0 || (first && last) ? undefined : (first ?? last)
  if (only)
    return (
      <Moved transfer={only} sign={first ? '+' : '−'} locale={words.locale} style={styles.amount} />
    )
  return (
    <span style={styles.amounts}>
      {first && <Moved transfer={first} sign="+" locale={words.locale} style={styles.amount} />}
      {last && <Moved transfer={last} sign="−" locale={words.locale} style={styles.amount} />}
      {more > 0 && !(first && last) && (
        <span data-key="activity.and">{words.text('activity.and', more)}</span>
      )}
    </span>
  )
}

/** The time since something happened; the exact time while the row has the focus. */
function When({
  at,
  words,
  isExact,
}: {
  at: number
  words: RowWords
  isExact: boolean
}): ReactNode {
  const exact = words.exact(at)
  const { k, shown } = isExact ? { k: undefined, shown: exact } : words.ago(at)
  return (
    <bdi title={exact} data-key={k}>
      {shown}
    </bdi>
  )
}

interface RowProps {
  state: ActivityState
  words: RowWords
  tabIndex: 0 | -1
  onClick(): void
}

/** A transaction of the chain. */
// eslint-disable-next-line max-lines-per-function -- the markup of one row
export function EntryRow({
  entry,
  state,
  words,
  tabIndex,
  onClick,
}: RowProps & { entry: HistoryEntry }): ReactNode {
  const [isExact, setExact] = useState(false)
  const { deed, counterparty, ...story } = storyOf(entry, state.lastAccountInView ?? '')
  const { status, reason } = entry.metadata
  const isSuspicious = ownOf(state.suspicions, entry.id) !== undefined
  const isFailed = status === 'failed'
  const mark = isSuspicious ? 'activity.suspicious' : isFailed ? 'activity.statusFailed' : undefined
  const className = isSuspicious ? 'warning' : isFailed ? 'error' : undefined
  return (
    <div
      data-entry={entry.id}
      style={styles.row}
      onFocus={() => setExact(true)}
      onBlur={() => setExact(false)}
    >
      <Row
        tabIndex={tabIndex}
        onClick={onClick}
        start={
          mark === undefined ? (
            <Icon path={ARROWS[deed] ?? OTHER_DEED} />
          ) : (
            <span className={className}>
              <Icon name="warning" />
            </span>
          )
        }
        end={
          !isFailed && <Sides come={story.in} gone={story.out} untold={entry.more} words={words} />
        }
        note={
          <span style={ONE_LINE}>
            {mark !== undefined ? (
              <span className={className} data-key={mark}>
                {words.text(mark)}
              </span>
            ) : (
              counterparty !== undefined && (
                <Party address={counterparty} state={state} isBare={isSpam(entry)} />
              )
            )}
            {(mark ?? counterparty) !== undefined && ' · '}
            <When at={timeOf(entry)} words={words} isExact={isExact} />
            {isFailed && !isSuspicious && reason && (
              <>
                {' · '}
                <bdi>{reason}</bdi>
              </>
            )}
          </span>
        }
      >
        <span style={ONE_LINE} data-key={DEEDS[deed]}>
          {words.text(DEEDS[deed])}
        </span>
      </Row>
    </div>
  )
}

/** A transaction that this page sent, and that the chain does not list yet. */
export function PendingRow({
  transaction: { id, status, amount, symbol, item, receiver, at },
  state,
  words,
  tabIndex,
  onClick,
}: RowProps & { transaction: PendingTransaction }): ReactNode {
  const [isExact, setExact] = useState(false)
  const { k, icon, className } = STATUSES[status]
  const title = status === 'pending' ? 'activity.sending' : DEEDS.sent
  return (
    <div
      data-pending={id}
      style={styles.row}
      onFocus={() => setExact(true)}
      onBlur={() => setExact(false)}
    >
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
              −
              {item === undefined ? (
                amountText(amount, symbol, words.locale)
              ) : (
                <bdi>{showHidden(item)}</bdi>
              )}
            </bdi>
          </span>
        }
        note={
          <span style={ONE_LINE}>
            <span className={className} data-key={k}>
              {words.text(k)}
            </span>
            {' · '}
            <Party address={receiver} state={state} />
            {' · '}
            <When at={at} words={words} isExact={isExact} />
          </span>
        }
      >
        <span style={ONE_LINE} data-key={title}>
          {words.text(title)}
        </span>
      </Row>
    </div>
  )
}
