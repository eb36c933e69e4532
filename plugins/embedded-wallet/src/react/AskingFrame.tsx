import { Text, useAnnounce, useMessages } from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'
import { FramePlace } from './FramePlace.js'

/** The frame with a question that stands before the end of a sign-in. */
export function AskingFrame({ api }: { api: EmbeddedApi }): ReactNode {
  const text = useMessages()
  const announce = useAnnounce()
  const said = text('embedded.asks')
  useEffect(() => announce(said), [announce, said])
  return (
    <div className="stack">
      <p className="hint">
        <Text k="embedded.asks" />
      </p>
      <FramePlace api={api} />
    </div>
  )
}
