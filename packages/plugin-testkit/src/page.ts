import type { Dispose } from '@latchkey/plugin-api'

/** Names by which code finds out that it runs in a page. */
const PAGE = [
  'window',
  'document',
  'location',
  'localStorage',
  'sessionStorage',
  'navigator',
] as const

/** Puts other values in place of global ones and gives back what was there. */
export function stubGlobals(
  values: Readonly<Record<string, unknown>>,
  target: object = globalThis,
): Dispose {
  const before = Object.keys(values).map(
    (name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const,
  )
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(target, name, {
      value,
      configurable: true,
      writable: true,
      enumerable: true,
    })
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(target, name, descriptor)
      else Reflect.deleteProperty(target, name)
    }
  }
}

/** Makes this place a page where it is none: a window and a document that take listeners, and nothing to draw on. */
export function installPage(): Dispose {
  if (typeof window !== 'undefined') return () => undefined
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible', hidden: false })
  const location = new URL('https://host.test/')
  const navigator = { userAgent: 'test', language: 'en', onLine: true, maxTouchPoints: 0 }
  return stubGlobals({
    window: Object.assign(new EventTarget(), {
      document,
      location,
      navigator,
      isSecureContext: true,
    }),
    document,
    location,
    navigator,
  })
}

/** Whether this place can be made a server: a real page cannot. */
export const canLeavePage = (): boolean =>
  PAGE.every((name) => Object.getOwnPropertyDescriptor(globalThis, name)?.configurable !== false)

/** Makes this place a server: nothing of a page is there. */
export function leavePage(): Dispose {
  return stubGlobals(Object.fromEntries(PAGE.map((name) => [name, undefined])))
}
