import type { ViewProps } from '@latchkey/plugin-api'
import { Text, useObservable } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'
import { FramePlace } from './FramePlace.js'

/** The view in which the secure frame asks the visitor. */
export function ApproveView({ api }: ViewProps<undefined, EmbeddedApi>): ReactNode {
  const { approvals } = useObservable(api.state)
  return (
    <div className="stack">
      {approvals > 1 && (
        <p className="hint">
          <Text k="embedded.waiting" params={{ count: approvals }} />
        </p>
      )}
      <FramePlace api={api} />
    </div>
  )
}
