import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  SkeletonRows,
  Text,
  useAnnounce,
  useMessages,
  useObservable,
  VirtualList,
  type RowPlace,
} from '@latchkey/ui-react/kit'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import type { ActivityApi, ActivityState } from '../api.js'
import { isSpam, stillPending } from '../entries/lists.js'
import { createMonthOf, monthName } from '../entries/months.js'
import { rowsOf, type ListRow } from '../entries/rows.js'
import { EntryRow, PendingRow } from './ActivityRow.js'
import { ExplorerLink, Fresh, Nothing, Notices, Since } from './states.js'
import { HEADLINE_HEIGHT_PX, styles } from './styles.js'
import { useRowWords } from './useRowWords.js'
import { useNow } from './useTimes.js'

/** Height of a row in px, as the kit draws it. */
const ROW_HEIGHT_PX = 48

/** Keeps the list up to date while it is shown. */
function useFollow(api: ActivityApi): void {
  useEffect(() => {
    let isGone = false
    let stop = (): void => undefined
    void api.follow().then((end) => {
      if (isGone) end()
      else stop = end
    })
    return () => {
      isGone = true
      stop()
    }
  }, [api])
}

/** Brings the visitor back to the place that was left for another view. */
function useKeptPlace(
  view: RefObject<HTMLElement | null>,
  { place }: ActivityApi,
  count: number,
): void {
  const isBack = useRef(false)
  useLayoutEffect(() => {
    const frame = view.current?.closest('.body')
    if (!frame || !count || isBack.current) return
    isBack.current = true
    if (place.top) frame.scrollTop = place.top
  }, [view, place, count])
}

/**
 * The button that loads more. It does so by itself when it comes into sight, but not again after a
 * failure: a server that fails for one page is not asked for it without end.
 */
function More({ api, state }: { api: ActivityApi; state: ActivityState }): ReactNode {
  const end = useRef<HTMLDivElement>(null)
  const failedAt = useRef<number>(undefined)
  const { next, loading, error, transactions } = state
  const count = transactions.length
  useEffect(() => {
    if (error !== undefined) failedAt.current = count
    const element = end.current
    if (!element || loading || failedAt.current === count) return
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) void api.loadMore()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [api, next, loading, error, count])
  if (next === undefined) return null
  return (
    <div ref={end} data-more>
      <Button wide busy={loading} onClick={() => void api.loadMore()}>
        <Text k={loading ? 'activity.loadingMore' : 'activity.more'} />
      </Button>
    </div>
  )
}

/** Announces the number of transactions whenever there are more. */
function useAnnounceCount(count: number, isLoading: boolean): void {
  const announce = useAnnounce()
  const text = useMessages()
  const before = useRef(0)
  useEffect(() => {
    if (isLoading || count <= before.current) return
    before.current = count
    announce(text('activity.found', { count }))
  }, [count, isLoading, announce, text])
}

function Rows({
  rows,
  state,
  api,
}: {
  rows: readonly ListRow[]
  state: ActivityState
  api: ActivityApi
}): ReactNode {
  const now = useNow()
  const words = useRowWords(now, state.timeZone)
  const frame = useRef<HTMLDivElement>(null)
  useKeptPlace(frame, api, rows.length)
  const thisYear = createMonthOf(state.timeZone)(now).year
  const isTall = useCallback(
    (index: number) => rows[index]?.month !== undefined && ROW_HEIGHT_PX + HEADLINE_HEIGHT_PX,
    [rows],
  )
  const show = (row: number, id: string): void => {
    Object.assign(api.place, { row, top: frame.current?.closest('.body')?.scrollTop ?? 0 })
    api.show(id)
  }
  const draw = ({ index, tabIndex }: RowPlace): ReactNode => {
    const row = rows[index]
    if (!row) return null
    const common = { state, words, tabIndex, onClick: () => show(index, row.id) }
    return (
      <>
        {row.month && <h2 style={styles.month}>{monthName(row.month, thisYear, words.locale)}</h2>}
        {row.kind === 'entry' ? (
          <EntryRow entry={row.entry} {...common} />
        ) : (
          <PendingRow transaction={row.transaction} {...common} />
        )}
      </>
    )
  }
  return (
    <div ref={frame}>
      <VirtualList
        count={rows.length}
        label={{ k: 'activity.list' }}
        row={draw}
        isTall={isTall}
        initial={Math.min(api.place.row, rows.length - 1)}
      />
    </div>
  )
}

/** The account's activity, a tab of the Account view. */
export function ActivityList({ api }: ViewProps<undefined, ActivityApi>): ReactNode {
  const state = useObservable(api.state)
  const [isSpamShown, showSpam] = useState(false)
  useFollow(api)
  const { transactions, pending, loading, error, readAt, hasBackend, timeZone } = state
  const shown = useMemo(
    () => (isSpamShown ? transactions : transactions.filter((entry) => !isSpam(entry))),
    [transactions, isSpamShown],
  )
  const hidden = transactions.length - shown.length
  const rows = useMemo(
    () => rowsOf(stillPending(pending, transactions), shown, createMonthOf(timeZone)),
    [pending, transactions, shown, timeZone],
  )
  useAnnounceCount(shown.length, loading)
  const isWaiting = hasBackend && readAt === undefined && error === undefined
  const isNothing = !isWaiting && !rows.length
  return (
    <div className="stack" data-activity>
      <Notices state={state} api={api} hasRows={rows.length > 0} />
      {/* One element, as the distance between two would move the rows. */}
      <div style={rows.length ? undefined : { display: 'contents' }}>
        <Fresh count={state.fresh} api={api} />
        {rows.length > 0 && <Rows rows={rows} state={state} api={api} />}
      </div>
      {isWaiting && <SkeletonRows count={rows.length ? 2 : 6} />}
      {isNothing && <Nothing state={state} api={api} hidden={hidden} />}
      <More api={api} state={state} />
      {!isNothing && <Since state={state} />}
      {(hidden > 0 || isSpamShown) && (
        <Button wide variant="plain" onClick={() => showSpam(!isSpamShown)}>
          {isSpamShown ? (
            <Text k="activity.hide" />
          ) : (
            <Text k="activity.hidden" params={{ count: hidden }} />
          )}
        </Button>
      )}
      {!hasBackend && rows.length > 0 && <ExplorerLink state={state} />}
    </div>
  )
}
