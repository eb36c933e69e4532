import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Empty,
  ErrorState,
  Icon,
  Row,
  SkeletonRows,
  Text,
  useObservable,
  VirtualList,
} from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { SessionRevocation, SmartSession, SmartSessionsApi } from '../api.js'
import { sessionKey } from '../sessionKey.js'
import type { Place } from './place.js'
import { styles } from './styles.js'
import { useOnline } from './useOnline.js'
import { useSessionWords, type SessionWords } from './useSessionWords.js'

const PROGRESS = {
  asked: 'sessions.asked',
  pending: 'sessions.pending',
  failed: 'sessions.failed',
} as const

function SessionRow({
  session,
  revocation,
  words,
  tabIndex,
  onClick,
}: {
  session: SmartSession
  revocation: SessionRevocation | undefined
  words: SessionWords
  tabIndex: 0 | -1
  onClick(): void
}): ReactNode {
  const end = words.day(session)
  const left = words.left(session)
  const isUnderWay = revocation !== undefined && revocation.status !== 'failed'
  return (
    <div style={styles.rows}>
      <Row
        tabIndex={tabIndex}
        onClick={onClick}
        start={<Icon name={isUnderWay ? 'loading' : 'wallet'} />}
        note={
          <span style={styles.note}>
            {revocation ? (
              <span className={isUnderWay ? undefined : 'error'}>
                <Text k={PROGRESS[revocation.status]} />
              </span>
            ) : (
              <Text
                k={end === undefined ? 'sessions.noEnd' : 'sessions.until'}
                params={{ time: end ?? '' }}
              />
            )}
          </span>
        }
        end={
          left !== undefined && (
            <span style={styles.tail}>
              <bdi>{left}</bdi>
            </span>
          )
        }
      >
        <bdi>{words.limit(session)}</bdi>
      </Row>
    </div>
  )
}

/** A notice beside the list that says which part of it is not known. */
function Notices({ api, isOnline }: { api: SmartSessionsApi; isOnline: boolean }): ReactNode {
  const { isServiceAway, unread = [] } = useObservable(api.state)
  const told = !isOnline
    ? ['ui.offlineNotice']
    : [
        ...(isServiceAway ? ['sessions.serviceAway'] : []),
        ...(unread.length > 0 ? ['sessions.chainAway'] : []),
      ]
  if (told.length === 0) return null
  return (
    <div className="notice" role="status">
      <span className="warning">
        <Icon name="warning" />
      </span>
      <div className="main">
        {told.map((k) => (
          <span key={k} style={styles.listed}>
            <Text k={k} />
          </span>
        ))}
      </div>
      {isOnline && (
        <Button onClick={() => void api.list().catch(() => undefined)}>
          <Text k="ui.retry" />
        </Button>
      )}
    </div>
  )
}

/** Takes every session back, one after the other. */
function RevokeAll({ api, isOnline }: { api: SmartSessionsApi; isOnline: boolean }): ReactNode {
  const { revocations } = useObservable(api.state)
  const isUnderWay = Object.values(revocations).some(({ status }) => status !== 'failed')
  return (
    <>
      <p className="hint">
        <Text k="sessions.revokeAllText" />
      </p>
      <Button
        wide
        busy={isUnderWay}
        disabled={!isOnline}
        // The session that failed says so in its row.
        onClick={() => void api.revokeAll().catch(() => undefined)}
      >
        <Text k={isOnline ? 'sessions.revokeAll' : 'ui.offline'} />
      </Button>
    </>
  )
}

/** Makes the view of the sessions of the account in use, with what was used and is left. */
export const createSessionList = (place: Place) =>
  function SessionList(props: ViewProps<undefined, SmartSessionsApi>): ReactNode {
    return <Sessions {...props} place={place} />
  }

function Sessions({ api, place }: { api: SmartSessionsApi; place: Place }): ReactNode {
  const { items, account, isRead, loading, error, revocations, tokens } = useObservable(api.state)
  const words = useSessionWords(place, tokens)
  const isOnline = useOnline()
  const load = (): void => void api.list().catch(() => undefined)
  useEffect(load, [api, account, isOnline])
  if (!isRead) {
    if (error !== undefined && !loading)
      return <ErrorState title="sessions.notRead" error={error} onRetry={load} />
    if (account === undefined && !loading)
      return <Empty title="sessions.noAccount" text="sessions.noAccountText" />
    return <SkeletonRows />
  }
  return (
    <div className="stack" aria-busy={loading ?? false}>
      <Notices api={api} isOnline={isOnline} />
      {items.length === 0 ? (
        <Empty title="sessions.empty" text="sessions.emptyText" icon="check" />
      ) : (
        <>
          <p className="hint">
            <Text k="sessions.text" />
          </p>
          <VirtualList
            label={{ k: 'sessions.title' }}
            count={items.length}
            row={({ index, tabIndex }) => {
              const session = items[index]!
              const key = sessionKey(session)
              return (
                <SessionRow
                  {...{ session, words, tabIndex }}
                  revocation={revocations[key]}
                  onClick={() => place.open(key)}
                />
              )
            }}
          />
          <RevokeAll api={api} isOnline={isOnline} />
        </>
      )}
    </div>
  )
}
