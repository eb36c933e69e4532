// An init script runs `LocalnetWallet.install([...])`. Tests reach the wallets through the window.
import {
  createInjectedWallet,
  oddErrors,
  type InjectedWallet,
  type InjectedWalletOptions,
} from './index.js'
import type { WalletRule } from '../wallet/types.js'

/** The names that the page's window gets. */
export interface WalletWindow {
  /** The first wallet that was installed. */
  __localnetWallet?: InjectedWallet
  __localnetWallets?: InjectedWallet[]
  /** The rules that a test gave after the wallets were installed, by their numbers. */
  __localnetRules?: WalletRule[]
  __localnetOddErrors?: typeof oddErrors
  /**
   * Set by a test runner that makes the wallet's requests itself, as an extension's background
   * does.
   */
  __localnetPost?: (url: string, body: string) => Promise<unknown>
}

/**
 * Adds wallets to a page, but not to the empty documents of popups.
 * @public by the bundle's global name
 */
export function install(wallets: readonly InjectedWalletOptions[]): void {
  if (!/^https?:$/.test(location.protocol)) return
  const page = window as Window & typeof globalThis & WalletWindow
  const post = page.__localnetPost
  const made = wallets.map((options) =>
    createInjectedWallet({
      ...options,
      // A test runner adds the script from outside; the site's build has nothing of it.
      allowProduction: true,
      ...(post && { post }),
    }),
  )
  const before = page.__localnetWallets?.length ?? 0
  for (const [index, wallet] of made.entries()) {
    const rule = page.__localnetRules?.[before + index]
    if (rule) wallet.follow(rule)
  }
  page.__localnetWallets = [...(page.__localnetWallets ?? []), ...made]
  const [first] = page.__localnetWallets
  if (first) page.__localnetWallet = first
  page.__localnetOddErrors = oddErrors
}
