import { isLatchkeyError, type ViewParams, type ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Empty,
  ErrorDetails,
  ErrorText,
  Icon,
  Row,
  showHidden,
  Text,
  useAnnounce,
  useErrorText,
  useMessages,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import type { SwapApi, SwapState } from '../../api.js'
import { styles } from '../styles.js'
import { useNumbers } from '../useNumbers.js'
import { useOnline } from '../useOnline.js'
import { useOpen } from '../useOpen.js'
import { Warning } from '../Warning.js'
import { BuySide, SellSide } from './Sides.js'
import { QuoteFacts } from './QuoteFacts.js'

const FLIP = 'M7 4v15m0 0-3-3m3 3 3-3M17 20V5m0 0-3 3m3-3 3 3'
/** A loss of value from which on the visitor is warned, percent. */
const WARNED_LOSS = 3

/** The reason why there is nothing to review yet, as a message key. */
function reasonOf(
  { from, to, typed, amount, amountProblem, phase, error }: SwapState,
  isOnline: boolean,
): string | undefined {
  if (!isOnline) return 'swap.offline'
  if (!from || !to) return 'swap.needTokens'
  if (from.address === to.address) return 'swap.needOtherToken'
  if (!typed.trim()) return 'swap.needAmount'
  if (amountProblem !== undefined || amount === undefined) return 'swap.needOtherAmount'
  if (phase === 'quoting' || phase === 'idle') return 'swap.quoting'
  if (phase === 'failed' && isLatchkeyError(error, 'swap.no_route')) return 'swap.noRoute'
  return undefined
}

/** Says to screen readers what came: the price, or why there is none. */
function useAnnouncements({ quote, to, phase, error }: SwapState): void {
  const announce = useAnnounce()
  const text = useMessages()
  const { amount } = useNumbers()
  const message =
    phase === 'ready' && quote && to
      ? text('swap.quoted', { amount: amount(quote.toAmount, to) })
      : phase === 'expired'
        ? text('swap.expired')
        : ''
  // A renewed price is not told again unless it is another one.
  useEffect(() => {
    if (message) announce(message)
  }, [announce, message])
  const failure = useErrorText()(error)
  useEffect(() => {
    if (phase === 'failed') announce(failure, 'assertive')
  }, [announce, failure, phase])
}

function Failure({ state: { error, phase }, api }: { state: SwapState; api: SwapApi }): ReactNode {
  if (phase !== 'failed' || error === undefined) return null
  const isNoRoute = isLatchkeyError(error, 'swap.no_route')
  return (
    <div className="notice" style={styles.warned} data-alert="failure">
      <span className={isNoRoute ? undefined : 'error'}>
        <Icon name={isNoRoute ? 'info' : 'warning'} />
      </span>
      <div className="main">
        {isNoRoute ? (
          <>
            <strong>
              <Text k="swap.noRoute" />
            </strong>
            <p style={styles.block}>
              <Text k="swap.noRouteText" />
            </p>
          </>
        ) : (
          <>
            <ErrorText error={error} />
            <ErrorDetails error={error} />
            <Button onClick={() => api.refresh()}>
              <Text k="swap.retry" />
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** The newest swap, until the visitor removes it. */
function NewestRow({ state: { sent }, api }: { state: SwapState; api: SwapApi }): ReactNode {
  const newest = sent.find(({ step }) => step === 'swap') ?? sent[0]
  if (!newest) return null
  const { amount, symbol, bought, status } = newest
  const isOpen = status === 'pending' || status === 'unanswered'
  const ks = { unanswered: 'swap.statusUnanswered', pending: 'swap.statusPending' } as const
  return (
    <Row
      start={<Icon name={isOpen ? 'loading' : status === 'success' ? 'check' : 'warning'} />}
      end={<Icon name="next" />}
      onClick={() => api.show('swap.sent')}
      note={
        <bdi>
          {amount}&nbsp;{showHidden(symbol)} → {showHidden(bought.symbol)}
        </bdi>
      }
    >
      <Text k={isOpen ? ks[status] : status === 'success' ? 'swap.done' : 'swap.failed'} />
    </Row>
  )
}

/** Fills in what the view was opened with, and reads tokens and balances. */
function useStart(api: SwapApi, given: ViewParams['Swap']): void {
  const wanted = useRef(given)
  useEffect(() => {
    // A second drawing of the same view starts nothing anew.
    const params = wanted.current
    wanted.current = undefined
    api.start(params).catch(() => undefined)
  }, [api])
}

/** Warns visitors who would lose much, before the review. */
function Loss({ state: { loss, quote, from, to } }: { state: SwapState }): ReactNode {
  const { percent } = useNumbers()
  if (!quote || !from || !to) return null
  if (loss === undefined)
    return (
      <p className="hint">
        <Text k="swap.noPrice" />
      </p>
    )
  return loss > WARNED_LOSS ? (
    <Warning k="swap.lossWarning" params={{ percent: percent(loss) }} />
  ) : null
}

/** The form: what is sold, what comes for it, and on which terms. */
export function SwapForm({ params, api }: ViewProps<ViewParams['Swap'], SwapApi>): ReactNode {
  const state = useObservable(api.state)
  const { phase, tokensRead } = state
  const isOnline = useOnline()
  useOpen(api)
  useStart(api, params)
  useAnnouncements(state)
  if (!api.canSwap()) return <Empty title="swap.cannot" text="swap.cannotText" />
  const reason = reasonOf(state, isOnline)
  const canReview = reason === undefined && phase === 'ready'
  const isExpired = reason === undefined && phase === 'expired'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (canReview) api.review()
    if (isExpired) api.refresh()
  }
  return (
    <div className="stack">
      <NewestRow state={state} api={api} />
      <form className="stack" onSubmit={submit} noValidate>
        {tokensRead === 'failed' && (
          <Warning k="swap.unread">
            <Button onClick={() => void api.start()}>
              <Text k="swap.retry" />
            </Button>
          </Warning>
        )}
        <SellSide state={state} api={api} />
        <div style={styles.flip}>
          <Button onClick={() => api.flip()}>
            <Icon path={FLIP} />
            <span className="quiet">
              <Text k="swap.flip" />
            </span>
          </Button>
        </div>
        <BuySide state={state} api={api} />
        <Failure state={state} api={api} />
        {isExpired && <Warning k="swap.expired" />}
        <Loss state={state} />
        <QuoteFacts state={state} api={api} />
        <div className="pinned end">
          <Button
            type="submit"
            variant="primary"
            wide
            disabled={!canReview && !isExpired}
            busy={phase === 'quoting'}
          >
            <Text k={reason ?? (isExpired ? 'swap.refresh' : 'swap.review')} />
          </Button>
        </div>
      </form>
    </div>
  )
}
