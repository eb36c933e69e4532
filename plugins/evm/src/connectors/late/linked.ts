import type { Availability, Connector, PluginContext } from '@latchkey/plugin-api'
import type { Eip1193Provider } from '../../ask.js'
import { toConnector } from '../../toConnector.js'
import { openApp, pageLink } from './openApp.js'

interface Linked extends Pick<Connector, 'id' | 'name' | 'rdns' | 'install'> {
  /** Its provider among the globals of the page. */
  find(page: Readonly<Record<string, unknown>>): unknown
  /** Opens its app; on this page, where the app can. The page comes without query and hash. */
  link(page: string): string
  /** Without a provider, on a phone and elsewhere. */
  phone: Availability
  desktop: Availability
}

const isPhone = ({ userAgent = '', maxTouchPoints = 0 }: Navigator): boolean =>
  /Android|iP(hone|ad|od)/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1)

/** Under which rdns each provider announces itself (EIP-6963), those asked for anew that did so before. */
function hearAnnounced(ctx: PluginContext): WeakMap<object, unknown> {
  const rdnsOf = new WeakMap<object, unknown>()
  const hear = (event: Event): void => {
    try {
      const { info, provider } = (
        event as CustomEvent<{ info: { rdns: unknown }; provider: object }>
      ).detail
      rdnsOf.set(provider, info.rdns)
    } catch {
      // No announcement at all.
    }
  }
  window.addEventListener('eip6963:announceProvider', hear)
  ctx.onDispose(() => window.removeEventListener('eip6963:announceProvider', hear))
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return rdnsOf
}

/** A wallet that pages find by a global of its own, or open by a link. */
function register(ctx: PluginContext, { find, link, phone, desktop, ...wallet }: Linked): void {
  if (typeof window === 'undefined') return
  const provider = (): Eip1193Provider | undefined => {
    try {
      const found = find(window as never) as Eip1193Provider | undefined
      return typeof found?.request === 'function' ? found : undefined
    } catch {
      // A getter or a proxy of somebody's.
      return undefined
    }
  }
  const rdnsOf = hearAnnounced(ctx)
  // The very provider that announces itself has a row already. One that only says the same rdns takes nobody's place: whoever wants can say so.
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
    // On a desktop the smart wallet stands in its place.
    phone: 'available',
    desktop: 'unavailable',
  })

/** @param app id in Ledger's catalogue */
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
    // In its own browser and its extension, which call themselves so.
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
