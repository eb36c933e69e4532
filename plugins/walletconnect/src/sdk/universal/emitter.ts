type Listener = (value: never) => unknown

/** The events of the client that the provider is given. */
export interface Emitter {
  on(event: string, listener: Listener): void
  once(event: string, listener: Listener): void
  off(event: string, listener: Listener): void
  /** Calls all listeners, and resolves when the library's own are done. */
  emit(event: string, value: unknown): Promise<void>
  /** Listeners that are added from now on are the host's: nobody waits for them. */
  handOver(): void
  clear(): void
}

/** @param onError gets what a listener throws, so that the other listeners are called all the same */
export function createEmitter(onError: (error: unknown) => void): Emitter {
  const listeners: { event: string; listener: Listener; isOnce: boolean; isHosts: boolean }[] = []
  let isHosts = false
  const remove = (isGone: (entry: (typeof listeners)[number]) => boolean): void => {
    const at = listeners.findIndex(isGone)
    if (at >= 0) listeners.splice(at, 1)
  }
  const call = async (entry: (typeof listeners)[number], value: unknown): Promise<void> => {
    if (entry.isOnce) remove((each) => each === entry)
    try {
      await entry.listener(value as never)
    } catch (error) {
      onError(error)
    }
  }
  return {
    on: (event, listener) => void listeners.push({ event, listener, isOnce: false, isHosts }),
    once: (event, listener) => void listeners.push({ event, listener, isOnce: true, isHosts }),
    off: (event, listener) =>
      remove((entry) => entry.event === event && entry.listener === listener),
    async emit(event, value) {
      const waits: Promise<void>[] = []
      for (const entry of listeners.filter((each) => each.event === event)) {
        const done = call(entry, value)
        if (!entry.isHosts) waits.push(done)
      }
      await Promise.all(waits)
    },
    handOver: () => void (isHosts = true),
    clear: () => void listeners.splice(0),
  }
}
