/** ms */
const DEBOUNCE = 500

export interface Debounced<A extends unknown[]> {
  (...args: A): void
  cancel(): void
}

/** Runs once, `ms` after the last call, with what that call gave. */
export function debounce<A extends unknown[]>(run: (...args: A) => void, ms = DEBOUNCE): Debounced<A> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = (): void => clearTimeout(timer)
  return Object.assign((...args: A): void => {
    cancel()
    timer = setTimeout(() => run(...args), ms)
  }, { cancel })
}
