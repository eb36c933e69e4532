import { Button, Field, showHidden, Text, type Message } from '@latchkey/ui-react/kit'
import { useState, type ReactNode } from 'react'
import { balanceOf } from '../../form/worth.js'
import type { SendApi, SendState } from '../../api.js'
import { styles } from '../styles.js'
import { useNumbers } from '../useNumbers.js'

/** The message about a wrong amount, with the missing sum. */
function useProblem({
  amountProblem,
  value,
  token,
  tokenBalances,
  fee,
}: SendState): Message | undefined {
  const { amount, balance } = useNumbers()
  if (amountProblem === undefined || !token) return undefined
  const own = { decimals: token.quantity.decimals, symbol: token.symbol }
  if (amountProblem === 'send.amountTooMuch' && value !== undefined)
    return {
      k: amountProblem,
      params: {
        balance: balance(token),
        missing: amount(value - balanceOf(token), own, own.decimals),
      },
    }
  const native = tokenBalances.find(({ address }) => address === undefined)
  if (amountProblem === 'send.feeTooMuch' && fee.status === 'known' && native) {
    const missing =
      fee.amount.value + (token.address === undefined ? (value ?? 0n) : 0n) - balanceOf(native)
    return {
      k: amountProblem,
      params: {
        fee: amount(fee.amount.value, fee.amount),
        missing: amount(missing, fee.amount, fee.amount.decimals),
      },
    }
  }
  if (amountProblem === 'send.mustStay' && fee.status === 'known') {
    const reserve = fee.reserve ?? 0n
    return {
      k: amountProblem,
      params: {
        reserve: amount(reserve, fee.amount, fee.amount.decimals),
        missing: amount(
          (value ?? 0n) + fee.amount.value + reserve - balanceOf(token),
          fee.amount,
          fee.amount.decimals,
        ),
      },
    }
  }
  return { k: amountProblem, params: { symbol: token.symbol, decimals: own.decimals } }
}

/** The amount, in the token or in US dollars, with its value in the other one below. */
// eslint-disable-next-line max-lines-per-function -- the markup of one field
export function AmountField({ state, api }: { state: SendState; api: SendApi }): ReactNode {
  const { sendTokenAmount = '', unit, token, value } = state
  const { amount, worth } = useNumbers()
  const [isFinding, setFinding] = useState(false)
  const problem = useProblem(state)
  const inFiat = unit === 'fiat'
  const other =
    token && value !== undefined
      ? inFiat
        ? amount(value, { decimals: token.quantity.decimals, symbol: token.symbol })
        : worth(value, token)
      : undefined
  const max = async (): Promise<void> => {
    setFinding(true)
    await api.max().finally(() => setFinding(false))
  }
  const end = (
    <>
      <bdi style={styles.symbol}>{inFiat ? 'USD' : showHidden(token?.symbol ?? '')}</bdi>
      {token && (
        <Button variant="plain" busy={isFinding} onClick={() => void max()}>
          <Text k="send.max" />
        </Button>
      )}
    </>
  )
  return (
    <div className="stack" style={{ gap: 4 }}>
      <Field
        label={{ k: 'send.amount' }}
        value={sendTokenAmount}
        onChange={(text) => api.setAmount(text)}
        error={problem}
        placeholder="0"
        end={end}
        input={{
          inputMode: 'decimal',
          autoComplete: 'off',
          spellCheck: false,
          dir: 'ltr',
          enterKeyHint: 'next',
          maxLength: 100,
        }}
      />
      {token?.price !== undefined && (
        <div style={{ ...styles.fact, alignItems: 'center' }}>
          <span className="hint">
            {other !== undefined && (
              <>
                ≈ <bdi dir="ltr">{other}</bdi>
              </>
            )}
          </span>
          <Button variant="plain" onClick={() => api.setUnit(inFiat ? 'token' : 'fiat')}>
            <Text k={inFiat ? 'send.inToken' : 'send.inFiat'} params={{ symbol: token.symbol }} />
          </Button>
        </div>
      )}
    </div>
  )
}
