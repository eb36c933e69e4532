import { Button, Icon, showHidden, Text } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { SwapApi, SwapState } from '../../api.js'
import { leastOf } from '../../proof/leastOf.js'
import { Fact } from '../Fact.js'
import { PriceImpact } from '../PriceImpact.js'
import { styles } from '../styles.js'
import { useNumbers } from '../useNumbers.js'
import { useSeconds } from '../useSeconds.js'

/** Counts down to the next price. It is told to screen readers once, when it begins. */
function Countdown({ renewsAt, api }: { renewsAt: number | undefined; api: SwapApi }): ReactNode {
  const seconds = useSeconds(renewsAt)
  return (
    <div style={styles.line}>
      <span className="hint" aria-hidden="true" data-countdown>
        {seconds !== undefined && <Text k="swap.renews" params={{ seconds }} />}
      </span>
      <Button variant="plain" onClick={() => api.refresh()}>
        <Icon name="refresh" />
        <Text k="swap.refresh" />
      </Button>
    </div>
  )
}

/** The price in words, what it costs, and how long it holds. */
export function QuoteFacts({ state, api }: { state: SwapState; api: SwapApi }): ReactNode {
  const { quote, from, to, fee, slippage, renewsAt, phase } = state
  const { amount, plain, percent } = useNumbers()
  const slippageText = (
    <Button variant="plain" onClick={() => api.show('swap.slippage')}>
      <span className="quiet">
        <Text k="swap.slippageTitle" />{' '}
      </span>
      <bdi>{percent(slippage)}</bdi>
      <Icon name="next" />
    </Button>
  )
  const one = from && 10n ** BigInt(from.decimals)
  return (
    <>
      <dl style={styles.facts} aria-busy={phase === 'quoting'}>
        {quote && from && to && one !== undefined && quote.fromAmount > 0n && (
          <>
            <Fact k="swap.rate">
              <bdi dir="ltr">
                1&nbsp;{showHidden(from.symbol)} ={' '}
                {plain((quote.toAmount * one) / quote.fromAmount, to.decimals)}&nbsp;
                {showHidden(to.symbol)}
              </bdi>
            </Fact>
            <Fact k="swap.minimum">
              <bdi dir="ltr">{amount(leastOf(quote.toAmount, slippage), to)}</bdi>
            </Fact>
            <PriceImpact basisPoints={quote.priceImpact} />
            <Fact k="swap.fee">
              {fee ? (
                <>
                  ≈ <bdi dir="ltr">{amount(fee.value, fee, 8)}</bdi>
                </>
              ) : (
                <Text k="swap.feeUnknown" />
              )}
            </Fact>
          </>
        )}
        <Fact k="swap.slippage">{slippageText}</Fact>
      </dl>
      {quote && <Countdown renewsAt={renewsAt} api={api} />}
    </>
  )
}
