// For the few pages that need it, and a chunk of its own for them.
import { css } from '../../styles/contrast.css?text'
import { toSheet } from '../../theme/applyTheme.js'

/** The object that Telegram's script puts on the window of a page inside it: https://core.telegram.org/bots/webapps */
interface TelegramWebApp {
  openLink?(link: string): void
  openTelegramLink?(link: string): void
}

/**
 * Adds the styles of more contrast and of forced colours. In Telegram's web view, where a link to a new window may go
 * nowhere, it has Telegram follow the modal's links.
 */
export function adaptTo(shadow: ShadowRoot): void {
  const app = (window as { Telegram?: { WebApp?: TelegramWebApp } }).Telegram?.WebApp
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, toSheet(css)]
  shadow.addEventListener('click', (event) => {
    const { target } = event
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a[target=_blank]') : null
    if (!link || event.defaultPrevented) return
    if (link.hostname === 't.me' && app?.openTelegramLink) app.openTelegramLink(link.href)
    else if (app?.openLink) app.openLink(link.href)
    else return
    event.preventDefault()
  })
}
