// Wallets of the Wallet Standard, https://github.com/wallet-standard/wallet-standard, with its
// features of Solana and Bitcoin.
import { base58, base64, hex } from '@scure/base'
import { localnetIcon } from '../injected/icon.js'
import type { BitcoinNetwork } from '../keys/types.js'
import type { Host } from './host.js'

interface Account {
  address: string
  publicKey: Uint8Array
  chains: readonly string[]
  features: readonly string[]
  purpose?: string
}
type Features = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A wallet of one namespace; `features` are its own beside those that all have. */
function createWallet(
  host: Host,
  namespace: string,
  chain: string,
  names: readonly string[],
  features: Features,
) {
  const listeners = new Set<(change: object) => void>()
  let accounts: readonly Account[] = []
  const set = (next: readonly Account[]): void => {
    if (next.length === accounts.length) return
    accounts = next
    for (const listener of [...listeners]) listener({ accounts })
  }
  const open = async (silent = false): Promise<{ accounts: readonly Account[] }> => {
    if (silent && !host.isAllowed(namespace)) return { accounts: [] }
    const { accounts: own } = await host.allow(namespace)
    set(
      own.map(({ address, publicKey }, index) => ({
        address,
        publicKey,
        chains: [chain],
        features: names,
        ...(namespace === 'bip122' && { purpose: index ? 'ordinals' : 'payment' }),
      })),
    )
    return { accounts }
  }
  const on = (_event: 'change', listener: (change: object) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const disconnect = async (): Promise<void> => {
    host.forget(namespace)
    set([])
  }
  return {
    version: '1.0.0',
    name: host.name,
    icon: localnetIcon,
    chains: [chain],
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: ({ silent = false }: { silent?: boolean } = {}) => open(silent),
      },
      'standard:events': { version: '1.0.0', on },
      'standard:disconnect': { version: '1.0.0', disconnect },
      ...features,
      ...('bitcoin:connect' in features && {
        'bitcoin:connect': { version: '1.0.0', connect: () => open() },
        'bitcoin:disconnect': { version: '1.0.0', disconnect },
      }),
    },
  }
}

/** The names of public clusters in the Wallet Standard, by the hashes of their first blocks. */
const CLUSTERS: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'solana:mainnet',
  '4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3zQawwpjk2NsY': 'solana:testnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'solana:devnet',
}

export function solanaWallet(host: Host, genesisHash: string) {
  const ask = async (method: string, params: object): Promise<Readonly<Record<string, string>>> =>
    (await host.perform('solana', { method, params })) as Readonly<Record<string, string>>
  const each =
    <T, R>(work: (input: T) => Promise<R>) =>
    (...inputs: T[]): Promise<R[]> =>
      inputs.reduce<Promise<R[]>>(
        async (before, input) => [...(await before), await work(input)],
        Promise.resolve([]),
      )
  const names = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction']
  return createWallet(host, 'solana', CLUSTERS[genesisHash] ?? 'solana:localnet', names, {
    'solana:signMessage': {
      version: '1.0.0',
      signMessage: each(async ({ message }: { message: Uint8Array }) => ({
        signedMessage: message,
        signature: base58.decode(
          (await ask('solana_signMessage', { message: base58.encode(message) }))['signature']!,
        ),
      })),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: each(async ({ transaction }: { transaction: Uint8Array }) => ({
        signedTransaction: base64.decode(
          (await ask('solana_signTransaction', { transaction: base64.encode(transaction) }))[
            'transaction'
          ]!,
        ),
      })),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: each(
        async ({ transaction, options }: { transaction: Uint8Array; options?: object }) => ({
          signature: base58.decode(
            (
              await ask('solana_signAndSendTransaction', {
                transaction: base64.encode(transaction),
                ...(options && { sendOptions: options }),
              })
            )['signature']!,
          ),
        }),
      ),
    },
  })
}

export function bitcoinWallet(host: Host, network: BitcoinNetwork = 'regtest') {
  const ask = async (method: string, params: object): Promise<Readonly<Record<string, string>>> =>
    (await host.perform('bip122', { method, params })) as Readonly<Record<string, string>>
  return createWallet(host, 'bip122', `bitcoin:${network}`, [], {
    'bitcoin:connect': {},
    'bitcoin:signMessage': {
      version: '1.0.0',
      async signMessage({ account, message }: { account: Account; message: Uint8Array }) {
        const { signature } = await ask('signMessage', {
          address: account.address,
          message: new TextDecoder().decode(message),
        })
        return [{ signedMessage: message, signature: hex.decode(signature!) }]
      },
    },
    'bitcoin:signTransaction': {
      version: '1.0.0',
      signTransaction: async ({ psbt }: { psbt: Uint8Array }) => [
        {
          signedPsbt: base64.decode(
            (await ask('signPsbt', { psbt: base64.encode(psbt) }))['psbt']!,
          ),
        },
      ],
    },
  })
}

/**
 * Registers a wallet with all sites of the page: those that asked already, and those that ask
 * later.
 * @returns stops it
 */
export function register({ page }: Host, wallet: object): () => void {
  const undo: (() => void)[] = []
  const callback = ({ register: take }: { register(wallet: object): () => void }): void =>
    void undo.push(take(wallet))
  const ready = (event: Event): void =>
    callback((event as CustomEvent<{ register(wallet: object): () => void }>).detail)
  page.addEventListener('wallet-standard:app-ready', ready)
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  return () => {
    page.removeEventListener('wallet-standard:app-ready', ready)
    for (const one of undo) one()
  }
}
