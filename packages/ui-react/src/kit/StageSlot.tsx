import type { StageMount } from '@latchkey/plugin-api'
import { useLayoutEffect, useRef, type ReactNode } from 'react'

/**
 * The place in a view over which an element of the stage is laid: a frame that must never move.
 * @param height CSS length
 * @example <StageSlot mount={api.frame} height="320px" />
 */
export function StageSlot({
  mount,
  height,
}: {
  mount: StageMount | undefined
  height: string
}): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!mount || !place.current) return
    mount.show(place.current)
    return () => mount.hide()
  }, [mount])
  return <div ref={place} style={{ blockSize: height }} />
}
