import {
  Button,
  Field,
  Icon,
  Picture,
  showHidden,
  Skeleton,
  Text,
  useMessages,
  type Message,
} from '@latchkey/ui-react/kit'
import { useState, type ReactNode } from 'react'
import type { SwapApi, SwapState, SwapToken } from '../../api.js'
import { tokenKey } from '../../services/tokenKey.js'
import { styles } from '../styles.js'
import { useNumbers } from '../useNumbers.js'
import { worthOf } from '../../engine/worth.js'

interface Props {
  state: SwapState
  api: SwapApi
}

/** The chosen token: a button that leads to the list. */
function TokenButton({
  side,
  token,
  api,
}: {
  side: 'from' | 'to'
  token: SwapToken | undefined
  api: SwapApi
}): ReactNode {
  const text = useMessages()
  const symbol = token ? showHidden(token.symbol) : text('swap.nothingChosen')
  return (
    <Button onClick={() => api.show('swap.token', { side })}>
      {token && <Picture src={token.iconUrl || undefined} name={token.symbol} size="small" round />}
      <span aria-hidden="true">{token ? <bdi>{symbol}</bdi> : <Text k="swap.choose" />}</span>
      <span className="quiet">
        <Text k={side === 'from' ? 'swap.chooseSell' : 'swap.chooseBuy'} params={{ symbol }} />
      </span>
      <Icon name="next" />
    </Button>
  )
}

/** The problem with the amount, in words. */
function useProblem(state: SwapState): Message | undefined {
  const { amountProblem: k, from, balances, fee, missing } = state
  const { amount } = useNumbers()
  if (k === undefined || !from) return undefined
  if (k === 'swap.amountTooMuch')
    return {
      k,
      params: {
        balance: amount(balances[tokenKey(from)] ?? 0n, from),
        missing: amount(missing ?? 0n, from, from.decimals),
      },
    }
  if (k === 'swap.feeTooMuch' && fee)
    return {
      k,
      params: {
        fee: amount(fee.value, fee),
        missing: amount(missing ?? 0n, fee, fee.decimals),
      },
    }
  return { k, params: { symbol: from.symbol, decimals: from.decimals } }
}

/** Balance and value of one side. */
function Line({
  token,
  value,
  state: { balances, prices },
  children,
}: {
  token: SwapToken | undefined
  value: bigint | undefined
  state: SwapState
  children?: ReactNode
}): ReactNode {
  const { amount, dollars } = useNumbers()
  const balance = token && balances[tokenKey(token)]
  const worth = worthOf(value, token, prices)
  return (
    <div style={styles.line}>
      <span className="hint">
        {worth !== undefined && (
          <>
            ≈ <bdi dir="ltr">{dollars(worth)}</bdi>
          </>
        )}
        {worth !== undefined && balance !== undefined && ' · '}
        {token && balance !== undefined && (
          <Text k="swap.balance" params={{ balance: amount(balance, token) }} />
        )}
      </span>
      {children}
    </div>
  )
}

export function SellSide({ state, api }: Props): ReactNode {
  const { from, typed, amount } = state
  const problem = useProblem(state)
  const [isFinding, setFinding] = useState(false)
  const max = (): void => {
    setFinding(true)
    void api.max().finally(() => setFinding(false))
  }
  return (
    <div style={styles.side} data-side="from">
      <div style={styles.line}>
        <span>
          <Text k="swap.sell" />
        </span>
        <TokenButton side="from" token={from} api={api} />
      </div>
      <Field
        label={{ k: 'swap.amount' }}
        labelHidden
        value={typed}
        onChange={(text) => api.setAmount(text)}
        error={problem}
        placeholder="0"
        input={{
          ...{ inputMode: 'decimal', autoComplete: 'off', spellCheck: false, dir: 'ltr' },
          ...{ enterKeyHint: 'done', maxLength: 100 },
        }}
      />
      <Line token={from} value={amount} state={state}>
        {from && (
          <Button variant="plain" busy={isFinding} onClick={max}>
            <Text k="swap.max" />
          </Button>
        )}
      </Line>
    </div>
  )
}

export function BuySide({ state, api }: Props): ReactNode {
  const { to, quote, phase } = state
  const { plain } = useNumbers()
  return (
    <div style={styles.side} data-side="to" aria-busy={phase === 'quoting'}>
      <div style={styles.line}>
        <span>
          <Text k="swap.buy" />
        </span>
        <TokenButton side="to" token={to} api={api} />
      </div>
      <div style={styles.large}>
        {quote && to ? (
          <bdi dir="ltr">{plain(quote.toAmount, to.decimals)}</bdi>
        ) : phase === 'quoting' ? (
          <>
            <Skeleton width="9ch" height="28px" />
            <span className="quiet">
              <Text k="swap.quoting" />
            </span>
          </>
        ) : (
          <span className="hint">–</span>
        )}
      </div>
      <Line token={to} value={quote?.toAmount} state={state} />
    </div>
  )
}
