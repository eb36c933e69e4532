import type { Availability, Connector, PluginContext } from '@latchkey/plugin-api'
import { readSafely } from '@latchkey/plugin-api/wallet'
import type { Eip1193Provider } from '../../wallet/ask.js'
import { toConnector } from '../../wallet/toConnector.js'
import { openApp, pageLink } from './openApp.js'

/** A wallet that has an object in the page, or an app that a link opens. */
interface LinkedWallet extends Pick<Connector, 'id' | 'name' | 'rdns' | 'install'> {
  /** Reads its provider from the globals of the page. */
  find(page: Readonly<Record<string, unknown>>): unknown
  /** The link that opens its app, on this page where the app can. `page` has no query and hash. */
  link(page: string): string
  /** Availability without a provider, on a phone. */
  phone: Availability
  desktop: Availability
}

const isPhone = ({ userAgent = '', maxTouchPoints = 0 }: Navigator): boolean =>
  /Android|iP(hone|ad|od)/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1)

/**
 * Collects the rdns of each provider that announces itself (EIP-6963), and asks those that did so
 * before to announce themselves again.
 */
function collectAnnounced(ctx: PluginContext): WeakMap<object, unknown> {
  const rdnsOf = new WeakMap<object, unknown>()
  const onAnnounce = (event: Event): void => {
    try {
      const { info, provider } = (
        event as CustomEvent<{ info: { rdns: unknown }; provider: object }>
      ).detail
      rdnsOf.set(provider, info.rdns)
    } catch {
      // A malformed announcement is ignored.
    }
  }
  window.addEventListener('eip6963:announceProvider', onAnnounce)
  ctx.onDispose(() => window.removeEventListener('eip6963:announceProvider', onAnnounce))
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return rdnsOf
}

/** Registers a wallet that is found by a global of its own, or opened by a link. */
function register(
  ctx: PluginContext,
  { find, link, phone, desktop, ...wallet }: LinkedWallet,
): void {
  if (typeof document === 'undefined') return
  const provider = (): Eip1193Provider | undefined =>
    readSafely(() => {
      const found = find(window as never) as Eip1193Provider | undefined
      return typeof found?.request === 'function' ? found : undefined
    })
  const rdnsOf = collectAnnounced(ctx)
  // A provider that announces itself has a row already. Another provider with the same rdns does not
  // hide this wallet: any extension can claim an rdns.
  const isAnnounced = (found: object | undefined): boolean => {
    const taken = found && rdnsOf.get(found)
    return (
      taken !== undefined &&
      ctx.connectors.get().some(({ value: { id, rdns } }) => id !== wallet.id && rdns === taken)
    )
  }
  ctx.connectors.add(
    toConnector(ctx, new Set(), {
      ...wallet,
      kind: provider() ? 'injected' : 'external',
      provider,
      availability: () =>
        isAnnounced(provider())
          ? 'unavailable'
          : provider()
            ? 'installed'
            : isPhone(navigator)
              ? phone
              : desktop,
      open: ({ signal, onStep }) => {
        onStep({ step: 'opening' })
        return openApp(link(pageLink(window.location)), wallet, signal)
      },
    }),
  )
}

const store = (name: string, url: string): { store: string; url: string } => ({ store: name, url })

/** Registers OKX Wallet. */
export const registerOkx = (ctx: PluginContext): void =>
  register(ctx, {
    id: 'okx',
    name: 'OKX Wallet',
    rdns: 'com.okex.wallet',
    install: {
      homepage: 'https://web3.okx.com/download',
      stores: [
        store(
          'Chrome',
          'https://chromewebstore.google.com/detail/okx-wallet/mcohilncbfahbmgdjkbpemcciiolgcge',
        ),
        store('App Store', 'https://apps.apple.com/app/okx-buy-bitcoin-eth-crypto/id1327268470'),
        store('Google Play', 'https://play.google.com/store/apps/details?id=com.okinc.okex.gp'),
      ],
    },
    find: ({ okxwallet }) => okxwallet,
    link: (page) =>
      `https://www.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(page)}`)}`,
    phone: 'available',
    desktop: 'missing',
  })

/** Registers the Coinbase Wallet app and extension. */
export const registerCoinbaseApp = (ctx: PluginContext): void =>
  register(ctx, {
    id: 'coinbaseWallet',
    name: 'Coinbase Wallet',
    rdns: 'com.coinbase.wallet',
    install: {
      homepage: 'https://www.coinbase.com/wallet/downloads',
      stores: [
        store(
          'Chrome',
          'https://chromewebstore.google.com/detail/coinbase-wallet-extension/hnfanknocfeofbddgcijnmhnfnkdnaad',
        ),
        store('App Store', 'https://apps.apple.com/app/coinbase-wallet-nfts-crypto/id1278383455'),
        store('Google Play', 'https://play.google.com/store/apps/details?id=org.toshi'),
      ],
    },
    find: ({ coinbaseWalletExtension }) => coinbaseWalletExtension,
    link: (page) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page)}`,
    // On a desktop the smart wallet takes its place.
    phone: 'available',
    desktop: 'unavailable',
  })

/** Registers Ledger. @param app id of this page in Ledger's catalogue */
export const registerLedger = (ctx: PluginContext, app: string | undefined): void =>
  register(ctx, {
    id: 'ledger',
    name: 'Ledger',
    rdns: 'com.ledger',
    install: {
      homepage: 'https://www.ledger.com/ledger-live',
      stores: [
        store('App Store', 'https://apps.apple.com/app/ledger-live/id1361671700'),
        store('Google Play', 'https://play.google.com/store/apps/details?id=com.ledger.live'),
      ],
    },
    // Ledger's own browser and extension mark their provider.
    find: ({ ethereum }) => {
      const { isLedgerLive, isLedgerConnect } = (ethereum ?? {}) as {
        isLedgerLive?: unknown
        isLedgerConnect?: unknown
      }
      return isLedgerLive === true || isLedgerConnect === true ? ethereum : undefined
    },
    link: () => `ledgerlive://discover${app === undefined ? '' : `/${encodeURIComponent(app)}`}`,
    phone: 'available',
    desktop: 'available',
  })
