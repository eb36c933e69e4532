import type { Kernel, WalletRow } from '@latchkey/kernel'
import type {
  Balance,
  BalanceState,
  ConnectFlow,
  ConnectFlowState,
} from '@latchkey/kernel/bindings'
import type {
  AccountsPort,
  ActiveNetworkPort,
  ConnectedAccount,
  ConnectionsPort,
  ConnectionsState,
  EventName,
  KernelEvents,
  ModalPort,
  Namespace,
  Network,
  ThemePort,
  ThemeState,
} from '@latchkey/plugin-api'

type Get<T> = () => T

/** The functions that all three bindings have. Each gives a function that reads the value of now. */
export interface Hooks {
  kernel(): Kernel
  account(namespace?: Namespace): Get<ConnectedAccount | undefined>
  accounts(
    namespace?: Namespace,
  ): Get<Pick<AccountsPort, 'select'> & { readonly accounts: readonly ConnectedAccount[] }>
  network(namespace?: Namespace): Get<(Network & { supported: boolean }) | undefined>
  networks(namespace?: Namespace): Get<{
    readonly networks: readonly Network[]
    readonly switchNetwork: ActiveNetworkPort['switch']
  }>
  connections(): Get<ConnectionsState & Pick<ConnectionsPort, 'connect' | 'disconnect'>>
  modal(): Get<
    Pick<ModalPort, 'open' | 'close'> & { readonly isOpen: boolean; readonly loading: boolean }
  >
  theme(): Get<ThemeState & Pick<ThemePort, 'set'>>
  wallets(): Get<readonly WalletRow[] | undefined>
  balance(namespace?: Namespace): Get<BalanceState & Pick<Balance, 'refresh'>>
  connect(): Get<
    ConnectFlowState &
      Pick<ConnectFlow, 'connect' | 'retry' | 'cancel' | 'prepare'> & {
        readonly wallets: readonly WalletRow[] | undefined
      }
  >
  events<Name extends EventName>(name: Name, listener: (event: KernelEvents[Name]) => void): void
}

/** Called where a component of the framework is made. @returns the text that the component draws */
export type Use = (hooks: Hooks) => () => string

/** A page below the kernel, with one paragraph. */
export interface Mounted {
  text(): string | undefined
  unmount(): void
}

/** A framework in a browser. */
export interface Driver {
  readonly name: string
  /** @param kernel `undefined`: the page has none */
  mount(kernel: Kernel | undefined, use: Use): Mounted
  /** Takes over the HTML that the framework's own server wrote. */
  hydrate(html: string, kernel: Kernel, use: Use): Mounted
}

/** A framework on a server. @returns HTML of the same page */
export type Render = (kernel: Kernel, use: Use) => string | Promise<string>
