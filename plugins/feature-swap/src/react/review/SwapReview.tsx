import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Empty,
  Skeleton,
  Text,
  useAnnounce,
  useMessages,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { SwapApi, SwapState } from '../../api.js'
import { useOpen } from '../useOpen.js'
import { Ask } from './Ask.js'
import { Ended } from './Ended.js'
import { Waiting } from './Waiting.js'

/** Shown while the swap is built, and while it is checked once more. */
function Checking({ k }: { k: string }): ReactNode {
  return (
    <div className="stack" role="status" data-step="checking">
      <p className="hint">
        <Text k={k} />
      </p>
      {['60%', '100%', '100%', '80%', '40%'].map((width, index) => (
        <Skeleton key={index} width={width} height="24px" />
      ))}
    </div>
  )
}

/** Texts that screen readers hear when a step begins. */
const SPOKEN: Partial<Record<SwapState['phase'], string>> = {
  changed: 'swap.changed',
  approving: 'swap.inWalletApprove',
  swapping: 'swap.inWalletSwap',
  expired: 'swap.expired',
}

/**
 * The swap that the visitor agrees to, then the wait for wallet and network, then the end. It is made of the
 * transactions that the wallet gets; nothing in it comes from the form.
 */
export function SwapReviewView({ api }: ViewProps<undefined, SwapApi>): ReactNode {
  const state = useObservable(api.state)
  const { phase, review, isSent } = state
  const announce = useAnnounce()
  const text = useMessages()
  useOpen(api)
  const k = phase === 'swapping' && isSent ? 'swap.onItsWay' : SPOKEN[phase]
  const message = k === undefined ? '' : text(k)
  useEffect(() => {
    if (message) announce(message, phase === 'changed' ? 'assertive' : 'polite')
  }, [announce, message, phase])
  if (phase === 'checking') return <Checking k="swap.checking" />
  if (phase === 'proving') return <Checking k="swap.proving" />
  if (phase === 'review' && review) return <Ask review={review} api={api} />
  if (phase === 'changed' && review) return <Ask review={review} api={api} isChanged />
  if (phase === 'approving' || phase === 'swapping') return <Waiting state={state} api={api} />
  if (phase === 'idle' || phase === 'quoting' || phase === 'ready')
    return (
      <Empty title="swap.nothingToReview" text="swap.nothingToReviewText">
        <Button onClick={() => api.back()}>
          <Text k="swap.back" />
        </Button>
      </Empty>
    )
  return <Ended state={state} api={api} />
}
