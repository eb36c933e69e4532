/**
 * The globals of a page, for code that runs in Node and asks whether it is on a page: a window and a
 * document that take listeners. Nothing can be drawn on them.
 * @param address where the page is
 * @example
 * for (const [name, value] of Object.entries(fakePage())) vi.stubGlobal(name, value)
 */
export function fakePage(address = 'https://host.test/'): {
  document: EventTarget
  location: URL
  window: EventTarget
} {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible', hidden: false })
  const location = new URL(address)
  const navigator = { onLine: true, userAgent: '' }
  return {
    document,
    location,
    window: Object.assign(new EventTarget(), {
      document,
      location,
      navigator,
      crypto,
      isSecureContext: true,
    }),
  }
}
