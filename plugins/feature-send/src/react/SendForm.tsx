import { isLatchkeyError, type ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Empty,
  ErrorDetails,
  ErrorText,
  Icon,
  Picture,
  Row,
  showHidden,
  Skeleton,
  Text,
  useAnnounce,
  useErrorText,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { balanceOf } from '../amount.js'
import type { SendApi, SendState } from '../api.js'
import { AmountField } from './AmountField.js'
import { looks } from './looks.js'
import { isBlocked, ReceiverField } from './ReceiverField.js'
import { SentRow } from './Sent.js'
import { Unread } from './Unread.js'
import { useNumbers } from './useNumbers.js'
import { useOnline } from './useOnline.js'

/** Why nothing can be sent yet, as a message key. */
function reasonOf(
  { token, value, sendTokenAmount = '', amountProblem, receiver }: SendState,
  isOnline: boolean,
): string | undefined {
  if (!isOnline) return 'send.offline'
  if (!token) return 'send.needToken'
  if (!sendTokenAmount.trim()) return 'send.needAmount'
  if (amountProblem !== undefined || !value) return 'send.needOtherAmount'
  if (receiver.status === 'empty') return 'send.needReceiver'
  if (receiver.status === 'checking') return 'send.checking'
  if (receiver.status === 'refused') return 'send.needOtherReceiver'
  return isBlocked(receiver) ? 'send.needCompare' : undefined
}

function TokenRow({
  state: { token, tokenBalances, lastRetry },
  api,
}: {
  state: SendState
  api: SendApi
}): ReactNode {
  const { balance, worth } = useNumbers()
  if (!token)
    return !tokenBalances.length && lastRetry === undefined ? (
      <Row start={<Skeleton width="32px" height="32px" />}>
        <Skeleton width="12ch" />
      </Row>
    ) : (
      <Row end={<Icon name="next" />} onClick={() => api.show('send.token')}>
        <Text k="send.chooseToken" />
      </Row>
    )
  const worthOfAll = worth(balanceOf(token), token)
  return (
    <Row
      start={<Picture src={token.iconUrl} name={token.symbol} round />}
      end={<Icon name="next" />}
      onClick={() => api.show('send.token')}
      note={
        <>
          <Text k="send.balance" params={{ balance: balance(token) }} />
          {worthOfAll !== undefined && (
            <>
              {' '}
              (<bdi dir="ltr">{worthOfAll}</bdi>)
            </>
          )}
        </>
      }
    >
      <bdi>{showHidden(token.symbol)}</bdi>
    </Row>
  )
}

function FeeLine({ fee }: { fee: SendState['fee'] }): ReactNode {
  const { amount } = useNumbers()
  return (
    <dl style={looks.facts}>
      <div style={looks.fact} aria-busy={fee.status === 'loading'}>
        <dt className="hint">
          <Text k="send.fee" />
        </dt>
        <dd className="hint" style={looks.value}>
          {fee.status === 'known' ? (
            <>
              ≈ <bdi dir="ltr">{amount(fee.amount.value, fee.amount, 8)}</bdi>
            </>
          ) : fee.status === 'loading' ? (
            <span className="skeleton" style={{ inlineSize: '10ch', blockSize: 16 }}>
              <span className="quiet">
                <Text k="send.feeLoading" />
              </span>
            </span>
          ) : (
            <Text k={fee.status === 'failed' ? 'send.feeFailed' : 'send.feeLater'} />
          )}
        </dd>
      </div>
    </dl>
  )
}

/** What came of the last try. A no is no alarm. */
function Failure({ error }: { error: unknown }): ReactNode {
  const announce = useAnnounce()
  const said = useErrorText()(error)
  const isNo = isLatchkeyError(error, 'wallet.user_rejected')
  useEffect(() => announce(said, isNo ? 'polite' : 'assertive'), [announce, said, isNo])
  return (
    <div className="notice" style={{ alignItems: 'flex-start' }} data-alert="failure">
      <span className={isNo ? undefined : 'error'}>
        <Icon name={isNo ? 'info' : 'warning'} />
      </span>
      <div className="main">
        <strong>
          <Text k={isNo ? 'send.declined' : 'send.notSent'} />
        </strong>
        {!isNo && (
          <>
            <ErrorText error={error} />
            <ErrorDetails error={error} />
          </>
        )}
      </div>
    </div>
  )
}

/** Takes the native currency where nobody chose, and reads what the account holds. */
function useTokens(api: SendApi, { token, tokenBalances }: SendState): void {
  useEffect(() => void api.load(), [api])
  const first = tokenBalances[0]
  useEffect(() => {
    if (!token && first) api.setToken(first)
  }, [api, token, first])
}

/** What, how much, to whom. */
export function SendForm({ api }: ViewProps<undefined, SendApi>): ReactNode {
  const state = useObservable(api.state)
  const { tokenBalances, lastRetry, fee, error, sent, loading } = state
  const isOnline = useOnline()
  const button = useRef<HTMLButtonElement>(null)
  useTokens(api, state)
  const reason = reasonOf(state, isOnline)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // What fails is in the state.
    if (!reason && !loading) api.send().catch(() => undefined)
  }
  if (!api.canSend()) return <Empty title="send.cannot" text="send.cannotText" />
  const isEmpty =
    tokenBalances.length > 0 && tokenBalances.every((token) => balanceOf(token) === 0n)
  return (
    <div className="stack">
      {sent[0] && (
        <SentRow transaction={sent[0]} count={sent.length} onClick={() => api.show('send.sent')} />
      )}
      {isEmpty ? (
        <Empty title="send.nothing" text="send.nothingText" icon="wallet" />
      ) : (
        <form className="stack" onSubmit={submit} noValidate>
          {error !== undefined && <Failure error={error} />}
          {lastRetry !== undefined && <Unread failedAt={lastRetry} api={api} />}
          <TokenRow state={state} api={api} />
          <AmountField state={state} api={api} />
          <ReceiverField state={state} api={api} next={button} />
          <FeeLine fee={fee} />
          <div className={isBlocked(state.receiver) ? undefined : 'pinned end'}>
            <Button
              ref={button}
              type="submit"
              variant="primary"
              wide
              disabled={reason !== undefined}
              busy={loading}
            >
              <Text k={reason ?? 'send.review'} />
            </Button>
            {loading && (
              <Button variant="plain" wide onClick={() => api.stopWaiting()}>
                <Text k="send.stopWaiting" />
              </Button>
            )}
          </div>
        </form>
      )}
    </div>
  )
}
