import type { EventName, EventPort, KernelEvents } from '@latchkey/plugin-api'
import mitt from 'mitt'
import { guarded } from '../support/guard.js'
import { snapshot } from '../support/snapshot.js'

/** mitt with guarded listeners: one that throws is reported and the others run. Events are frozen. */
export function createEvents(onError: (error: unknown) => void): EventPort & { clear(): void } {
  const emitter = mitt<Record<EventName, unknown>>()
  return {
    on(name, listener) {
      // The emitter's types do not tie a name to its event; the type of `emit` does.
      const run = guarded((event: unknown) => listener(event as KernelEvents[typeof name]), onError)
      emitter.on(name, run)
      return () => emitter.off(name, run)
    },
    onAny(listener) {
      const run = guarded(listener, onError)
      emitter.on('*', run)
      return () => emitter.off('*', run)
    },
    emit: (name, event) => emitter.emit(name, snapshot(event)),
    clear: () => emitter.all.clear(),
  }
}
