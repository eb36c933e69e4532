import type { ViewProps } from '@latchkey/plugin-api'
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
import { useEffect, useState, type ReactNode } from 'react'
import type {
  RevocationWitness,
  SessionRevocation,
  SessionsState,
  SmartSession,
  SmartSessionsApi,
} from '../api.js'
import { sessionKey } from '../sessionKey.js'
import type { Place } from './place.js'
import { progressText, WITNESSES } from './progressText.js'
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

/** How taking the session back goes. */
function Progress(revocation: SessionRevocation): ReactNode {
  const { error } = revocation
  const { k, tone } = progressText(revocation)
  const announce = useAnnounce()
  const text = useMessages()
  const isFault = tone === 'fault'
  useEffect(() => announce(text(k), isFault ? 'assertive' : 'polite'), [announce, text, k, isFault])
  const icons = { busy: 'loading', calm: 'info', fault: 'warning' } as const
  return (
    <div className="notice" data-revocation={revocation.status}>
      <span className={isFault ? 'error' : undefined}>
        <Icon name={icons[tone]} />
      </span>
      <div className="main">
        <Text k={k} />
        {isFault && error !== undefined && (
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

/** Says what the visitor has to know before taking it back: that it is wider, or that somebody says it has ended. */
function Warnings({
  session,
  witness,
  words,
}: {
  session: SmartSession
  witness: RevocationWitness | undefined
  words: SessionWords
}): ReactNode {
  return (
    <>
      {session.wider.length > 0 && (
        <div className="notice" role="status">
          <span className="error">
            <Icon name="warning" />
          </span>
          <div className="main">
            <Text k="sessions.wider" params={{ parts: words.parts(session.wider) }} />
          </div>
        </div>
      )}
      {witness && (
        <div className="notice" role="status">
          <Icon name="info" />
          <div className="main">
            {[WITNESSES[witness], ...(witness === 'chain' ? [] : ['sessions.unchecked'])].map(
              (k) => (
                <span key={k} style={styles.listed}>
                  <Text k={k} />
                </span>
              ),
            )}
          </div>
        </div>
      )}
    </>
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
  const nextPeriod = words.nextPeriod(session)
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
          {nextPeriod !== undefined && (
            <Fact k="sessions.nextPeriod">
              <bdi>{nextPeriod}</bdi>
            </Fact>
          )}
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

/** The reason why a session is not shown, with what is known of its end. */
function reasonOf(
  witness: RevocationWitness | undefined,
  { account }: SessionsState,
  shownOf: string | undefined,
): readonly [title: string, text: string] {
  if (witness === 'chain') return ['sessions.gone', 'sessions.goneText']
  if (witness) return [WITNESSES[witness], 'sessions.unchecked']
  if (shownOf === account) return ['sessions.notHere', 'sessions.notHereText']
  return account === undefined
    ? ['sessions.noAccount', 'sessions.noAccountText']
    : ['sessions.otherAccount', 'sessions.otherAccountText']
}

/** Says why the session is not shown. */
function Gone({ title, text, place }: { title: string; text: string; place: Place }): ReactNode {
  const announce = useAnnounce()
  const words = useMessages()
  useEffect(() => announce(words(title)), [announce, words, title])
  return (
    <Empty title={title} text={text} icon={title === 'sessions.gone' ? 'check' : 'info'}>
      <Button onClick={place.showAll}>
        <Text k="sessions.showAll" />
      </Button>
    </Empty>
  )
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
  const state = useObservable(api.state)
  const { items, revocations, ended, tokens } = state
  // The account of the session, as a change of account empties the list.
  const [shownOf] = useState(state.account)
  const words = useSessionWords(place, tokens)
  const isOnline = useOnline()
  // A page may open the view without a session.
  const key = (params as Partial<typeof params> | undefined)?.session ?? ''
  const session = items.find((each) => sessionKey(each) === key)
  const witness = ended[key]
  if (!session) {
    const [title, text] = reasonOf(witness, state, shownOf)
    return <Gone {...{ title, text, place }} />
  }
  const revocation = revocations[key]
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
      <Warnings {...{ session, words }} witness={revocation ? undefined : witness} />
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
