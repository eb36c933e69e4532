/** A provider's window. It cannot reach the page that opened it. */
export interface ProviderWindow {
  /** Shows the provider. Once: afterwards the window is another site's. */
  go(url: string): void
  close(): void
  /** `true` also where the provider's own headers keep this page from seeing its window. */
  isClosed(): boolean
}

const FEATURES = 'popup,width=600,height=800'

/**
 * Opens an empty window, in the click. With the feature `noopener` there would be nothing to give an
 * address to later, so the window is parted from this page while it is still empty.
 * @returns `undefined` where the browser blocks it
 */
export function openProviderWindow(words: string, locale: string): ProviderWindow | undefined {
  const opened = globalThis.window?.open('', '_blank', FEATURES)
  if (!opened) return undefined
  opened.opener = null
  try {
    const { document } = opened
    document.title = words
    document.documentElement.lang = locale
    document.body.textContent = words
    // The provider need not know from which page the visitor comes.
    const meta = document.createElement('meta')
    meta.name = 'referrer'
    meta.content = 'no-referrer'
    document.head.append(meta)
  } catch {
    // An empty window is drawn without words.
  }
  return {
    go: (url) => opened.location.replace(url),
    close: () => opened.close(),
    isClosed: () => opened.closed,
  }
}
