import { readName, readSafely } from '@latchkey/plugin-api/wallet'

/** An extension in `window.injectedWeb3`. It is untrusted: all of its answers are checked. */
export interface Extension {
  enable(origin: string): Promise<unknown>
}
/** The object that an extension gives a site which the visitor has allowed. */
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

/** An account that an extension shows, as plain data. */
export interface InjectedAccount {
  address: string
  name?: string
  type?: string
  genesisHash?: string
}

/** Accounts that are read: a longer list would hold up the page. */
const MAX_ACCOUNTS = 1_000
const MAX_ADDRESS_LENGTH = 64

function readAccount(value: unknown): InjectedAccount | undefined {
  const { address, name, type, genesisHash } = value as Record<string, unknown>
  if (typeof address !== 'string' || !address || address.length > MAX_ADDRESS_LENGTH)
    return undefined
  const label = readName(name)
  return {
    address,
    ...(label && { name: label }),
    ...(typeof type === 'string' && type.length <= 16 && { type }),
    ...(typeof genesisHash === 'string' &&
      /^0x[0-9a-f]{64}$/i.test(genesisHash) && { genesisHash: genesisHash.toLowerCase() }),
  }
}

/** A list of accounts as plain data. `undefined` for anything else. */
export const readAccounts = (value: unknown): InjectedAccount[] | undefined =>
  readSafely(() =>
    Array.isArray(value)
      ? Array.from({ length: Math.min(value.length, MAX_ACCOUNTS) }, (_, at) =>
          readAccount(value[at]),
        ).filter((account) => account !== undefined)
      : undefined,
  )

/** Reads the answer of `enable`; `undefined` where it lacks accounts or a signer. */
export const readInjected = (value: unknown): Injected | undefined =>
  readSafely(() => {
    const { accounts, signer } = value as Partial<Injected>
    return typeof accounts?.get === 'function' &&
      typeof accounts.subscribe === 'function' &&
      typeof signer === 'object' &&
      signer
      ? { accounts, signer }
      : undefined
  })
