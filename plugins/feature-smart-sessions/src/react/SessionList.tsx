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
import type {
  RevocationWitness,
  SessionRevocation,
  SmartSession,
  SmartSessionsApi,
} from '../api.js'
import { sessionKey } from '../sessionKey.js'
import type { Place } from './place.js'
import { progressText, WITNESSES } from './progressText.js'
import { styles } from './styles.js'
import { useOnline } from './useOnline.js'
import { useSessionWords, type SessionWords } from './useSessionWords.js'

/** The line below the limit of a session: its end, and whether it was taken back before. */
function RowNote({
  session,
  revocation,
  witness,
  words,
}: {
  session: SmartSession
  revocation: SessionRevocation | undefined
  witness: RevocationWitness | undefined
  words: SessionWords
}): ReactNode {
  if (revocation) {
    const { k, tone } = progressText(revocation)
    return (
      <span className={tone === 'fault' ? 'error' : undefined}>
        <Text k={k} />
      </span>
    )
  }
  if (witness) return <Text k={WITNESSES[witness]} />
  if (session.wider.length > 0)
    return (
      <span className="error">
        <Text k="sessions.widerRow" />
      </span>
    )
  const end = words.day(session)
  if (end === undefined) return <Text k="sessions.noEnd" />
  return <Text k="sessions.until" params={{ time: end }} />
}

function SessionRow({
  session,
  revocation,
  witness,
  words,
  tabIndex,
  onClick,
}: {
  session: SmartSession
  revocation: SessionRevocation | undefined
  /** The source that says that it has ended, though it is in the list. */
  witness: RevocationWitness | undefined
  words: SessionWords
  tabIndex: 0 | -1
  onClick(): void
}): ReactNode {
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
            <RowNote {...{ session, revocation, witness, words }} />
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
  const { isServiceAway, isWalletAway, unread = [] } = useObservable(api.state)
  const told = !isOnline
    ? ['ui.offlineNotice']
    : [
        ...(isWalletAway ? ['sessions.walletAway'] : []),
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

/** A list without sessions. Where somebody is silent, it is not said that there are none. */
const Nothing = ({ isPartial }: { isPartial: boolean }): ReactNode =>
  isPartial ? (
    <Empty title="sessions.noneKnown" text="sessions.noneKnownText" />
  ) : (
    <Empty title="sessions.empty" text="sessions.emptyText" icon="check" />
  )

/** Makes the view of the sessions of the account in use, with what was used and is left. */
export const createSessionList = (place: Place) =>
  function SessionList(props: ViewProps<undefined, SmartSessionsApi>): ReactNode {
    return <Sessions {...props} place={place} />
  }

function Sessions({ api, place }: { api: SmartSessionsApi; place: Place }): ReactNode {
  const { items, account, isRead, loading, error, revocations, ended, tokens, ...silent } =
    useObservable(api.state)
  const words = useSessionWords(place, tokens)
  const isOnline = useOnline()
  const load = (): void => void api.list().catch(() => undefined)
  useEffect(load, [api, account, isOnline])
  if (!isRead) {
    if (error !== undefined && !loading)
      return (
        <>
          <ErrorState title="sessions.notRead" error={error} onRetry={load} />
          {silent.isWalletAway && (
            <p className="hint">
              <Text k="sessions.walletAway" />
            </p>
          )}
        </>
      )
    if (account === undefined && !loading)
      return <Empty title="sessions.noAccount" text="sessions.noAccountText" />
    return <SkeletonRows />
  }
  return (
    <div className="stack" aria-busy={loading ?? false}>
      <Notices api={api} isOnline={isOnline} />
      {items.length === 0 ? (
        <Nothing isPartial={!!silent.isWalletAway || !!silent.isServiceAway} />
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
                  witness={ended[key]}
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
