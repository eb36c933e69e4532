import { Button, Picture, Text } from '@latchkey/ui-react/kit'
import { useEffect, useRef, type ReactNode } from 'react'
import type { SwapApi, SwapState } from '../../api.js'
import { styles } from '../styles.js'
import { useNumbers } from '../useNumbers.js'

/** Shown while the wallet asks the visitor, and while the network has not confirmed. */
export function Waiting({ state, api }: { state: SwapState; api: SwapApi }): ReactNode {
  const { phase, review, isSent, from } = state
  const { amount } = useNumbers()
  const headline = useRef<HTMLHeadingElement>(null)
  const step = phase === 'approving' ? 'Approve' : isSent ? 'sent' : 'Swap'
  useEffect(() => headline.current?.focus({ preventScroll: true }), [step])
  const token = review?.from ?? from
  const params = {
    spender: review?.approval?.spender ?? '',
    amount: review ? amount(review.amount, review.from, review.from.decimals) : '',
  }
  const k = step === 'sent' ? 'swap.onItsWay' : `swap.inWallet${step}`
  return (
    <div className="state" data-step={step === 'sent' ? 'sent' : 'wallet'}>
      <span className="figure">
        <Picture src={token?.iconUrl || undefined} name={token?.symbol ?? '?'} size="large" round />
        <span className="ring" />
      </span>
      <h2 ref={headline} tabIndex={-1} style={styles.focus}>
        <Text k={k} />
      </h2>
      <p style={styles.block}>
        <Text k={`${k}Text`} params={params} />
      </p>
      {review && (
        <p style={styles.block}>
          <bdi dir="ltr">
            {params.amount} → {amount(review.minimum, review.to)}
          </bdi>
        </p>
      )}
      {step !== 'sent' && !review?.approval?.isPermit && (
        <p className="hint">
          <Text k="swap.stopWaitingText" />
        </p>
      )}
      <Button onClick={() => api.stopWaiting()}>
        <Text k={step === 'sent' ? 'swap.back' : 'swap.stopWaiting'} />
      </Button>
    </div>
  )
}
