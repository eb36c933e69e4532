import { isLatchkeyError } from '@latchkey/plugin-api'
import {
  Button,
  ErrorDetails,
  ErrorText,
  Icon,
  showHidden,
  Text,
  useAnnounce,
  useMessages,
  type IconName,
} from '@latchkey/ui-react/kit'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { SwapApi, SwapState } from '../../api.js'
import { styles } from '../styles.js'
import { useNumbers } from '../useNumbers.js'
import { Warning } from '../Warning.js'

/** Texts for the problems of a swap that was stopped. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ...{ router: 'swap.problemRouter', spender: 'swap.problemRouter', unread: 'swap.problemRouter' },
  ...{
    leaves: 'swap.problemEffect',
    arrives: 'swap.problemEffect',
    allowance: 'swap.problemEffect',
  },
  ...{ nodes: 'swap.problemNodes', reverts: 'swap.problemReverts' },
}

/** Errors after which the wallet may still send, or may have sent, what it was asked for. */
const UNCLEAR = [
  ...(['wallet.account_changed', 'wallet.disconnected', 'wallet.bad_answer'] as const),
  ...(['kernel.aborted', 'kernel.timed_out'] as const),
]
const isUnclear = (error: unknown): boolean =>
  UNCLEAR.some((code) => isLatchkeyError(error, code)) ||
  (isLatchkeyError(error, 'swap.failed') && error.context.status !== 'failed')

type EndPhase = 'done' | 'declined' | 'expired' | 'approved' | 'failed'
const TITLES: Readonly<Record<EndPhase, { k: string; icon: IconName }>> = {
  done: { k: 'swap.done', icon: 'check' },
  declined: { k: 'swap.declined', icon: 'info' },
  expired: { k: 'swap.expired', icon: 'info' },
  approved: { k: 'swap.approvedOnly', icon: 'warning' },
  failed: { k: 'swap.failed', icon: 'warning' },
}

/** The amount that came, from the chain. */
function Result({ state: { sent, current, review } }: { state: SwapState }): ReactNode {
  const { amount } = useNumbers()
  const record = sent.find(({ id }) => id === current)
  const received = record?.received
  return (
    <>
      <p className="stack" style={styles.block} data-part="received">
        {received !== undefined && review ? (
          <Text
            k="swap.doneText"
            params={{ amount: amount(BigInt(received), review.to, review.to.decimals) }}
          />
        ) : (
          <Text k="swap.doneUnknown" />
        )}
      </p>
      {record?.link !== undefined && (
        <Button href={record.link}>
          <Text k="swap.explorer" />
        </Button>
      )}
    </>
  )
}

/** An approval that no swap has used: said, with the way to take it back. */
function Leftover({ state: { leftover }, api }: { state: SwapState; api: SwapApi }): ReactNode {
  const { amount } = useNumbers()
  const [isRevoking, setRevoking] = useState(false)
  if (!leftover) return null
  const revoke = (): void => {
    setRevoking(true)
    api.revoke().then(
      () => setRevoking(false),
      () => setRevoking(false),
    )
  }
  return (
    <Warning
      k="swap.leftover"
      params={{
        spender: leftover.spender,
        amount: amount(leftover.amount, leftover.token, leftover.token.decimals),
      }}
    >
      <p style={styles.block}>
        <Text k="swap.whereMoney" params={{ symbol: showHidden(leftover.token.symbol) }} />
      </p>
      <Button busy={isRevoking} onClick={revoke}>
        <Text k={isRevoking ? 'swap.revoking' : 'swap.revoke'} />
      </Button>
    </Warning>
  )
}

function Failure({ error }: { error: unknown }): ReactNode {
  if (error === undefined) return null
  const problem = isLatchkeyError(error, 'swap.not_as_quoted') ? error.context.problem : undefined
  return (
    <div className="stack" style={{ gap: 4 }} data-problem={problem}>
      {problem !== undefined && (
        <p style={styles.block}>
          <Text k={PROBLEMS[problem] ?? 'swap.problemFields'} />
        </p>
      )}
      <ErrorText error={error} />
      <ErrorDetails error={error} />
    </div>
  )
}

/** The button that leads on from an end. */
function Next({
  phase,
  api,
  hasDeal,
}: {
  phase: EndPhase
  api: SwapApi
  hasDeal: boolean
}): ReactNode {
  if (phase === 'expired' && hasDeal)
    return (
      <Button variant="primary" onClick={() => api.refresh()}>
        <Text k="swap.refresh" />
      </Button>
    )
  if (phase === 'approved')
    return (
      <Button variant="primary" onClick={() => api.review()}>
        <Text k="swap.continue" />
      </Button>
    )
  return (
    <Button variant="primary" onClick={() => api.leave()}>
      <Text k={phase === 'done' ? 'swap.again' : 'swap.retry'} />
    </Button>
  )
}

/** How it ended, where the money is, and what can be done now. */
export function Ended({ state, api }: { state: SwapState; api: SwapApi }): ReactNode {
  const { review, error } = state
  const phase = state.phase as EndPhase
  const { k, icon } = TITLES[phase]
  const isStopped = phase === 'failed' && isLatchkeyError(error, 'swap.not_as_quoted')
  // A signature for a permit sends nothing.
  const unclear = phase === 'failed' && isUnclear(error) && !state.review?.approval?.isPermit
  const title = isStopped ? 'swap.notAsQuoted' : unclear ? 'swap.unclear' : k
  const headline = useRef<HTMLHeadingElement>(null)
  const announce = useAnnounce()
  const message = useMessages()(title)
  useEffect(() => {
    announce(message, phase === 'failed' ? 'assertive' : 'polite')
    headline.current?.focus({ preventScroll: true })
  }, [announce, message, phase])
  return (
    <div className="stack" data-step={phase}>
      <div className="state">
        <span className={phase === 'failed' ? 'error' : undefined}>
          <Icon name={icon} />
        </span>
        <h2 ref={headline} tabIndex={-1} style={styles.headline}>
          <Text k={title} />
        </h2>
        {phase === 'done' && <Result state={state} />}
        {unclear && (
          <p style={styles.block}>
            <Text k="swap.unclearText" />
          </p>
        )}
        {phase === 'expired' && (
          <p style={styles.block}>
            <Text k="swap.expiredText" />
          </p>
        )}
      </div>
      {phase === 'failed' && <Failure error={error} />}
      {phase === 'failed' && !unclear && !state.leftover && review && (
        <p className="hint">
          <Text k="swap.whereMoney" params={{ symbol: showHidden(review.from.symbol) }} />
        </p>
      )}
      <Leftover state={state} api={api} />
      <div style={styles.two}>
        {phase !== 'done' && (
          <Button onClick={() => api.leave()}>
            <Text k="swap.back" />
          </Button>
        )}
        <Next phase={phase} api={api} hasDeal={review !== undefined} />
      </div>
    </div>
  )
}
