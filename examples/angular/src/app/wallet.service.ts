import { afterNextRender, DestroyRef, inject, Injectable, signal } from '@angular/core'
import { kernel } from './wallet'

const { accounts, connections } = kernel.ports
/** The state that a server draws, and that the browser's first drawing over it repeats. */
const BEFORE = { isRestoring: true, address: undefined as string | undefined }

/** The wallet as a signal. */
@Injectable({ providedIn: 'root' })
export class WalletService {
  readonly kernel = kernel
  readonly #state = signal(BEFORE)
  readonly state = this.#state.asReadonly()

  constructor() {
    const destroyed = inject(DestroyRef)
    const update = () =>
      this.#state.set({
        isRestoring: connections.get().restoring,
        address: accounts.active()?.address,
      })
    // It runs in browsers alone, once the server's HTML is hydrated.
    afterNextRender(() => {
      update()
      for (const source of [accounts, connections]) destroyed.onDestroy(source.subscribe(update))
    })
  }

  async sign(message: string) {
    const wallet = await kernel.plugins.evm.getWalletClient() // a viem wallet client
    return wallet.signMessage({ message })
  }
}
