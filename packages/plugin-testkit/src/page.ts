import type { Dispose } from '@latchkey/plugin-api'

/** The globals by which code tells a page from a server. */
const PAGE_GLOBALS = [
  'window',
  'document',
  'location',
  'localStorage',
  'sessionStorage',
  'navigator',
] as const

/** Replaces globals of these names by these values. @returns a function that restores them */
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

/**
 * Makes Node look like a page: installs a window and a document that take listeners and cannot draw.
 * Does nothing on a real page.
 * @returns a function that removes them
 */
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

/** Whether {@link leavePage} works here: the globals of a real page cannot be removed. */
export const canLeavePage = (): boolean =>
  PAGE_GLOBALS.every(
    (name) => Object.getOwnPropertyDescriptor(globalThis, name)?.configurable !== false,
  )

/** Removes the globals of a page, as on a server. @returns a function that restores them */
export function leavePage(): Dispose {
  return stubGlobals(Object.fromEntries(PAGE_GLOBALS.map((name) => [name, undefined])))
}
