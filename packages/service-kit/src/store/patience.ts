/** Longer than an answer may take (`limits.answer`), after which nobody waits for it. */
const TRIES = 400
const PAUSE_MS = 50

/**
 * Tries again while another connection writes to the same file, and lets other work run meanwhile:
 * SQLite's own waiting would hold up the whole thread. Nothing was written by a try that failed.
 * @throws the error of SQLite after 20 s
 */
export const patient = <Side extends object>(side: Side): Side =>
  Object.fromEntries(
    Object.entries(side).map(([name, ask]: [string, (...args: unknown[]) => Promise<unknown>]) => [
      name,
      (...args: unknown[]) => retry(() => ask(...args)),
    ]),
  ) as Side

async function retry<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let left = TRIES; ; left -= 1)
    try {
      return await ask()
    } catch (error) {
      if (!isBusy(error) || left <= 1) throw error
      await new Promise((done) => setTimeout(done, PAUSE_MS))
    }
}

/** Another connection was writing to the same file: nothing was written. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^SQLITE_BUSY/.test(String(error.code))
