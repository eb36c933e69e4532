import {
  LatchkeyError,
  type Account,
  type Connection,
  type Dispose,
  type Scopes,
} from '@latchkey/plugin-api'
import { isAddress } from './address.js'
import { NAMESPACE } from './chain.js'
import { toWalletError, untilAborted } from './errors.js'
import type { InjectedWallet } from './wallet.js'

const MOST_ACCOUNTS = 100

/** The addresses that a wallet named, as it spells them; what is none, or is too much, is passed over. @throws `wallet.bad_answer` */
export function toAddresses(answer: unknown): readonly string[] {
  if (!Array.isArray(answer))
    throw new LatchkeyError(
      'wallet.bad_answer',
      'The wallet answered with something else than a list of addresses.',
    )
  return [...new Set(answer.slice(0, MOST_ACCOUNTS).filter(isAddress))]
}

const toAccount = (address: string): Account => ({
  key: address,
  namespace: NAMESPACE,
  address,
  type: 'eoa',
})
const toScopes = (addresses: readonly string[]): Scopes => ({
  [NAMESPACE]: {
    accounts: addresses.map(toAccount),
    networks: 'any',
    methods: ['samplech_getBalance', 'samplech_sign'],
  },
})

/** The live link to the wallet. It carries requests, and tells what changed; the kernel checks each address before anybody sees it. */
export function openConnection(
  id: string,
  wallet: InjectedWallet,
  addresses: readonly string[],
): Connection {
  const offs = new Set<Dispose>()
  let isOver = false
  const end = (): void => {
    isOver = true
    for (const off of [...offs]) off()
  }
  return {
    id,
    connectorId: id,
    scopes: toScopes(addresses),
    async request({ method, params, network, signal }) {
      if (isOver)
        throw new LatchkeyError(
          'wallet.disconnected',
          'This connection has ended: connect again.',
          { context: { connectorId: id } },
        )
      try {
        return await untilAborted(() => wallet.request({ method, params, network }), signal)
      } catch (error) {
        throw toWalletError(error, 'rpc.failed')
      }
    },
    onChange(listener) {
      const onAccounts = (answer: unknown): void => {
        if (!Array.isArray(answer)) return
        const now = toAddresses(answer)
        if (now.length) listener({ scopes: toScopes(now) })
        if (answer.length) return
        end()
        listener({ closed: 'wallet' })
      }
      wallet.on('accountsChanged', onAccounts)
      const off = (): void => {
        if (offs.delete(off)) wallet.off('accountsChanged', onAccounts)
      }
      offs.add(off)
      return off
    },
    release: async () => end(),
    // All that `restore` needs after a reload, as JSON and without secrets. Here the wallet remembers.
    snapshot: () => ({}),
  }
}
