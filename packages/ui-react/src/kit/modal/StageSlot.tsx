import type { StageMount } from '@latchkey/plugin-api'
import { useLayoutEffect, useRef, type ReactNode } from 'react'

/**
 * The box in a view over which a stage element is laid, such as an iframe that must never move in
 * the document.
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
