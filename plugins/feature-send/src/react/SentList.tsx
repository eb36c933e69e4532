import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Empty,
  Icon,
  showHidden,
  Text,
  useAnnounce,
  useLocale,
  useMessages,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useEffect, useRef, type ReactNode } from 'react'
import type { SendApi, SentTransaction } from '../api.js'
import { shownParts } from '../form/nfts.js'
import { styles } from './styles.js'
import { STATUSES } from './SentRow.js'
import { WholeAddress } from './WholeAddress.js'

/** Announces to screen readers the end of each transaction that was pending in this view. */
function useAnnounceEnds(sent: readonly SentTransaction[]): void {
  const announce = useAnnounce()
  const text = useMessages()
  const before = useRef(new Map<string, string>())
  useEffect(() => {
    for (const transaction of sent) {
      const { id, status } = transaction
      if (before.current.get(id) === 'pending' && status !== 'pending')
        announce(
          text(STATUSES[status].announcement, shownParts(transaction)),
          STATUSES[status].className ? 'assertive' : 'polite',
        )
      before.current.set(id, status)
    }
  }, [sent, announce, text])
}

// eslint-disable-next-line max-lines-per-function -- the markup of one transaction
function Transaction({
  transaction,
  api,
}: {
  transaction: SentTransaction
  api: SendApi
}): ReactNode {
  const { id, status, receiver, at, link } = transaction
  const { amount, symbol } = shownParts(transaction)
  const locale = useLocale()
  const { k, icon, text, className } = STATUSES[status]
  return (
    <article className="stack" style={{ gap: 8 }} data-status={status}>
      <h2 style={styles.title}>
        <span className={className}>
          <Icon name={icon} />
        </span>
        <Text k={k} />
      </h2>
      <dl style={styles.facts}>
        <div style={styles.fact}>
          <dt className="hint">
            <Text k="send.amount" />
          </dt>
          <dd style={styles.value}>
            <bdi dir="ltr">
              {showHidden(amount)}&nbsp;{showHidden(symbol)}
            </bdi>
          </dd>
        </div>
        <div>
          <dt className="hint">
            <Text k="send.to" />
          </dt>
          <dd style={styles.block}>
            <WholeAddress address={receiver} />
          </dd>
        </div>
        <div style={styles.fact}>
          <dt className="hint">
            <Text k={status === 'unanswered' ? 'send.askedAt' : 'send.at'} />
          </dt>
          <dd style={styles.value}>
            <bdi>
              <time dateTime={new Date(at).toISOString()}>
                {new Intl.DateTimeFormat(locale, {
                  dateStyle: 'medium',
                  timeStyle: 'short',
                }).format(at)}
              </time>
            </bdi>
          </dd>
        </div>
      </dl>
      <p className="hint">
        <Text k={text} />
      </p>
      <div style={styles.two}>
        {link !== undefined && (
          <Button href={link}>
            <Icon name="external" />
            <Text k="send.explorer" />
          </Button>
        )}
        <Button variant="plain" onClick={() => api.dismiss(id)}>
          <Text k="send.dismiss" />
        </Button>
      </div>
    </article>
  )
}

/** The transactions that were sent from this site, with their ends. */
export function SentList({ api }: ViewProps<undefined, SendApi>): ReactNode {
  const { sent } = useObservable(api.state)
  useAnnounceEnds(sent)
  if (!sent.length)
    return (
      <Empty title="send.noSent" text="send.noSentText" icon="check">
        <Button onClick={() => api.back()}>
          <Text k="send.backToForm" />
        </Button>
      </Empty>
    )
  return (
    <div className="stack" style={{ gap: 24 }}>
      {sent.map((transaction) => (
        <Transaction
          key={`${transaction.network} ${transaction.id}`}
          transaction={transaction}
          api={api}
        />
      ))}
    </div>
  )
}
