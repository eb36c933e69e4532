import type { PluginContext } from '@latchkey/plugin-api'
import type { EvmEvent, ProviderListeners } from '../evmProvider.js'
import { toHex } from '../chain/chainId.js'
import { NAMESPACE } from '../chain/networks.js'

/** Emits changes of the kernel as events of the host's EIP-1193 provider. */
export function emitProviderEvents(ctx: PluginContext, listeners: ProviderListeners): void {
  const emit = (event: EvmEvent, value: unknown): void => {
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
  let lastAddress = address()
  let lastChainId = chainId()
  ctx.onDispose(
    ctx.connections.subscribe(() => {
      const now = address()
      if (now === lastAddress) return
      const before = lastAddress
      lastAddress = now
      if (!before) emit('connect', { chainId: chainId() })
      emit('accountsChanged', now ? [now] : [])
      if (!now)
        emit('disconnect', Object.assign(new Error('The wallet was disconnected.'), { code: 4900 }))
    }),
  )
  ctx.onDispose(
    ctx.activeNetwork.subscribe(() => {
      const now = chainId()
      if (now === lastChainId) return
      lastChainId = now
      emit('chainChanged', now)
    }),
  )
}
