import type { Dispose } from '@latchkey/plugin-api'

/** Puts values on an object, over what was there, and gives back what was. */
export function put(target: object, values: Readonly<Record<string, unknown>>): Dispose {
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

/** How many listeners of an event a target has. */
export function countListeners(
  target: EventTarget,
  type: string,
): { count(): number; stop: Dispose } {
  const listeners = new Set<unknown>()
  const { addEventListener, removeEventListener } = target
  const stop = put(target, {
    addEventListener: (name: string, listener: never, options: never) => {
      if (name === type) listeners.add(listener)
      addEventListener.call(target, name, listener, options)
    },
    removeEventListener: (name: string, listener: never, options: never) => {
      if (name === type) listeners.delete(listener)
      removeEventListener.call(target, name, listener, options)
    },
  })
  return { count: () => listeners.size, stop }
}

/** A message as a window hears it. */
export const message = (source: unknown, origin: string, data: unknown): Event =>
  Object.assign(new Event('message'), { source, origin, data })
