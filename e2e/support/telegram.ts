// A stand-in for Telegram's web view on a phone, by https://core.telegram.org/bots/webapps: pages open no windows,
// and links leave the page by `openLink` and `openTelegramLink`, in the task of a tap.
import type { Page } from '@playwright/test'

/** How a page tried to leave, in order. `lost` is what the web view does not follow, or loses the page by. */
export interface Leaving {
  by: 'openLink' | 'openTelegramLink' | 'window.open' | 'lost'
  link: string
}

declare global {
  interface Window {
    __leaving(by: Leaving['by'], link: string): void
  }
}

function standIn(): void {
  const demandTap = () => {
    if (!navigator.userActivation.isActive) throw new Error('WebAppUserActionRequired')
  }
  const demand = (link: string, holds: (url: URL) => boolean) => {
    demandTap()
    if (!holds(new URL(link, location.href))) throw new Error('WebAppTgUrlInvalid')
  }
  const WebApp = {
    platform: 'android',
    openLink(link: string) {
      demand(link, ({ protocol }) => protocol === 'https:' || protocol === 'http:')
      window.__leaving('openLink', link)
    },
    openTelegramLink(link: string) {
      demand(link, ({ hostname }) => hostname === 't.me')
      window.__leaving('openTelegramLink', link)
    },
  }
  Object.assign(window, { Telegram: { WebApp }, TelegramWebviewProxy: { postEvent() {} } })
  window.open = (link) => {
    window.__leaving('window.open', String(link))
    return null
  }
  // A link to a new window that nobody has taken goes nowhere.
  const look = (event: Event) => {
    const [target] = event.composedPath()
    const link = target instanceof Element ? target.closest('a') : null
    setTimeout(() => link && !event.defaultPrevented && window.__leaving('lost', link.href))
  }
  window.addEventListener('click', look, { capture: true })
}

/** Makes every page that is loaded from now on one in Telegram. @returns how pages left, as it grows */
export async function standInForTelegram(page: Page): Promise<readonly Leaving[]> {
  const leavings: Leaving[] = []
  await page.exposeFunction('__leaving', (by: Leaving['by'], link: string) => {
    leavings.push({ by, link })
  })
  await page.addInitScript(standIn)
  page.on('popup', (popup) => void popup.close())
  return leavings
}
