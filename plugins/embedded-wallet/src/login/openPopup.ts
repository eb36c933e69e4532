import type { Social } from '../socials.js'
import { isTelegram } from './platform.js'

/** Whether a sign-in has a window. In a web view of Telegram the whole page goes to the provider. */
export const hasWindow = (provider: Social): boolean => provider !== 'farcaster' && !isTelegram()

/**
 * Opens the window of a sign-in on a blank page. Browsers allow that only in the task of a click.
 * @returns `null` where the browser blocked it
 */
export const openPopup = (): Window | null =>
  window.open('about:blank', 'latchkey-social', 'popup,width=600,height=800')
