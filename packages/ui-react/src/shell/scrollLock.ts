import { brand, type Dispose } from '@latchkey/plugin-api'

const LOCK: unique symbol = Symbol.for(`${brand.scope}/scroll-lock`) as never
interface Locked extends Document {
  [LOCK]?: { count: number; sheet: CSSStyleSheet }
}

/** Holds the page still behind a modal without moving it. Counted per document, for several modals and copies of this package. */
export function lockScroll(page: Locked = document): Dispose {
  const lock = (page[LOCK] ??= { count: 0, sheet: new CSSStyleSheet() })
  if (lock.count++ === 0) {
    // The place of a classic scrollbar is kept, where there is one.
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
