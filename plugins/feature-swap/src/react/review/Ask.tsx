import { Button, Text } from '@latchkey/ui-react/kit'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import type { SwapApi, SwapReview } from '../../api.js'
import { weightOf } from '../../engine/worth.js'
import { styles } from '../styles.js'
import { useNumbers } from '../useNumbers.js'
import { Warning } from '../Warning.js'
import { Facts } from './Facts.js'

/** Percent from which on a slippage is said to invite others, and below which a swap often fails. */
const HIGH_SLIPPAGE = 5
const LOW_SLIPPAGE = 0.05
/** Percent of the value that is lost without a warning. */
const WARNED_LOSS = 3

/**
 * Stops the second click of a double click on the form's button: it would agree to a review that the
 * visitor has not read.
 */
const stopSecondClick = (event: MouseEvent): void => {
  if (event.detail > 1) event.stopPropagation()
}

function Tick({
  k,
  params,
  isTicked,
  onChange,
}: {
  k: string
  params?: Readonly<Record<string, string>>
  isTicked: boolean
  onChange(isTicked: boolean): void
}): ReactNode {
  return (
    <label style={styles.tick}>
      <input
        type="checkbox"
        style={styles.box}
        checked={isTicked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <Text k={k} params={params} />
    </label>
  )
}

function Warnings({ review }: { review: SwapReview }): ReactNode {
  const { percent } = useNumbers()
  const { slippage, checkedBy, isRead, loss } = review
  const lost = weightOf(review.loss, review.priceImpact)
  return (
    <>
      {loss === undefined && (
        <p className="hint">
          <Text k="swap.noPrice" />
        </p>
      )}
      {lost > WARNED_LOSS && !review.isLossLarge && (
        <Warning k="swap.lossWarning" params={{ percent: percent(lost) }} />
      )}
      {slippage > HIGH_SLIPPAGE && <Warning k="swap.slippageHigh" />}
      {slippage < LOW_SLIPPAGE && <Warning k="swap.slippageLow" />}
      {checkedBy === 0 && <Warning k="swap.checkedNone" />}
      {!isRead && <Warning k="swap.unreadCall" />}
    </>
  )
}

/** The old price beside the new one. */
function Change({ review: { before, arrives, minimum, to } }: { review: SwapReview }): ReactNode {
  const { amount } = useNumbers()
  if (!before) return null
  return (
    <Warning
      k="swap.changedText"
      params={{
        before: amount(before.arrives, to, to.decimals),
        now: amount(arrives, to, to.decimals),
        minimum: amount(minimum, to, to.decimals),
      }}
    />
  )
}

/** Everything that the visitor agrees to, and the yes. */
// eslint-disable-next-line max-lines-per-function -- the markup of one question
export function Ask({
  review,
  api,
  isChanged = false,
}: {
  review: SwapReview
  api: SwapApi
  isChanged?: boolean
}): ReactNode {
  const { percent, amount } = useNumbers()
  const [acceptsLoss, setAcceptsLoss] = useState(false)
  const [acceptsUnchecked, setAcceptsUnchecked] = useState(false)
  const headline = useRef<HTMLHeadingElement>(null)
  useEffect(() => headline.current?.focus({ preventScroll: true }), [isChanged])
  const { isLossLarge, checkedBy, from, to, arrives } = review
  const isReady = (!isLossLarge || acceptsLoss) && (checkedBy > 0 || acceptsUnchecked)
  return (
    <div className="stack" data-step={isChanged ? 'changed' : 'review'}>
      <h2 ref={headline} tabIndex={-1} style={styles.headline}>
        {isChanged ? (
          <Text k="swap.changed" />
        ) : (
          <bdi dir="ltr">
            {amount(review.amount, from, from.decimals)} → {amount(arrives, to)}
          </bdi>
        )}
      </h2>
      <Change review={review} />
      <Facts review={review} />
      <div className="pinned end stack" style={{ gap: 8 }} onClickCapture={stopSecondClick}>
        <Warnings review={review} />
        {!isChanged && isLossLarge && (
          <Tick
            k="swap.acceptLoss"
            params={{ percent: percent(weightOf(review.loss, review.priceImpact)) }}
            isTicked={acceptsLoss}
            onChange={setAcceptsLoss}
          />
        )}
        {!isChanged && checkedBy === 0 && (
          <Tick
            k="swap.acceptUnchecked"
            isTicked={acceptsUnchecked}
            onChange={setAcceptsUnchecked}
          />
        )}
        <div style={styles.two}>
          <Button onClick={() => api.leave()}>
            <Text k="swap.cancel" />
          </Button>
          {isChanged ? (
            <Button variant="primary" onClick={() => api.accept()}>
              <Text k="swap.accept" />
            </Button>
          ) : (
            <Button variant="primary" disabled={!isReady} onClick={() => api.confirm()}>
              <Text k="swap.confirm" />
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
