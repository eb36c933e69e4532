import {
  definePlugin,
  LatchkeyError,
  type Account,
  type Namespace,
  type PluginContext,
  type PluginDefinition,
  type WireRequest,
} from '@latchkey/plugin-api'
import { FakeConnection, scope } from './FakeConnection.js'
import { FakeConnector } from './FakeConnector.js'

const VIEW = 'ApproveTransaction'

/** The accounts of a {@link FakeAuthWallet}, and its answers. */
export interface FakeAuthWalletOptions {
  namespace: Namespace
  accounts: readonly Account[]
  /** Id of its connector: `fake-auth` if left out. */
  id?: string
  name?: string
  /** Answers a request that was approved. */
  sign(request: WireRequest): unknown
}

/**
 * An embedded wallet, as `@latchkey/embedded-wallet` brings one: its connector is of kind `auth`, and
 * each request opens `ApproveTransaction`. Leaving the view declines.
 */
export class FakeAuthWallet {
  readonly id: string
  readonly connection: FakeConnection
  /** `approve`: at once. `wait`: until {@link decide}, or until the view is left. `silence`: never. */
  behave: 'approve' | 'wait' | 'silence' = 'approve'
  readonly #options: FakeAuthWalletOptions
  #ctx: PluginContext | undefined
  #waiting: ((isApproved: boolean) => void) | undefined

  constructor(options: FakeAuthWalletOptions) {
    const { namespace, accounts, id = 'fake-auth' } = options
    this.#options = options
    this.id = id
    this.connection = new FakeConnection(
      `${id}-link`,
      id,
      { [namespace]: scope(accounts, { selected: accounts[0]?.key ?? '' }) },
      { answer: (request) => this.#answer(request) },
    )
  }

  /** The visitor answers in `ApproveTransaction`. */
  decide(isApproved: boolean): void {
    this.#waiting?.(isApproved)
  }

  /** Brings the connector and the view. */
  plugin(): PluginDefinition {
    return definePlugin({
      id: this.id,
      version: '0.1.0',
      kernelApi: '*',
      setup: (ctx) => {
        const { namespace, name = 'Email' } = this.#options
        this.#ctx = ctx
        ctx.views.add({ id: VIEW, title: 'fakeAuth.title', render: {} })
        ctx.connectors.add(
          new FakeConnector(this.id, {
            kind: 'auth',
            name,
            namespaces: [namespace],
            link: () => this.connection,
          }),
        )
      },
    }) as unknown as PluginDefinition
  }

  async #answer(request: WireRequest): Promise<unknown> {
    if (this.behave === 'silence') return new Promise(() => undefined)
    const isApproved = await this.#ask()
    if (isApproved) return this.#options.sign(request)
    throw new LatchkeyError('wallet.user_rejected', 'The visitor left the approval.', {
      context: { connectorId: this.id },
    })
  }

  /** Shows the view until the visitor has decided. */
  async #ask(): Promise<boolean> {
    const { router, modal } = this.#ctx!
    const wasOpen = modal.get().open
    const isOnTop = (): boolean => modal.get().open && router.get().at(-1)?.view === VIEW
    if (wasOpen) router.push(VIEW)
    else modal.open(VIEW)
    if (this.behave === 'approve') return this.#leave(wasOpen, isOnTop, true)
    const isApproved = await new Promise<boolean>((resolve) => {
      const check = (): void => {
        if (!isOnTop()) resolve(false)
      }
      const ends = [router.subscribe(check), modal.subscribe(check)]
      this.#waiting = (answer) => {
        for (const end of ends) end()
        resolve(answer)
      }
    })
    this.#waiting = undefined
    return this.#leave(wasOpen, isOnTop, isApproved)
  }

  #leave(wasOpen: boolean, isOnTop: () => boolean, isApproved: boolean): boolean {
    const { router, modal } = this.#ctx!
    if (isOnTop()) {
      if (wasOpen) router.back()
      else modal.close()
    }
    return isApproved
  }
}
