import type { KnownSession } from './types.js'

interface Waiter {
  resolve(session: KnownSession): void
  reject(error: unknown): void
}

/** Calls of the site that wait for a session. */
export class Waiters {
  readonly #all = new Set<Waiter>()

  get isEmpty(): boolean {
    return !this.#all.size
  }
  wait = (): Promise<KnownSession> =>
    new Promise((resolve, reject) => this.#all.add({ resolve, reject }))
  resolve(session: KnownSession): void {
    for (const { resolve } of this.#all) resolve(session)
    this.#all.clear()
  }
  refuse(error: unknown): void {
    for (const { reject } of this.#all) reject(error)
    this.#all.clear()
  }
}
