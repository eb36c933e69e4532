import { isDeepLink } from '@latchkey/plugin-api/links'
import type { Environment } from './environment.js'

/** The kind of a wallet's link. `undefined` for a link that does not open an app. */
function kindOf(link: string | undefined): 'universal' | 'native' | undefined {
  if (!isDeepLink(link)) return undefined
  return new URL(link).protocol === 'https:' ? 'universal' : 'native'
}

const trimmed = (link: string): string => link.replace(/\/+$/, '')

/**
 * The base of a wallet's link: `https://wallet.example/` for a universal link, `wallet://` for a
 * native one.
 */
const baseOf = (link: string): string | undefined => {
  const kind = kindOf(link)
  if (kind === 'universal') return `${trimmed(link)}/`
  return (
    kind &&
    (/^[a-z][a-z0-9+.-]*:\/*$/i.test(link) ? `${link.replace(/:.*$/, '')}://` : `${trimmed(link)}/`)
  )
}

/**
 * The link that hands a pairing to a wallet: `<base>wc?uri=<encoded>`. Telegram on Android decodes a
 * native link once by itself, so it is encoded twice there. A wallet inside Telegram takes the uri as
 * `startapp`.
 * @returns `undefined` for a link that does not open a wallet
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

/**
 * The target of a link: a native link opens in the page's own window, as the app leaves the page
 * there; a universal link gets a tab. Telegram only follows links to new windows.
 */
export const targetOf = (
  link: string,
  { isTelegram }: Pick<Environment, 'isTelegram'>,
): '_self' | '_blank' => (isTelegram || kindOf(link) === 'universal' ? '_blank' : '_self')

/** The object that Telegram puts on the window of pages inside it. */
interface TelegramApp {
  openLink?(link: string): void
  openTelegramLink?(link: string): void
}

/**
 * Opens a link to a wallet. Call it in the task of the visitor's tap. Inside Telegram, Telegram opens
 * https links, and other links get a new window: a web view that navigates to a scheme shows an error
 * and the page is lost.
 */
export function openLink(link: string, place: Pick<Environment, 'isTelegram'>): void {
  const app = place.isTelegram
    ? (window as { Telegram?: { WebApp?: TelegramApp } }).Telegram?.WebApp
    : undefined
  if (app?.openTelegramLink && isTelegramApp(link)) app.openTelegramLink(link)
  else if (app?.openLink && kindOf(link) === 'universal') app.openLink(link)
  else window.open(link, targetOf(link, place), 'noreferrer noopener')
}
