import type { Social } from '../constants.js'
import { isTelegram } from './platform.js'

/**
 * Opens the window of a sign-in on a blank page. Browsers allow that only in the task of a click.
 * @returns `null` where the browser blocked it, `undefined` where the sign-in goes without a window
 */
export const openPopup = (provider: Social): Window | null | undefined =>
  provider === 'farcaster' || isTelegram()
    ? undefined
    : window.open('about:blank', 'latchkey-social', 'popup,width=600,height=800')
