import type { DirectoryWallet } from '@latchkey/plugin-api'

/** A way to reach a wallet: its code on another device, its app here, its site, its extension in this browser, or not at all yet. */
export type Platform = 'qr' | 'mobile' | 'desktop' | 'web' | 'browser' | 'missing'

/**
 * The ways that a wallet offers here, the likeliest first. Any wallet can read the code. On a phone its app comes first and the code, which another device would have to read, last.
 * `installed`: its extension or in-page provider is here.
 */
export function platformsOf(wallet: DirectoryWallet | undefined, { mobile, installed }: { mobile: boolean; installed: boolean }): readonly Platform[] {
  if (!wallet) return ['qr']
  const { mobileLink, desktopLink, webLink, stores, homepage } = wallet
  const isReachable = mobile ? mobileLink ?? webLink : true
  const found: (Platform | false | undefined | '')[] = mobile
    ? [installed && 'browser', mobileLink && 'mobile', webLink && 'web', !isReachable && !!(stores?.length || homepage) && 'missing', 'qr']
    : [installed && 'browser', 'qr', desktopLink && 'desktop', webLink && 'web']
  return found.filter((platform): platform is Platform => !!platform)
}

/** The link of a wallet that belongs to a platform. */
export const linkFor = (platform: Platform, wallet: DirectoryWallet | undefined): string | undefined =>
  platform === 'mobile' ? wallet?.mobileLink : platform === 'desktop' ? wallet?.desktopLink : platform === 'web' ? wallet?.webLink : undefined
