import type { ViewProps } from '@latchkey/plugin-api'
import {
  Amount,
  Button,
  CopyButton,
  Empty,
  Icon,
  showHidden,
  Text,
  useLocale,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useState, type ReactNode } from 'react'
import type {
  ActivityApi,
  ActivityState,
  HistoryEntry,
  PendingTransaction,
  Suspicion,
} from '../api.js'
import { transactionPage } from '../entries/links.js'
import { isSpam } from '../entries/lists.js'
import { ownOf, timeOf } from '../entries/months.js'
import { amountOf } from '../entries/rows.js'
import { storyOf } from '../entries/story.js'
import { Moved } from './ActivityRow.js'
import { MarkedAddress } from './MarkedAddress.js'
import { usePartyName } from './Party.js'
import { styles } from './styles.js'
import { useFormats } from './useTimes.js'
import { DEEDS, DOUBTS, STATUSES } from './words.js'

function Fact({ k, children }: { k: string; children: ReactNode }): ReactNode {
  return (
    <div style={styles.fact}>
      <dt className="hint">
        <Text k={k} />
      </dt>
      <dd style={styles.value}>{children}</dd>
    </div>
  )
}

/** Why a transaction is suspicious, with the address that it imitates. */
function Warning({
  suspicion: { doubts, lookalike, knownDifferences, spelled = '' },
  isTrusted,
  onTrust,
}: {
  suspicion: Suspicion
  isTrusted: boolean
  onTrust(): void
}): ReactNode {
  return (
    <section style={styles.alert} data-alert="suspicious">
      <h2 style={styles.title}>
        <span className="warning">
          <Icon name="warning" />
        </span>
        <Text k="activity.suspicious" />
      </h2>
      <p style={styles.block}>
        <Text k="activity.suspiciousText" />
      </p>
      {doubts.map((doubt) => (
        <p key={doubt} style={styles.block} data-doubt={doubt}>
          <Text k={DOUBTS[doubt]} params={{ listed: spelled }} />
          {doubt === 'lookalike' && lookalike && (
            <>
              {' '}
              <MarkedAddress address={lookalike.known} marks={knownDifferences ?? []} />
            </>
          )}
        </p>
      ))}
      {!isTrusted && (
        <Button wide onClick={onTrust}>
          <Text k="activity.showAnyway" />
        </Button>
      )}
    </section>
  )
}

/** The number of transfers that the server does not tell one by one, and where they can be read. */
function Untold({
  count,
  entry,
  state,
}: {
  count: number
  entry: HistoryEntry
  state: ActivityState
}): ReactNode {
  const page = transactionPage(state.network, entry.metadata.hash)
  return (
    <p className="hint" style={styles.block} data-untold={count}>
      <Text k="activity.andTransfers" params={{ count }} />
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

/** The links of a transaction: the explorer, where the network has one. */
function Explorer({ state, hash }: { state: ActivityState; hash: string }): ReactNode {
  const page = transactionPage(state.network, hash)
  if (!page) return null
  return (
    <Button wide href={page.url}>
      <Icon name="external" />
      <Text k="activity.explorer" params={{ explorer: page.name }} />
    </Button>
  )
}

// eslint-disable-next-line max-lines-per-function -- the markup of one transaction
function Details({ entry, state }: { entry: HistoryEntry; state: ActivityState }): ReactNode {
  const [isTrusted, trust] = useState(false)
  const locale = useLocale()
  const { exact } = useFormats(state.timeZone)
  const { metadata, id } = entry
  const story = storyOf(entry, state.lastAccountInView ?? '')
  const suspicion = ownOf(state.suspicions, id)
  const party = suspicion?.address ?? story.counterparty
  const canCopy = !suspicion || isTrusted
  const known = ownOf(state.names, party?.toLowerCase() ?? '')
  // A name must not lend trust to an address that only looks like a known one.
  const isBare = known !== undefined || suspicion !== undefined || isSpam(entry)
  const ownName = usePartyName(isBare ? undefined : party, state)
  const name = known ?? ownName
  const coin = state.network?.nativeCurrency
  return (
    <div className="stack" data-entry={id}>
      <h2 style={styles.title}>
        <Text k={DEEDS[story.deed]} />
      </h2>
      {metadata.status === 'failed' && (
        <p className="error" style={styles.block}>
          <Text k="activity.statusFailed" /> <Text k="activity.failedText" />
          {metadata.reason && (
            <>
              {' '}
              <Text k="activity.reason" params={{ reason: metadata.reason }} />
            </>
          )}
        </p>
      )}
      {suspicion && (
        <Warning suspicion={suspicion} isTrusted={isTrusted} onTrust={() => trust(true)} />
      )}
      <dl style={styles.facts}>
        {story.out.length > 0 && (
          <Fact k="activity.out">
            {story.out.map((transfer, index) => (
              <div key={index}>
                <Moved transfer={transfer} sign="−" locale={locale} />
              </div>
            ))}
          </Fact>
        )}
        {story.in.length > 0 && (
          <Fact k="activity.in">
            {story.in.map((transfer, index) => (
              <div key={index}>
                <Moved transfer={transfer} sign="+" locale={locale} />
              </div>
            ))}
          </Fact>
        )}
        {party !== undefined && (
          <div>
            <dt className="hint">
              <Text k="activity.counterparty" />
            </dt>
            <dd style={styles.block}>
              {name !== undefined && (
                <>
                  <bdi>{showHidden(name)}</bdi>{' '}
                </>
              )}
              <MarkedAddress
                address={party}
                marks={suspicion?.lookalike ? suspicion.lookalike.differences : []}
              />
              {canCopy && <CopyButton value={party} label={{ k: 'activity.copyAddress' }} />}
            </dd>
          </div>
        )}
        <Fact k="activity.when">
          <time dateTime={metadata.minedAt}>
            <bdi>{exact.format(timeOf(entry))}</bdi>
          </time>
        </Fact>
        {metadata.fee !== undefined && coin && (
          <Fact k="activity.fee">
            <Amount
              amount={{
                value: BigInt(metadata.fee),
                decimals: coin.decimals,
                symbol: coin.symbol,
              }}
              digits={8}
            />
          </Fact>
        )}
        <div>
          <dt className="hint">
            <Text k="activity.hash" />
          </dt>
          <dd style={styles.block}>
            <MarkedAddress address={metadata.hash} />
            {canCopy && <CopyButton value={metadata.hash} label={{ k: 'activity.copyHash' }} />}
          </dd>
        </div>
      </dl>
      {entry.more !== undefined && <Untold count={entry.more} entry={entry} state={state} />}
      <Explorer state={state} hash={metadata.hash} />
    </div>
  )
}

function Pending({
  transaction: { status, amount, symbol, item, receiver, at, hash },
  state,
}: {
  transaction: PendingTransaction
  state: ActivityState
}): ReactNode {
  const { exact } = useFormats(state.timeZone)
  const name = usePartyName(receiver, state)
  const { k, icon, text, className } = STATUSES[status]
  return (
    <div className="stack" data-status={status}>
      <h2 style={styles.title}>
        <span className={className}>
          <Icon name={icon} />
        </span>
        <Text k={k} />
      </h2>
      {text !== undefined && (
        <p style={styles.block}>
          <Text k={text} />
        </p>
      )}
      <dl style={styles.facts}>
        <Fact k="activity.out">
          <bdi dir="ltr">
            {item === undefined ? (
              <Amount amount={{ ...amountOf(amount), symbol: showHidden(symbol) }} />
            ) : (
              <bdi>{showHidden(item)}</bdi>
            )}
          </bdi>
        </Fact>
        <div>
          <dt className="hint">
            <Text k="activity.counterparty" />
          </dt>
          <dd style={styles.block}>
            {name !== undefined && (
              <>
                <bdi dir="ltr">{name}</bdi>{' '}
              </>
            )}
            <MarkedAddress address={receiver} />
            <CopyButton value={receiver} label={{ k: 'activity.copyAddress' }} />
          </dd>
        </div>
        <Fact k="activity.when">
          <bdi>{exact.format(at)}</bdi>
        </Fact>
      </dl>
      {hash !== undefined && <Explorer state={state} hash={hash} />}
    </div>
  )
}

/** One transaction of the list, in all its parts. */
export function Entry({ params: { id }, api }: ViewProps<{ id: string }, ActivityApi>): ReactNode {
  const state = useObservable(api.state)
  const transaction = state.pending.find((one) => one.id === id)
  // The chain's entry takes the place of a pending one while it is looked at.
  const entry = state.transactions.find(
    (one) =>
      one.id === id ||
      (transaction?.hash !== undefined &&
        one.metadata.hash.toLowerCase() === transaction.hash.toLowerCase()),
  )
  if (entry) return <Details key={entry.id} entry={entry} state={state} />
  if (transaction) return <Pending transaction={transaction} state={state} />
  return <Empty title="activity.gone" text="activity.goneText" icon="warning" />
}
