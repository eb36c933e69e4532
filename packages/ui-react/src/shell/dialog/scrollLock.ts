import { brand, type Dispose } from '@latchkey/plugin-api'

const LOCK: unique symbol = Symbol.for(`${brand.scope}/scroll-lock`) as never
interface Locked extends Document {
  [LOCK]?: { count: number; sheet: CSSStyleSheet }
}

/**
 * Stops the page behind a modal from scrolling, without moving its content. Counts per document,
 * because several modals and copies of this package may lock the same page.
 */
export function lockScroll(page: Locked = document): Dispose {
  const lock = (page[LOCK] ??= { count: 0, sheet: new CSSStyleSheet() })
  if (lock.count++ === 0) {
    // If the page has a classic scrollbar, its width is kept free.
    const gutter =
      window.innerWidth > page.documentElement.clientWidth
        ? 'scrollbar-gutter:stable!important'
        : ''
    lock.sheet.replaceSync(`html{overflow:hidden!important;${gutter}}`)
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, lock.sheet]
  }
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    if (--lock.count === 0)
      page.adoptedStyleSheets = page.adoptedStyleSheets.filter((sheet) => sheet !== lock.sheet)
  }
}
