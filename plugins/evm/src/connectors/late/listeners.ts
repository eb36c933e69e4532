/** The listeners of an EIP-1193 provider, by event. */
export interface Listeners {
  on(event: string, listener: (value: unknown) => void): void
  removeListener(event: string, listener: (value: unknown) => void): void
  emit(event: string, value: unknown): void
}

export function createListeners(): Listeners {
  const byEvent = new Map<string, Set<(value: unknown) => void>>()
  return {
    on: (event, listener) =>
      void byEvent.set(event, (byEvent.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void byEvent.get(event)?.delete(listener),
    emit: (event, value) => [...(byEvent.get(event) ?? [])].forEach((listener) => listener(value)),
  }
}

/** Makes an error with a numeric code of EIP-1193, as wallets throw it. */
export const refusal = (code: number, message: string): Error =>
  Object.assign(new Error(message), { code })

type Fields = Readonly<Record<string, unknown>>
/** Reads an own member of an untrusted value, not one of its prototype. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Fields)[name]
    : undefined
