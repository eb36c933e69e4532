import type { WalletEvents } from './types.js'

type Listener = (value: never) => void

/** Calls listeners one by one; one that throws does not keep the others from hearing. */
export class WalletEmitter {
  private readonly listeners = new Map<string, Listener[]>()

  on(event: string, listener: Listener): void {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
  }

  off(event: string, listener: Listener): void {
    const list = this.listeners.get(event) ?? []
    const index = list.lastIndexOf(listener)
    if (index >= 0) this.listeners.set(event, list.toSpliced(index, 1))
  }

  emit<E extends keyof WalletEvents>(event: E, value: WalletEvents[E]): void {
    for (const listener of this.listeners.get(event) ?? []) {
      try {
        listener(value as never)
      } catch (error) {
        setTimeout(() => {
          throw error
        })
      }
    }
  }

  count(event: string): number {
    return this.listeners.get(event)?.length ?? 0
  }
}
