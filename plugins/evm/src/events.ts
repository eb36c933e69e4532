import type { PluginContext } from '@latchkey/plugin-api'
import type { Events, Listeners } from './api.js'
import { toHex } from './chainId.js'
import { NAMESPACE } from './networks.js'

/** Turns what happens in the kernel into EIP-1193 events. */
export function tellEvents(ctx: PluginContext, listeners: Listeners): void {
  const tell = (event: Events, value: unknown): void => {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      try {
        listener(value as never)
      } catch (error) {
        ctx.log.error(`a listener of ${event} threw`, error)
      }
    }
  }
  const chainId = (): string | undefined => {
    const reference = ctx.activeNetwork.current(NAMESPACE)?.reference
    return reference && toHex(reference)
  }
  const address = (): string | undefined => ctx.accounts.active(NAMESPACE)?.address
  let last = address()
  let chain = chainId()
  ctx.onDispose(
    ctx.connections.subscribe(() => {
      const now = address()
      if (now === last) return
      const before = last
      last = now
      if (!before) tell('connect', { chainId: chainId() })
      tell('accountsChanged', now ? [now] : [])
      if (!now)
        tell('disconnect', Object.assign(new Error('The wallet was disconnected.'), { code: 4900 }))
    }),
  )
  ctx.onDispose(
    ctx.activeNetwork.subscribe(() => {
      const now = chainId()
      if (now === chain) return
      chain = now
      tell('chainChanged', now)
    }),
  )
}
