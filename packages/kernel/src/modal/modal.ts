import type { ConnectionsState, ModalState, ParamsOf, ViewId } from '@latchkey/plugin-api'
import type { Inner } from '../inner.js'
import { readonly, type State } from '../state/store.js'
import { refuse } from '../support/refuse.js'

/** Whether any namespace has an address. */
const isConnected = ({ namespaces }: ConnectionsState): boolean =>
  Object.values(namespaces).some(({ status, address }) => status === 'connected' && !!address)

/** @throws `kernel.disposed` */
export const demandAlive = (signal: AbortSignal): void => {
  if (signal.aborted)
    refuse('kernel.disposed', {}, 'This kernel was disposed: create a new kernel.')
}

/** What opening shows when no view is asked for. */
const firstView = ({ connections, options, adapters }: Inner): ViewId => {
  const { manualWalletConnect, mobile } = options.get()
  return isConnected(connections.get())
    ? 'Account'
    : adapters.get().length && !manualWalletConnect
      ? 'Connect'
      : mobile
        ? 'AllWallets'
        : 'ConnectingWalletConnectBasic'
}

/** Shows a view alone. Where it is alone already, what is drawn stays as it is. */
const showAlone = ({ router }: Inner, view: ReturnType<typeof firstView>): void => {
  const [entry, ...more] = router.get()
  if (more.length || entry?.view !== view || entry.params !== undefined) router.reset(view)
}

/** The modal's opening and closing rules. It draws nothing. */
export function createModal(state: State, inner: () => Inner): Inner['modal'] {
  const slice = state.slice<ModalState>({ open: false, loading: false, shakes: 0 })
  const shake = (): void => slice.set(({ shakes }) => ({ shakes: shakes + 1 }))
  return {
    ...readonly(slice),
    open<Id extends ViewId>(view?: Id, ...params: ParamsOf<Id>) {
      const { router, events, half, signal } = inner()
      demandAlive(signal)
      const { open } = slice.get()
      if (view) router.reset(view, ...params)
      else if (!open) showAlone(inner(), firstView(inner()))
      if (open) return
      slice.set({ open: true })
      // Brings what an open modal needs; it prefetches by itself.
      void half.tell(() => undefined)
      half.retry()
      events.emit('modal:opened', { view: router.get().at(-1)!.view })
    },
    close() {
      const { events, half, connections, options, flows, report } = inner()
      if (!slice.get().open) return true
      const stays = flows.close.some(({ value, owner }) => {
        try {
          return value() === false
        } catch (error) {
          return void report(error, `${owner}: close guard`)
        }
      })
      if (stays) {
        shake()
        return false
      }
      half.now()?.abortAttempt()
      connections.set({ attempt: undefined })
      slice.set({ open: false, loading: false })
      const connected = isConnected(connections.get())
      showAlone(inner(), connected && options.get().embedded ? 'Account' : 'Connect')
      events.emit('modal:closed', { connected })
      return true
    },
    shake,
    setLoading: (loading) => slice.set({ loading }),
  }
}
