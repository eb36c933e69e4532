import type { PluginContext } from '@latchkey/plugin-api'
import type { Events, Listeners } from './api.js'
import { NAMESPACE } from './networks.js'

/** Turns what happens in the kernel into the provider's events. */
export function tellEvents(ctx: PluginContext, listeners: Listeners): void {
  const tell = (event: Events, value: string | undefined): void => {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      try {
        listener(value)
      } catch (error) {
        ctx.log.error(`a listener of ${event} threw`, error)
      }
    }
  }
  const address = (): string | undefined => ctx.accounts.active(NAMESPACE)?.address
  let last = address()
  ctx.onDispose(
    ctx.connections.subscribe(() => {
      const now = address()
      if (now === last) return
      const before = last
      last = now
      if (!before) tell('connect', now)
      tell('accountChanged', now)
      if (!now) tell('disconnect', undefined)
    }),
  )
}
