import { useEffect, useState } from 'react'
import { isYoung, LIFETIME_MS } from '../lifetime.js'

/** A day may end while a time is on the screen. */
const AGAIN_MS = 60_000

/** Whether something of that time is not young any more. Renders again when that changes. */
export function useIsOld(at = NaN): boolean {
  const [, setTick] = useState(0)
  const isOld = !Number.isNaN(at) && !isYoung(at)
  useEffect(() => {
    if (Number.isNaN(at)) return
    const left = isOld
      ? AGAIN_MS
      : Math.min(LIFETIME_MS, Math.max(0, at + LIFETIME_MS - Date.now()))
    const timer = setTimeout(() => setTick((tick) => tick + 1), left)
    return () => clearTimeout(timer)
  })
  return isOld
}
