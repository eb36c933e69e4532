/** Wakes those that wait for a change of an attempt. */
export interface Waits {
  /** How many wait now. */
  readonly size: number
  wake(idHash: string): void
  /** Ends after `ms` at the latest, and when the service ends. */
  wait(idHash: string, ms: number): Promise<void>
  close(): void
}

export function createWaits(): Waits {
  const waiting = new Map<string, Set<() => void>>()
  const wake = (idHash: string): void => {
    for (const end of [...(waiting.get(idHash) ?? [])]) end()
  }
  return {
    get size() {
      return [...waiting.values()].reduce((sum, all) => sum + all.size, 0)
    },
    wake,
    wait: (idHash, ms) =>
      new Promise((done) => {
        const all = waiting.get(idHash) ?? new Set()
        const end = (): void => {
          clearTimeout(timer)
          all.delete(end)
          if (all.size === 0) waiting.delete(idHash)
          done()
        }
        const timer = setTimeout(end, ms)
        waiting.set(idHash, all.add(end))
      }),
    close: () => [...waiting.keys()].forEach(wake),
  }
}
