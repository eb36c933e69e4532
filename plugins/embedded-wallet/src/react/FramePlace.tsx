import { Icon, StageSlot, useObservable } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { EmbeddedApi } from '../api.js'

const styles = {
  place: { position: 'relative' },
  waiting: { position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' },
} as const
/**
 * Below this the frame cuts its card, whose button never works then. In a smaller window the place
 * shrinks to it, so that all of the card is on the screen.
 */
const LEAST_HEIGHT_PX = 340
/** The modal's own parts above and below, on phones too: a card that is cut can never be approved. */
const AROUND_PX = 180

/** The place over which the secure frame is laid. Until the frame has loaded, a sign of waiting shows. */
export function FramePlace({ api }: { api: EmbeddedApi }): ReactNode {
  const { frameHeight } = useObservable(api.state)
  const fitting = `max(${LEAST_HEIGHT_PX}px, 100dvh - ${AROUND_PX}px)`
  return (
    <div style={styles.place}>
      <div style={styles.waiting} aria-hidden="true">
        <Icon name="loading" />
      </div>
      <StageSlot mount={api.stage()} height={`min(${frameHeight}px, ${fitting})`} />
    </div>
  )
}
