import type { Dispose } from '@latchkey/plugin-api'
import { stubGlobals } from './page.js'
import { memoryStorage } from './memoryStorage.js'

/** One act of a plugin: a request, a socket, a timer, an access to storage. */
export interface Act {
  kind: 'fetch' | 'socket' | 'timer' | 'storage'
  /** The URL, the key or the delay. */
  what: string
}

/**
 * Records what is taken from the page and what is given back. While it is open, nothing reaches the
 * network.
 */
export interface Ledger {
  /** All acts so far, in order. */
  readonly acts: readonly Act[]
  /** The listeners, timers and sockets that are still held, in words. */
  held(): readonly string[]
  note(kind: Act['kind'], what: string): void
  close: Dispose
}

interface Book {
  held: Map<unknown, string>
  note(kind: Act['kind'], what: string): void
}

/** Watches listeners on all targets except an AbortSignal, which ends by itself. */
function watchListeners({ held }: Book): Dispose {
  const { prototype } = EventTarget
  const { addEventListener, removeEventListener } = prototype
  const keys = new WeakMap<EventTarget, Map<string, Map<unknown, object>>>()
  const slotOf = (target: EventTarget, type: string, options: unknown): Map<unknown, object> => {
    const capture =
      typeof options === 'object' && options !== null
        ? Boolean((options as EventListenerOptions).capture)
        : Boolean(options)
    const byType = keys.get(target) ?? new Map<string, Map<unknown, object>>()
    keys.set(target, byType)
    const slot = byType.get(`${type} ${capture}`) ?? new Map<unknown, object>()
    byType.set(`${type} ${capture}`, slot)
    return slot
  }
  const forget = (slot: Map<unknown, object>, listener: unknown): void => {
    held.delete(slot.get(listener))
    slot.delete(listener)
  }
  prototype.addEventListener = function (this: EventTarget, type, listener, options) {
    addEventListener.call(this, type, listener, options)
    const { once, signal } = typeof options === 'object' ? options : {}
    if (!listener || this instanceof AbortSignal || signal?.aborted) return
    const slot = slotOf(this, type, options)
    if (slot.has(listener)) return
    const key = {}
    slot.set(listener, key)
    held.set(key, `listener of ${type} on ${this.constructor.name}`)
    if (once) addEventListener.call(this, type, () => forget(slot, listener), { once: true })
    signal?.addEventListener('abort', () => forget(slot, listener))
  }
  prototype.removeEventListener = function (this: EventTarget, type, listener, options) {
    removeEventListener.call(this, type, listener, options)
    forget(slotOf(this, type, options), listener)
  }
  return () => Object.assign(prototype, { addEventListener, removeEventListener })
}

type Callback = (...args: unknown[]) => void

/** Watches timers of both kinds. The kit sets its own before or after. */
function watchTimers({ held, note }: Book): Dispose {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
  const clear =
    (stop: (id: never) => void) =>
    (id: unknown): void => {
      held.delete(id)
      stop(id as never)
    }
  return stubGlobals({
    setTimeout: (run: Callback, ms?: number, ...args: unknown[]) => {
      const id = setTimeout(() => {
        held.delete(id)
        run(...args)
      }, ms)
      // A timer of 0 ms is the kit's own, or a plugin that yields; neither holds anything.
      if (ms) {
        held.set(id, `timer of ${ms} ms`)
        note('timer', `setTimeout of ${ms} ms`)
      }
      return id
    },
    setInterval: (run: Callback, ms?: number, ...args: unknown[]) => {
      const id = setInterval(run, ms, ...args)
      held.set(id, `interval of ${ms} ms`)
      note('timer', `setInterval of ${ms} ms`)
      return id
    },
    clearTimeout: clear(clearTimeout),
    clearInterval: clear(clearInterval),
  })
}

function watchNetwork({ held, note }: Book, answer: typeof fetch | undefined): Dispose {
  const silent = (kind: 'WebSocket' | 'EventSource') =>
    class extends EventTarget {
      readonly readyState = 0
      constructor(readonly url: string | URL) {
        super()
        note('socket', String(url))
        held.set(this, `${kind} to ${String(url)}`)
      }

      send(): void {}
      close(): void {
        held.delete(this)
      }
    }
  return stubGlobals({
    WebSocket: silent('WebSocket'),
    EventSource: silent('EventSource'),
    XMLHttpRequest: class {
      open(_: string, url: string | URL): void {
        note('fetch', String(url))
        throw new TypeError('XMLHttpRequest goes nowhere here')
      }
    },
    fetch: (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      note('fetch', input instanceof Request ? input.url : String(input))
      return answer
        ? answer(input, init)
        : Promise.reject(new TypeError('The network is not reached from a contract test'))
    },
  })
}

/**
 * Watches the page's own storage, which belongs to the host. Only a kernel may write there, and
 * these kernels have another.
 */
function watchStorage({ note }: Book): Dispose {
  if (typeof window === 'undefined') return () => undefined
  const stubs = { localStorage: memoryStorage(note), sessionStorage: memoryStorage(note) }
  // A made-up window is another object than `globalThis`.
  const restore = [stubGlobals(stubs), stubGlobals(stubs, window)]
  return () => restore.reverse().forEach((put) => put())
}

/**
 * Opens a ledger on this page.
 * @param answer answers each fetch; left out, each fails
 */
export function openLedger(answer?: typeof fetch): Ledger {
  const acts: Act[] = []
  const held = new Map<unknown, string>()
  const book: Book = { held, note: (kind, what) => void acts.push({ kind, what }) }
  const closers = [
    watchListeners(book),
    watchTimers(book),
    watchNetwork(book, answer),
    watchStorage(book),
  ]
  return {
    acts,
    held: () => [...held.values()],
    note: book.note,
    close: () => closers.reverse().forEach((close) => close()),
  }
}
