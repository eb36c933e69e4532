import type { ConnectionsState, ModalState, ParamsOf, ViewId } from '@latchkey/plugin-api'
import type { KernelCore } from '../core.js'
import type { LateLoader } from '../services/lateLoader.js'
import { readonly, type State } from '../state/store.js'
import { demandAlive } from '../support/refuse.js'

/** The parts of the kernel that the modal's rules read and change. */
export interface ModalNeeds extends Pick<
  KernelCore,
  'router' | 'events' | 'signal' | 'connections' | 'options' | 'adapters' | 'flows' | 'report'
> {
  readonly half: Pick<LateLoader, 'now' | 'tell' | 'retry'>
}

/** Whether any namespace has an address. */
const isConnected = ({ namespaces }: ConnectionsState): boolean =>
  Object.values(namespaces).some(({ status, address }) => status === 'connected' && !!address)

/** The view that an opening shows when the caller names none. */
const firstView = ({ connections, options, adapters }: ModalNeeds): ViewId => {
  const { manualWalletConnect, mobile } = options.get()
  return isConnected(connections.get())
    ? 'Account'
    : adapters.get().length && !manualWalletConnect
      ? 'Connect'
      : mobile
        ? 'AllWallets'
        : 'ConnectingWalletConnectBasic'
}

/** Shows a view alone. A view that is alone already is not drawn again. */
const showAlone = ({ router }: ModalNeeds, view: ReturnType<typeof firstView>): void => {
  const [entry, ...more] = router.get()
  if (more.length || entry?.view !== view || entry.params !== undefined) router.reset(view)
}

/** Opens and closes the modal. It draws nothing: a UI package follows its state. */
export function createModal(
  state: State,
  needs: () => ModalNeeds,
): KernelCore['modal'] & { first(): ViewId } {
  const slice = state.slice<ModalState>({ open: false, loading: false, shakes: 0 })
  const shake = (): void => slice.set(({ shakes }) => ({ shakes: shakes + 1 }))
  return {
    ...readonly(slice),
    first: () => firstView(needs()),
    open<Id extends ViewId>(view?: Id, ...params: ParamsOf<Id>) {
      const { router, events, half, signal } = needs()
      demandAlive(signal)
      const { open } = slice.get()
      if (view) router.reset(view, ...params)
      else if (!open) showAlone(needs(), firstView(needs()))
      if (open) return
      slice.set({ open: true })
      // Loads the late half, which fetches what an open modal needs.
      void half.tell(() => undefined)
      half.retry()
      events.emit('modal:opened', { view: router.get().at(-1)!.view })
    },
    close() {
      const { events, half, connections, options, flows, report } = needs()
      if (!slice.get().open) return true
      const isRefused = flows.close.some(({ value: guard, owner }) => {
        try {
          return guard() === false
        } catch (error) {
          return void report(error, `${owner}: close guard`)
        }
      })
      if (isRefused) {
        shake()
        return false
      }
      half.now()?.abortAttempt()
      if (connections.get().attempt) connections.set({ attempt: undefined })
      slice.set({ open: false, loading: false })
      const connected = isConnected(connections.get())
      showAlone(needs(), connected && options.get().embedded ? 'Account' : 'Connect')
      events.emit('modal:closed', { connected })
      return true
    },
    shake,
    setLoading: (loading) => slice.set({ loading }),
  }
}
