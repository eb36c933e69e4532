/** What an extension puts into `window.injectedWeb3`, and what it gives once it let the site in. Everything it says is checked. */
export interface Extension {
  enable(origin: string): Promise<unknown>
}
export interface Injected {
  accounts: {
    get(): Promise<unknown>
    subscribe(listener: (accounts: unknown) => void): unknown
  }
  signer: {
    signRaw?(raw: { address: string; data: string; type: 'bytes' }): Promise<unknown>
    signPayload?(payload: object): Promise<unknown>
  }
}

/** An account as an extension shows it, read once and plain afterwards. */
export interface InjectedAccount {
  address: string
  name?: string
  type?: string
  genesisHash?: string
}

const MOST_ACCOUNTS = 1_000
const NAME_LENGTH = 64

// Control and direction characters could rewrite what stands around the name.
const plain = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= NAME_LENGTH * 8
    ? value
        .replace(/[\p{Cc}\p{Cf}]/gu, '')
        .trim()
        .slice(0, NAME_LENGTH) || undefined
    : undefined

function readAccount(value: unknown): InjectedAccount | undefined {
  const { address, name, type, genesisHash } = value as Record<string, unknown>
  if (typeof address !== 'string' || !address || address.length > NAME_LENGTH) return undefined
  const label = plain(name)
  return {
    address,
    ...(label && { name: label }),
    ...(typeof type === 'string' && type.length <= 16 && { type }),
    ...(typeof genesisHash === 'string' &&
      /^0x[0-9a-f]{64}$/i.test(genesisHash) && { genesisHash: genesisHash.toLowerCase() }),
  }
}

/** A list of accounts as plain data. `undefined` for anything else. */
export function readAccounts(value: unknown): InjectedAccount[] | undefined {
  try {
    return Array.isArray(value)
      ? Array.from({ length: Math.min(value.length, MOST_ACCOUNTS) }, (_, at) =>
          readAccount(value[at]),
        ).filter((account) => account !== undefined)
      : undefined
  } catch {
    return undefined
  }
}

/** What `enable` answered, if it has all that is needed. */
export function readInjected(value: unknown): Injected | undefined {
  try {
    const { accounts, signer } = value as Partial<Injected>
    return typeof accounts?.get === 'function' &&
      typeof accounts.subscribe === 'function' &&
      typeof signer === 'object' &&
      signer
      ? { accounts, signer }
      : undefined
  } catch {
    return undefined
  }
}
