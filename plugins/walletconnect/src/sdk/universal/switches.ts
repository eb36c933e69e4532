import { LatchkeyError, namespaceOf, type Caip2, type Namespace } from '@latchkey/plugin-api'
import { toLibraryError } from './errors.js'
import type { UniversalNeeds } from './needs.js'
import { connectionIn } from './session.js'

export interface SwitchNeeds extends Pick<UniversalNeeds, 'ctx' | 'connectorId'> {
  /** The topic of the provider's session. */
  topic(): string | undefined
  /** Brings the provider where the kernel is in a namespace. */
  align(namespace: Namespace): void
}

/** Brings the kernel to the networks that the host chooses in the provider. */
export class Switches {
  readonly #needs: SwitchNeeds
  /** How many switches run in each namespace: a second one withdraws the first. */
  readonly #running = new Map<Namespace, number>()
  /** Default chains of namespaces in which the page uses another wallet. */
  readonly #chosen = new Map<Namespace, Caip2>()
  /** The switch that failed, while listeners hear that the network stays. */
  #refused: { chain: Caip2; error: unknown } | undefined

  constructor(needs: SwitchNeeds) {
    this.#needs = needs
  }

  isRunning(namespace: Namespace): boolean {
    return !!this.#running.get(namespace)
  }

  /** The chain that the host chose in a namespace in which the page uses another wallet. */
  chosenIn(namespace: Namespace): Caip2 | undefined {
    return this.#chosen.get(namespace)
  }
  forget(namespace: Namespace): void {
    this.#chosen.delete(namespace)
  }
  forgetAll(): void {
    this.#chosen.clear()
  }

  /**
   * @throws the error of the switch to this chain that has just failed: a listener of `chainChanged`
   * that insists on the chain would be called again for ever
   */
  demandUsable(chain: Caip2): void {
    if (this.#refused?.chain === chain) throw toLibraryError(this.#refused.error)
  }

  /**
   * Switches to a network for the host.
   * @throws `wallet.chain_disconnected` where the session does not grant it, even if the wallet agreed
   * to switch: the next transaction would go out on the network before.
   */
  async run(chain: Caip2): Promise<void> {
    const namespace = namespaceOf(chain)
    this.#running.set(namespace, (this.#running.get(namespace) ?? 0) + 1)
    this.#chosen.delete(namespace)
    try {
      await this.#moveKernel(chain, namespace)
    } catch (error) {
      this.#end(namespace, { chain, error })
      throw error
    }
    this.#end(namespace)
  }

  async #moveKernel(chain: Caip2, namespace: Namespace): Promise<void> {
    const { ctx, topic } = this.#needs
    // The kernel would move another wallet, which is in use in this namespace.
    if (ctx.connections.get().namespaces[namespace]?.connectionId !== topic()) {
      this.#demandGranted(chain, namespace)
      this.#chosen.set(namespace, chain)
    } else {
      await ctx.activeNetwork.switch(chain)
      this.#demandGranted(chain, namespace)
    }
  }

  #demandGranted(chain: Caip2, namespace: Namespace): void {
    const { ctx, connectorId } = this.#needs
    const info = connectionIn(ctx.connections.get(), connectorId)
    const networks = info?.scopes[namespace]?.networks
    if (networks === 'any' || networks?.includes(chain)) return
    throw new LatchkeyError(
      'wallet.chain_disconnected',
      `The wallet's session does not grant ${chain}: connect again with this network.`,
      { context: { network: chain } },
    )
  }

  /** Before the caller goes on, the provider is where the kernel is, unless another switch runs. */
  #end(namespace: Namespace, refused?: { chain: Caip2; error: unknown }): void {
    this.#running.set(namespace, this.#running.get(namespace)! - 1)
    if (this.isRunning(namespace)) return
    this.#refused = refused
    this.#needs.align(namespace)
    this.#refused = undefined
  }
}
