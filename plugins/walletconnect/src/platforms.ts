import type { DirectoryWallet } from '@latchkey/plugin-api'
import type { Environment } from './environment.js'

/** A way to reach a wallet: its code on another device, its app here, its site, its extension in this browser, or not at all yet. */
export type Platform = 'qr' | 'mobile' | 'desktop' | 'web' | 'browser' | 'missing'

/** The universal link of an app, where it is one: only https opens apps. */
const universalOf = (wallet: DirectoryWallet | undefined): string | undefined =>
  /^https:\/\//i.test(wallet?.universalLink ?? '') ? wallet?.universalLink : undefined

/**
 * The ways that a wallet offers here, the likeliest first. Any wallet can read the code. On a phone its app comes first and the code, which another device would have to read, last.
 * `installed`: its extension or in-page provider is here.
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
 * The link of a wallet that belongs to a platform. An app may have two: iOS shows an error for a scheme that no app answers, and Telegram's web view follows https alone, so both get the universal link;
 * elsewhere a browser may keep an https link to itself, and the scheme is surer.
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

/** The stores of a wallet that a page can lead to, that of this phone's system first; its homepage where there is none. */
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
