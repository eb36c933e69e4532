import { useEffect, useState } from 'react'

const SECOND_MS = 1_000
const secondsTo = (at: number | undefined): number | undefined =>
  at === undefined ? undefined : Math.max(0, Math.ceil((at - Date.now()) / SECOND_MS))

/** Whole seconds until a time, counted down. `undefined`: there is no time. */
export function useSeconds(at: number | undefined): number | undefined {
  const [last, setLast] = useState(() => ({ at, seconds: secondsTo(at) }))
  useEffect(() => {
    if (at === undefined) return
    const tick = (): void => setLast({ at, seconds: secondsTo(at) })
    const first = setTimeout(tick)
    const timer = setInterval(tick, SECOND_MS)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [at])
  return last.at === at ? last.seconds : secondsTo(at)
}
