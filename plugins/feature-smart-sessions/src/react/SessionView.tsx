import { isLatchkeyError, type ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  CopyButton,
  Empty,
  ErrorDetails,
  ErrorText,
  explorerLink,
  Icon,
  IconButton,
  Text,
  useAnnounce,
  useMessages,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { SessionRevocation, SmartSession, SmartSessionsApi } from '../api.js'
import { sessionKey } from '../sessionKey.js'
import type { Place } from './place.js'
import { styles } from './styles.js'
import { useOnline } from './useOnline.js'
import { useSessionWords, type SessionWords } from './useSessionWords.js'

/** A name and a value. `k` is the message key of the name. */
const Fact = ({ k, children }: { k: string; children: ReactNode }): ReactNode => (
  <div style={styles.fact}>
    <dt className="hint">
      <Text k={k} />
    </dt>
    <dd style={styles.value}>{children}</dd>
  </div>
)

/** A whole address, which can be copied and looked up. */
function WholeAddress({
  address,
  copy,
  session,
  place,
}: {
  address: string
  /** Message key of the button that copies it; none if left out. */
  copy?: string
  session: SmartSession
  place: Place
}): ReactNode {
  const network = place.networkOf(session.network)
  const link = network && explorerLink(network, address)
  return (
    <>
      <bdi dir="ltr">{address}</bdi>
      {copy !== undefined && <CopyButton value={address} label={{ k: copy }} />}
      {link && (
        <IconButton
          icon="external"
          label={{ k: 'ui.viewOn', params: { explorer: link.name } }}
          href={link.url}
        />
      )}
    </>
  )
}

/** How taking the session back goes. A visitor who declined is told calmly. */
function Progress({ status, error }: SessionRevocation): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  const isDeclined = isLatchkeyError(error, 'wallet.user_rejected')
  const isBad = status === 'failed' && !isDeclined
  const k = isDeclined ? 'sessions.declined' : `sessions.${status}`
  useEffect(() => announce(text(k), isBad ? 'assertive' : 'polite'), [announce, text, k, isBad])
  return (
    <div className="notice" data-revocation={status}>
      <span className={isBad ? 'error' : undefined}>
        <Icon name={isBad ? 'warning' : status === 'failed' ? 'info' : 'loading'} />
      </span>
      <div className="main">
        <Text k={k} />
        {isBad && error !== undefined && (
          <>
            {' '}
            <ErrorText error={error} />
            <ErrorDetails error={error} />
          </>
        )}
      </div>
    </div>
  )
}

/** The rows that say how much was used and is left. */
function UsageFacts({ session, words }: { session: SmartSession; words: SessionWords }): ReactNode {
  const { limits, usage } = session
  if (!usage)
    return (
      limits && (
        <Fact k="sessions.used">
          <Text k="sessions.usageUnknown" />
        </Fact>
      )
    )
  const { amount, calls } = usage
  return (
    <>
      {amount && (
        <>
          <Fact k="sessions.used">
            <bdi>{words.amount(session, amount.used)}</bdi>
          </Fact>
          <Fact k="sessions.leftNow">
            <bdi>{words.amount(session, amount.left)}</bdi>
          </Fact>
        </>
      )}
      {calls && (
        <Fact k="sessions.times">
          <Text k="sessions.timesOf" params={{ used: calls.used, all: calls.used + calls.left }} />
        </Fact>
      )}
    </>
  )
}

/** The contracts that the session reaches. */
function ReachFacts({
  session,
  words,
  place,
}: {
  session: SmartSession
  words: SessionWords
  place: Place
}): ReactNode {
  const permission = session.limits?.permission
  if (permission?.type === 'erc20')
    return (
      <Fact k="sessions.token">
        <WholeAddress
          address={permission.token}
          copy="sessions.copyToken"
          {...{ session, place }}
        />
      </Fact>
    )
  if (permission?.type !== 'calls') return null
  return (
    <>
      <Fact k="sessions.targets">
        {permission.targets.map((target) => (
          <span key={target} style={styles.listed}>
            <WholeAddress address={target} {...{ session, place }} />
          </span>
        ))}
      </Fact>
      <Fact k="sessions.selectors">
        <bdi dir="ltr">{permission.selectors.join(' ')}</bdi>
      </Fact>
      <Fact k="sessions.perCall">
        <bdi>{words.amount(session, permission.maxValue)}</bdi>
      </Fact>
    </>
  )
}

/** Says that the session is not there any more. */
function Gone(): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  useEffect(() => announce(text('sessions.gone')), [announce, text])
  return <Empty title="sessions.gone" text="sessions.goneText" icon="check" />
}

/** Makes the view of a session, and of its end. */
export const createSessionView = (place: Place) =>
  function SessionView(props: ViewProps<{ session: string }, SmartSessionsApi>): ReactNode {
    return <Details {...props} place={place} />
  }

function Details({
  api,
  params,
  place,
}: ViewProps<{ session: string }, SmartSessionsApi> & { place: Place }): ReactNode {
  const { items, revocations, tokens } = useObservable(api.state)
  const words = useSessionWords(place, tokens)
  const isOnline = useOnline()
  const session = items.find((each) => sessionKey(each) === params.session)
  if (!session) return <Gone />
  const revocation = revocations[params.session]
  const isUnderWay = revocation !== undefined && revocation.status !== 'failed'
  const end = words.end(session)
  return (
    <div className="stack">
      <h2 style={styles.headline}>
        <bdi>{words.limit(session)}</bdi>
      </h2>
      <dl style={styles.facts}>
        <UsageFacts {...{ session, words }} />
        <Fact k="sessions.ends">
          {end === undefined ? <Text k="sessions.noEnd" /> : <bdi>{end}</bdi>}
        </Fact>
        {session.to !== undefined && (
          <Fact k="sessions.to">
            <WholeAddress address={session.to} copy="sessions.copyTo" {...{ session, place }} />
          </Fact>
        )}
        <ReachFacts {...{ session, words, place }} />
        <Fact k="sessions.network">
          <bdi>{place.networkOf(session.network)?.name ?? session.network}</bdi>
        </Fact>
      </dl>
      {revocation && <Progress {...revocation} />}
      <p className="hint">
        <Text k="sessions.revokeText" />
      </p>
      <Button
        variant="primary"
        wide
        busy={isUnderWay}
        disabled={!isOnline}
        onClick={() => void api.revoke(session).catch(() => undefined)}
      >
        <Text k={isOnline ? 'sessions.revoke' : 'ui.offline'} />
      </Button>
    </div>
  )
}
