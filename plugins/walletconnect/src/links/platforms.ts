import type { DirectoryWallet } from '@latchkey/plugin-api'
import type { Environment } from './environment.js'

/**
 * A way to reach a wallet: its code on another device, its app here, its site, its extension in
 * this browser, or not at all yet.
 */
export type Platform = 'qr' | 'mobile' | 'desktop' | 'web' | 'browser' | 'missing'

/** The universal link of an app, if it is https: other links cannot open apps this way. */
const universalOf = (wallet: DirectoryWallet | undefined): string | undefined =>
  /^https:\/\//i.test(wallet?.universalLink ?? '') ? wallet?.universalLink : undefined

/**
 * The ways to reach a wallet here, the likeliest first. Every wallet can read the code. On a phone
 * its app comes first, and the code, which only another device could read, last.
 * `installed`: the wallet's extension or provider is in this page.
 */
export function platformsOf(
  wallet: DirectoryWallet | undefined,
  { mobile, installed }: { mobile: boolean; installed: boolean },
): readonly Platform[] {
  if (!wallet) return ['qr']
  const { mobileLink = universalOf(wallet), desktopLink, webLink, stores, homepage } = wallet
  const isReachable = mobile ? (mobileLink ?? webLink) : true
  const found: (Platform | false | undefined | '')[] = mobile
    ? [
        installed && 'browser',
        mobileLink && 'mobile',
        webLink && 'web',
        !isReachable && !!(stores?.length || homepage) && 'missing',
        'qr',
      ]
    : [installed && 'browser', 'qr', desktopLink && 'desktop', webLink && 'web']
  return found.filter((platform): platform is Platform => !!platform)
}

/**
 * The link of a wallet for a platform. An app may have two. iOS shows an error for a scheme that no
 * app has, and Telegram's web view follows https only, so both get the universal link. Elsewhere a
 * browser may open an https link by itself, so the scheme is safer.
 */
export function linkFor(
  platform: Platform,
  wallet: DirectoryWallet | undefined,
  { system, isTelegram }: Pick<Environment, 'system' | 'isTelegram'>,
): string | undefined {
  if (platform === 'desktop') return wallet?.desktopLink
  if (platform === 'web') return wallet?.webLink
  if (platform !== 'mobile') return undefined
  const [mobileLink, universalLink] = [wallet?.mobileLink, universalOf(wallet)]
  return system === 'ios' || isTelegram
    ? (universalLink ?? mobileLink)
    : (mobileLink ?? universalLink)
}

const isWeb = (url: string | undefined): url is string =>
  url !== undefined && /^https?:\/\/./i.test(url)

/**
 * The stores of a wallet that have a web address, that of this phone's system first; the wallet's
 * homepage where there is no store.
 */
export function placesToGet(
  { stores = [], homepage }: DirectoryWallet,
  { system }: Pick<Environment, 'system'>,
): readonly { store: string; url: string }[] {
  const mine =
    system === 'ios' ? /ios|apple|app store/i : system === 'android' ? /android|play/i : undefined
  const rank = ({ store }: { store: string }): number => (mine?.test(store) ? 0 : 1)
  const found = stores.filter(({ url }) => isWeb(url)).sort((a, b) => rank(a) - rank(b))
  return found.length ? found : isWeb(homepage) ? [{ store: '', url: homepage }] : []
}
