import { LatchkeyError, type ConnectionsState, type EventPort, type ModalPort, type ModalState, type ParamsOf, type Registry, type Router, type Slice, type ViewId } from '@latchkey/plugin-api'
import type { Flows } from '../core.js'
import type { State } from '../state/store.js'
import type { ResolvedOptions } from '../types.js'

export interface ModalNeeds {
  state: State
  router: Router
  options: () => ResolvedOptions
  connections: Slice<ConnectionsState>
  adapters: Registry<unknown>
  flows: Flows
  events: EventPort
  signal: AbortSignal
  report(error: unknown, where: string): void
  /** Fetches what an open modal needs. */
  prefetch(): void
  /** Ends the attempt that is under way. */
  abort(): void
}

/** Whether any namespace has an address. */
export const isConnected = ({ namespaces }: ConnectionsState): boolean => Object.values(namespaces).some(({ status, address }) => status === 'connected' && !!address)

/** The modal's opening and closing rules. It draws nothing. */
export function createModal({ state, router, options, connections, adapters, flows, events, signal, report, prefetch, abort }: ModalNeeds): ModalPort {
  const slice = state.slice<ModalState>('modal', { open: false, loading: false, shakes: 0 })
  const shake = (): void => slice.set(({ shakes }) => ({ shakes: shakes + 1 }))
  const firstView = (): ViewId => {
    if (isConnected(connections.get())) return 'Account'
    const { manualWalletConnect, mobile } = options()
    if (adapters.get().length && !manualWalletConnect) return 'Connect'
    return mobile ? 'AllWallets' : 'ConnectingWalletConnectBasic'
  }
  const lets = (guard: () => boolean, owner: string): boolean => {
    try {
      return guard() !== false
    } catch (error) {
      report(error, `${owner}: close guard`)
      return true
    }
  }
  return {
    get: slice.get,
    subscribe: slice.subscribe,
    open: <Id extends ViewId>(view?: Id, ...params: ParamsOf<Id>) => {
      if (signal.aborted) throw new LatchkeyError('kernel.disposed', 'This kernel was disposed and opens no more. Create a new one with createKernel.')
      const { open } = slice.get()
      if (view) router.reset(view, ...params)
      else if (!open) router.reset(firstView())
      if (open) return
      slice.set({ open: true })
      prefetch()
      events.emit('modal:opened', { view: router.get().at(-1)?.view ?? 'Connect' })
    },
    close() {
      if (!slice.get().open) return true
      if (!flows.close.every(({ value, owner }) => lets(value, owner))) {
        shake()
        return false
      }
      abort()
      if (connections.get().attempt) connections.set({ attempt: undefined })
      slice.set({ open: false, loading: false })
      const connected = isConnected(connections.get())
      router.reset(connected && options().embedded ? 'Account' : 'Connect')
      events.emit('modal:closed', { connected })
      return true
    },
    shake,
    setLoading: (loading) => slice.set({ loading }),
  }
}
