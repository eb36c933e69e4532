import { useEffect, useState } from 'react'
import { secondsUntil } from '../login/cooldown.js'

/** Whole seconds until a time, counted down while they are shown. */
export function useCountdown(time: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(time, Date.now()))
  useEffect(() => {
    const count = (): void => setSeconds(secondsUntil(time, Date.now()))
    count()
    const timer = setInterval(count, 1_000)
    return () => clearInterval(timer)
  }, [time])
  return seconds
}
