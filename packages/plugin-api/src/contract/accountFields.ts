import type { ConnectedAccount } from '../chain/adapter.js'
import type { Caip10, Caip2, Namespace } from '../chain/caip.js'
import type { Account, AccountType } from '../chain/connector.js'
import type { Network } from '../chain/network.js'
import type { Dispose } from '../json.js'
import type { ConnectionInfo, ConnectionStatus } from './ports.js'

/** A token, or the native coin, as the account view tells it. */
export interface TokenBalance {
  readonly name: string
  readonly symbol: string
  readonly chainId: Caip2
  /** Contract, mint or denom, without the network. `undefined`: the native coin. */
  readonly address: string | undefined
  /** In the currency of the plugin that holds the tokens. `undefined`: not known. */
  readonly value: number | undefined
  /** Of one whole unit, in that currency. `undefined`: not known. */
  readonly price: number | undefined
  /** Decimal text; `numeric` in whole units. */
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  /** Empty where there is no picture. */
  readonly iconUrl: string
}

/**
 * The fields of the account view of one namespace (`@latchkey/kernel/account-view`), and the type of
 * each. A plugin adds its own by declaration merging.
 */
export interface AccountFields {
  /** CAIP-10, on the network in use. */
  caipAddress: Caip10
  address: string
  status: ConnectionStatus
  /** The native balance on the network in use: whole units as decimal text. */
  balance: string
  balanceSymbol: string
  /** The name that the address goes by. */
  profileName: string
  /** The source of a picture: `data:image/…` or https. */
  profileImage: string
  /** The page of the address at the block explorer of the network in use. */
  addressExplorerUrl: string
  /** The person who signed in to the account. */
  user: NonNullable<Account['user']>
  /** Whether the person's smart account has code on the network in use. */
  smartAccountDeployed: boolean
  /** The accounts of all wallets in this namespace. */
  allAccounts: readonly ConnectedAccount[]
  /** The type of account that is used where a network has it, by namespace. */
  preferredAccountTypes: Readonly<Record<Namespace, AccountType>>
  /** The social account of the sign-in, or of the one that is under way. */
  socialProvider: string
  /** The window of a sign-in that is under way. */
  socialWindow: Window
  /** The link of a sign-in with Farcaster that is under way. */
  farcasterUrl: string
  connectedWalletInfo: Pick<ConnectionInfo, 'connectorId' | 'name' | 'icon' | 'rdns'>
  /** On the network in use. */
  tokenBalance: readonly TokenBalance[]
  /** The names that wallets give to their accounts, by address. */
  addressLabels: Readonly<Record<string, string>>
  /** Id of the account's tab that is drawn. */
  currentTab: string
}

/** The account and the network that an account view is about. */
export interface AccountFieldSubject {
  readonly namespace: Namespace
  /** The account in use. `undefined`: none is connected in this namespace. */
  readonly account: ConnectedAccount | undefined
  /** The network in use. */
  readonly network: Network | undefined
}

/**
 * Holds fields of the account view: a contribution to the extension point `account.fields`. Add it in
 * the plugin's late half. Where two hold the same field, the one that came first is asked, and the log
 * warns of the other.
 * @example
 * ctx.points.add(createToken<AccountFieldHolder>('account.fields'), {
 *   id: 'loyalty',
 *   fields: { profileName: ({ account }) => account && book.get().names[account.address] },
 *   subscribe: book.subscribe,
 * })
 */
export interface AccountFieldHolder {
  id: string
  /**
   * Reads each field that it holds. It is called often, and asks nobody. `undefined`: there is no value
   * now. An error is written to the log, and the field is `undefined`.
   */
  readonly fields: {
    readonly [F in keyof AccountFields]?: (of: AccountFieldSubject) => AccountFields[F] | undefined
  }
  /** Calls back when a value may have changed other than by the account or the network in use. */
  subscribe?(listener: () => void): Dispose
}
