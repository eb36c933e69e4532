import {
  LatchkeyError,
  type Account,
  type AdapterRegistration,
  type ChainAdapter,
  type Namespace,
  type Network,
} from '@latchkey/plugin-api'

/** Members that replace those of a {@link fakeAdapter}. */
export interface FakeAdapterOptions {
  /** Spells an account on a network; left out: as the wallet spells it. */
  addressOn?(account: Account, network: Network): string | undefined
  read?: NonNullable<ChainAdapter['read']>
  balance?: NonNullable<ChainAdapter['balance']>
  describe?: NonNullable<ChainAdapter['describe']>
  /** Loading waits for it, and fails with it. */
  loading?(): Promise<void>
}

/**
 * The adapter of a made-up namespace. Its addresses are its name, a hyphen, and letters in any
 * case: `test-a`.
 */
export function fakeAdapter(
  namespace: Namespace,
  { addressOn, read, balance, describe, loading }: FakeAdapterOptions = {},
): AdapterRegistration {
  const resembles = (text: string): boolean =>
    typeof text === 'string' && text.toLowerCase().startsWith(`${namespace}-`)
  const adapter: ChainAdapter = {
    parseAddress(text) {
      if (!resembles(text))
        throw new LatchkeyError(
          'adapter.invalid_address',
          `No address of ${namespace}: ${String(text)}`,
          { context: { input: String(text), namespace } },
        )
      return text.toLowerCase()
    },
    formatAddress: (text) => text,
    addressOn: addressOn ?? ((account) => account.address),
    ...(read && { read }),
    ...(balance && { balance }),
    ...(describe && { describe }),
  }
  return {
    namespace,
    abilities: [
      ...(read ? ['read' as const] : []),
      ...(balance ? ['balance' as const] : []),
      ...(describe ? ['describe' as const] : []),
    ],
    resembles,
    session: { methods: [], events: [] },
    async load() {
      await loading?.()
      return adapter
    },
  }
}
