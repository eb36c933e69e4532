export const SEPOLIA = 'eip155:11155111'

/** Storage that lasts as long as the test. */
export function memoryDatabase() {
  const values = new Map<string, unknown>()
  return {
    values,
    read: async <T>(name: string) => structuredClone(values.get(name)) as T | undefined,
    update: async <T>(name: string, change: (before: T | undefined) => T) =>
      void values.set(name, structuredClone(change(values.get(name) as T | undefined))),
  }
}
