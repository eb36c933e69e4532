/** The whole card must have been visible for this long before its button works. */
export const ARM_MS = 800

/** Says when a button may be used. It is fed by the page with what the browser measures. */
export interface Arming {
  /** The browser's newest word on the whole card: seen in full and covered by nothing, or not. */
  seen(isVisible: boolean): void
  /** Size, place or visibility changed: the time begins anew. */
  disturb(): void
  /** Whether the card was visible all the time up to now, long enough. */
  isArmed(): boolean
  stop(): void
}

/**
 * @param onChange is called when the button begins or ceases to work
 * @param now milliseconds that never go back
 */
export function createArming(
  onChange: (isArmed: boolean) => void,
  now: () => number = () => performance.now(),
): Arming {
  let since: number | undefined
  let wasArmed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const isArmed = (): boolean => since !== undefined && now() - since >= ARM_MS
  const tell = (): void => {
    const next = isArmed()
    if (next !== wasArmed) onChange((wasArmed = next))
  }
  const begin = (): void => {
    clearTimeout(timer)
    since = now()
    const wait = (): void => {
      tell()
      // Timers may fire a little early by the clock that counts.
      if (!isArmed()) timer = setTimeout(wait, 10)
    }
    timer = setTimeout(wait, ARM_MS)
    tell()
  }
  const end = (): void => {
    clearTimeout(timer)
    since = undefined
    tell()
  }
  return {
    seen: (isVisible) => (isVisible ? since === undefined && begin() : end()),
    disturb: () => void (since !== undefined && begin()),
    isArmed,
    stop: end,
  }
}
