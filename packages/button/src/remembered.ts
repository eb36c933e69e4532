/** An entry of the kernel's stored connections: the part of its `StoredConnection` that is read here. */
interface StoredEntry {
  /** Its keys are the namespaces in which the connection was current. */
  current: object
  /** The address that was shown, by namespace. */
  addresses?: Readonly<Record<string, unknown>>
}

/**
 * Reads the address that was in use last from the kernel's storage, without loading the kernel. The
 * address is only drawn: the kernel reads and checks the storage itself.
 * @param id of the kernel
 * @returns `''` where a wallet is remembered and its address is not; `undefined` where no wallet is
 * remembered, or the storage is blocked or unreadable
 */
export function readRememberedAddress(id: string): string | undefined {
  try {
    const read = (key: string): unknown =>
      JSON.parse(localStorage.getItem(`latchkey-${id}:kernel:v1:${key}`) ?? 'null')
    const active = read('activeNamespace')
    const entries = read('connections') as readonly StoredEntry[]
    // The address in the active namespace, or in any where no namespace is active.
    const [address] = entries.flatMap(({ current, addresses = {} }) =>
      Object.keys(current)
        .filter((namespace) => !active || namespace === active)
        .map((namespace) => addresses[namespace]),
    )
    return entries.length ? (typeof address === 'string' ? address : '') : undefined
  } catch {
    return undefined
  }
}
