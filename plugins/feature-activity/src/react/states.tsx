import {
  Button,
  Empty,
  ErrorState,
  Icon,
  Text,
  useAnnounce,
  useMessages,
} from '@latchkey/ui-react/kit'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import type { ActivityApi, ActivityState } from '../api.js'
import { accountPage } from '../entries/links.js'
import { styles } from './styles.js'
import { useFormats, useNow } from './useTimes.js'

const SECOND_MS = 1_000

const subscribe = (draw: () => void): (() => void) => {
  const names = ['online', 'offline'] as const
  for (const name of names) window.addEventListener(name, draw)
  return () => {
    for (const name of names) window.removeEventListener(name, draw)
  }
}
/** Whether the browser says that it is online. True on a server. */
const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/** Retry, or the time after which it is possible: there is never a button that does nothing. */
function Retry({ state, api }: { state: ActivityState; api: ActivityApi }): ReactNode {
  const { blockedUntil = 0 } = state
  const now = useNow(SECOND_MS)
  const seconds = Math.ceil((blockedUntil - now) / SECOND_MS)
  if (seconds > 0)
    return (
      <p className="hint" data-blocked>
        <Text k="activity.retryIn" params={{ seconds }} />
      </p>
    )
  const retry = state.readAt === undefined ? api.fetchTransactions : api.refresh
  return (
    <Button variant="plain" onClick={() => void retry()}>
      <Icon name="refresh" />
      <Text k="ui.retry" />
    </Button>
  )
}

/** The network's explorer, which has what is not shown here. */
export function ExplorerLink({ state }: { state: ActivityState }): ReactNode {
  const page = accountPage(state.network, state.lastAccountInView ?? '')
  return (
    <p className="hint">
      <Text k="activity.noBackend" />
      {page && (
        <>
          {' '}
          <a href={page.url} target="_blank" rel="noreferrer noopener">
            <Text k="activity.explorer" params={{ explorer: page.name }} />
          </a>
        </>
      )}
    </p>
  )
}

/** From when on the server has payments of the network's own coin, at the end of the list. */
export function Since({ state }: { state: ActivityState }): ReactNode {
  const { coinsSince, next, network, timeZone } = state
  const { exact } = useFormats(timeZone)
  if (coinsSince === undefined || next !== undefined) return null
  const params = { coin: network?.nativeCurrency.symbol ?? '', time: exact.format(coinsSince) }
  return (
    <p className="hint" data-since>
      <Text k="activity.since" params={params} />
    </p>
  )
}

/** Says once that the chain took transactions back. */
function Undone({ count, api }: { count: number; api: ActivityApi }): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  const message = text('activity.undone', { count })
  useEffect(() => announce(message), [announce, message])
  return (
    <div className="hint" style={styles.notice} data-undone={count}>
      <Text k="activity.undone" params={{ count }} />
      <Button variant="plain" onClick={() => void api.showNew()}>
        <Text k="activity.understood" />
      </Button>
    </div>
  )
}

/** Offers new transactions. It lies over the list and takes no room, so that nothing moves. */
export function Fresh({ count, api }: { count: number; api: ActivityApi }): ReactNode {
  if (!count) return null
  return (
    <div style={styles.over} data-fresh={count}>
      <Button onClick={() => void api.showNew()}>
        <Text k="activity.fresh" params={{ count }} />
      </Button>
    </div>
  )
}

/** The notices above the list: its age, and transactions that were taken back. */
export function Notices({
  state,
  api,
  hasRows,
}: {
  state: ActivityState
  api: ActivityApi
  hasRows: boolean
}): ReactNode {
  const { undone, error, readAt } = state
  const isOnline = useOnline()
  const { hour } = useFormats(state.timeZone)
  const isOld = hasRows && readAt !== undefined && (!isOnline || error !== undefined)
  return (
    <>
      {isOld && (
        <div className="hint" style={styles.notice} data-stale>
          <Text
            k={isOnline ? 'activity.awayAsOf' : 'activity.offlineAsOf'}
            params={{ time: hour.format(readAt) }}
          />
          {isOnline && <Retry state={state} api={api} />}
        </div>
      )}
      {undone > 0 && <Undone count={undone} api={api} />}
    </>
  )
}

/** The view without a row: why, and what to do next. */
export function Nothing({
  state,
  api,
  hidden,
}: {
  state: ActivityState
  api: ActivityApi
  hidden: number
}): ReactNode {
  const { error, hasBackend, network, steps, next } = state
  const isOnline = useOnline()
  if (!hasBackend)
    return (
      <Empty title="activity.noPending">
        <ExplorerLink state={state} />
      </Empty>
    )
  if (error !== undefined && !isOnline)
    return <Empty title="activity.offline" text="activity.offlineText" icon="warning" />
  if (error !== undefined) return <Failed state={state} api={api} />
  if (hidden > 0 || next !== undefined) return null
  return (
    <Empty
      title="activity.empty"
      text="activity.emptyText"
      params={{ network: network?.name ?? '' }}
    >
      <Since state={state} />
      {steps.map(({ id, label, run }) => (
        <Button key={id} onClick={run}>
          <Text k={label} />
        </Button>
      ))}
    </Empty>
  )
}

function Failed({ state, api }: { state: ActivityState; api: ActivityApi }): ReactNode {
  const now = useNow(SECOND_MS)
  const isBlocked = now < (state.blockedUntil ?? 0)
  return (
    <>
      <ErrorState
        title="activity.failedTitle"
        error={state.error}
        {...(!isBlocked && { onRetry: () => void api.fetchTransactions() })}
      />
      {isBlocked && <Retry state={state} api={api} />}
    </>
  )
}
