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
import { balanceOf } from '../../form/worth.js'
import type { SendApi, SendState } from '../../api.js'
import { isUnique } from '../../form/nfts.js'
import { AmountField } from './AmountField.js'
import { styles } from '../styles.js'
import { isBlocked } from '../../receiver/lookalikes.js'
import { ReceiverField, Warning } from './ReceiverField.js'
import { SentRow } from '../SentRow.js'
import { UnreadBalance } from '../UnreadBalance.js'
import { useNumbers } from '../useNumbers.js'
import { useOnline } from './useOnline.js'

/** The reason why nothing can be sent yet, as a message key. */
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
  if (!isBlocked(receiver)) return undefined
  return receiver.lookalike ? 'send.needCompare' : 'send.needCompareNames'
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
      start={<Picture src={token.iconUrl} name={token.symbol} round={!token.nft} />}
      end={<Icon name="next" />}
      onClick={() => api.show('send.token')}
      note={
        isUnique(token) ? undefined : (
          <>
            <Text k="send.balance" params={{ balance: balance(token) }} />
            {worthOfAll !== undefined && (
              <>
                {' '}
                (<bdi dir="ltr">{worthOfAll}</bdi>)
              </>
            )}
          </>
        )
      }
    >
      <bdi>{showHidden(token.symbol)}</bdi>
    </Row>
  )
}

function FeeLine({ fee }: { fee: SendState['fee'] }): ReactNode {
  const { amount } = useNumbers()
  return (
    <dl style={styles.facts}>
      <div style={styles.fact} aria-busy={fee.status === 'loading'}>
        <dt className="hint">
          <Text k="send.fee" />
        </dt>
        <dd className="hint" style={styles.value}>
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

/** The failure of the last try. A visitor who declined is told calmly. */
function Failure({ error }: { error: unknown }): ReactNode {
  const announce = useAnnounce()
  const message = useErrorText()(error)
  const isDeclined = isLatchkeyError(error, 'wallet.user_rejected')
  useEffect(
    () => announce(message, isDeclined ? 'polite' : 'assertive'),
    [announce, message, isDeclined],
  )
  return (
    <div className="notice" style={{ alignItems: 'flex-start' }} data-alert="failure">
      <span className={isDeclined ? undefined : 'error'}>
        <Icon name={isDeclined ? 'info' : 'warning'} />
      </span>
      <div className="main">
        <strong>
          <Text k={isDeclined ? 'send.declined' : 'send.notSent'} />
        </strong>
        {!isDeclined && (
          <>
            <ErrorText error={error} />
            <ErrorDetails error={error} />
          </>
        )}
      </div>
    </div>
  )
}

/** Reads the balances, and chooses the native currency until the visitor chooses a token. */
function useTokens(api: SendApi, { token, tokenBalances }: SendState): void {
  useEffect(() => void api.load(), [api])
  const first = tokenBalances[0]
  useEffect(() => {
    if (!token && first) api.setToken(first)
  }, [api, token, first])
}

/** The form: token, amount, receiver and fee. */
export function SendForm({ api }: ViewProps<undefined, SendApi>): ReactNode {
  const state = useObservable(api.state)
  const { token, tokenBalances, lastRetry, fee, error, sent, loading } = state
  const isOnline = useOnline()
  const button = useRef<HTMLButtonElement>(null)
  useTokens(api, state)
  const reason = reasonOf(state, isOnline)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // A failure is shown from `state.error`.
    if (!reason && !loading) api.send().catch(() => undefined)
  }
  if (!api.canSend()) return <Empty title="send.cannot" text="send.cannotText" />
  const isEmpty =
    !token?.nft && tokenBalances.length > 0 && tokenBalances.every((each) => balanceOf(each) === 0n)
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
          {lastRetry !== undefined && <UnreadBalance failedAt={lastRetry} api={api} />}
          <TokenRow state={state} api={api} />
          {!isUnique(token) && <AmountField state={state} api={api} />}
          <ReceiverField state={state} api={api} next={button} />
          {fee.status === 'known' && fee.isToContract && <Warning k="send.toContract" />}
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
