import type { ViewProps } from '@latchkey/plugin-api'
import { StageSlot, Text, useObservable } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'

/** The modal's own parts above and below, on phones too: a card that is cut can never be approved. */
const AROUND = '180px'

/** The place over which the secure frame is laid while it asks the visitor. */
export function ApproveView({ api }: ViewProps<undefined, EmbeddedApi>): ReactNode {
  const { approvals, frameHeight } = useObservable(api.state)
  return (
    <div className="stack">
      {approvals > 1 && (
        <p className="hint">
          <Text k="embedded.waiting" params={{ count: approvals }} />
        </p>
      )}
      <StageSlot mount={api.stage()} height={`min(${frameHeight}px, 100dvh - ${AROUND})`} />
    </div>
  )
}
