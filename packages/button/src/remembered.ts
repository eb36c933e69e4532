/**
 * The address that this kernel's storage says was in use last. `''`: a wallet is remembered, and nobody knows yet which address it will show.
 * `undefined`: none is, or the storage is blocked, or holds something else. Only ever drawn: the kernel reads and checks for itself.
 */
export function remembered(id: string): string | undefined {
  try {
    const read = (key: string): unknown =>
      JSON.parse(localStorage.getItem(`latchkey-${id}:kernel:v1:${key}`) ?? 'null')
    const active = read('activeNamespace')
    const entries = read('connections') as readonly {
      current: object
      addresses?: Readonly<Record<string, unknown>>
    }[]
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
