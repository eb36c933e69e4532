import type { ReactNode } from 'react'
import { Icon } from '../controls/Icon.js'

export interface Step {
  id: string
  /** A text that is already in the visitor's language. */
  label: ReactNode
  state: 'waiting' | 'running' | 'done' | 'failed'
}

const ICONS = { running: 'loading', done: 'check', failed: 'close' } as const

/** The steps of a process in order, with the state of each: approve, then swap. */
export function Steps({ steps }: { steps: readonly Step[] }): ReactNode {
  return (
    <ol className="steps">
      {steps.map(({ id, label, state }, index) => (
        <li key={id} data-state={state} aria-current={state === 'running' ? 'step' : undefined}>
          <span className="dot" aria-hidden="true">
            {state === 'waiting' ? index + 1 : <Icon name={ICONS[state]} />}
          </span>
          {label}
        </li>
      ))}
    </ol>
  )
}
