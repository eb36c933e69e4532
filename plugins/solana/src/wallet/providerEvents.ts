import type { PluginContext } from '@latchkey/plugin-api'
import type { ProviderEvent, Listeners } from '../api.js'
import { NAMESPACE } from '../chain/networks.js'

/** Emits the provider's events for changes of the account in use. */
export function emitProviderEvents(ctx: PluginContext, listeners: Listeners): void {
  const tell = (event: ProviderEvent, value: string | undefined): void => {
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
