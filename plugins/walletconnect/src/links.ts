import { isDeepLink } from '@latchkey/plugin-api/links'
import type { Environment } from './environment.js'

/** A wallet's link in one of its two kinds, or nothing where it opens no app. */
function kindOf(link: string | undefined): 'universal' | 'native' | undefined {
  if (!isDeepLink(link)) return undefined
  return new URL(link).protocol === 'https:' ? 'universal' : 'native'
}

const trimmed = (link: string): string => link.replace(/\/+$/, '')

/** A wallet's own base: `https://wallet.example` for a universal link, `wallet://` for a native one. */
const baseOf = (link: string): string | undefined => {
  const kind = kindOf(link)
  if (kind === 'universal') return `${trimmed(link)}/`
  return (
    kind &&
    (/^[a-z][a-z0-9+.-]*:\/*$/i.test(link) ? `${link.replace(/:.*$/, '')}://` : `${trimmed(link)}/`)
  )
}

/**
 * The link that hands a pairing to a wallet: `<base>wc?uri=<encoded>`. Telegram on Android decodes what it is given once by itself, so native links are encoded twice there.
 * A wallet inside Telegram takes its parameter as `startapp`.
 * @returns nothing for a link that opens no wallet
 */
export function pairingLink(
  link: string | undefined,
  uri: string,
  { isTelegram, system }: Pick<Environment, 'isTelegram' | 'system'>,
): string | undefined {
  const base = link === undefined ? undefined : baseOf(link)
  if (link === undefined || base === undefined) return undefined
  const encoded = encodeURIComponent(uri)
  if (isTelegramApp(link))
    return `${trimmed(link)}${link.includes('?') ? '&' : '?'}startapp=${startParameter(uri)}`
  const isTwice = isTelegram && system === 'android' && kindOf(link) === 'native'
  return `${base}wc?uri=${isTwice ? encodeURIComponent(encoded) : encoded}`
}

const isTelegramApp = (link: string): boolean => /^https:\/\/t\.me\//.test(link)
/** Telegram allows letters, digits, `_` and `-` in a start parameter. */
const startParameter = (uri: string): string =>
  btoa(uri).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Where a link opens: an app takes the page's own place and gives it back; another page gets a tab. Telegram follows nothing but new windows. */
export const targetOf = (
  link: string,
  { isTelegram }: Pick<Environment, 'isTelegram'>,
): '_self' | '_blank' => (isTelegram || kindOf(link) === 'universal' ? '_blank' : '_self')

/** What Telegram puts on the window for pages inside it. */
interface TelegramApp {
  openLink?(link: string): void
  openTelegramLink?(link: string): void
}

/**
 * Opens a link to a wallet. To be called in the task of the visitor's tap. In Telegram by Telegram itself, which takes https alone, or by a window of its own: a web view that is sent to a scheme shows an error and is lost.
 */
export function openLink(link: string, place: Pick<Environment, 'isTelegram'>): void {
  const app = place.isTelegram
    ? (window as { Telegram?: { WebApp?: TelegramApp } }).Telegram?.WebApp
    : undefined
  if (app?.openTelegramLink && isTelegramApp(link)) app.openTelegramLink(link)
  else if (app?.openLink && kindOf(link) === 'universal') app.openLink(link)
  else window.open(link, targetOf(link, place), 'noreferrer noopener')
}
