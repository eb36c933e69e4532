const HOUR_MS = 3_600_000

/** Does something now and once an hour. @returns a function that ends it */
export function keepTidy(tidy: () => Promise<unknown>, onError: () => void): () => void {
  const run = (): void => void tidy().catch(onError)
  const timer = setInterval(run, HOUR_MS)
  timer.unref()
  run()
  return () => clearInterval(timer)
}
