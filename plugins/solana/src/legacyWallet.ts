import type { Dispose } from '@latchkey/plugin-api'
import { toKey } from './address.js'
import { copyBytes } from './bytes.js'
import { badAnswer, Found, look, unsupported } from './errors.js'
import {
  GET_ACCOUNTS,
  REQUEST_ACCOUNTS,
  SIGN_ALL,
  SIGN_AND_SEND,
  SIGN_MESSAGE,
  SIGN_TRANSACTION,
} from './methods.js'
import type { Wallet, WalletAccount } from './wallet.js'

/** `window.solana`, as wallets put it there before the Wallet Standard. Everything it says is checked. */
export interface LegacyProvider {
  publicKey?: unknown
  connect(options?: { onlyIfTrusted: boolean }): unknown
  disconnect?(): unknown
  signMessage?(message: Uint8Array, display?: string): unknown
  signTransaction?(transaction: object): unknown
  signAllTransactions?(transactions: readonly object[]): unknown
  on?(event: string, listener: (value: unknown) => void): unknown
  off?(event: string, listener: (value: unknown) => void): unknown
  removeListener?(event: string, listener: (value: unknown) => void): unknown
}

const EVENTS = ['accountChanged', 'disconnect']

/** The account that it exposes now. */
function readAccounts(provider: LegacyProvider): readonly WalletAccount[] {
  const address = look(() => (provider.publicKey ? String(provider.publicKey) : undefined))
  const key = toKey(address)
  return address !== undefined && key ? [{ address, key }] : []
}

/** The wallet behind a page's `window.solana`. It takes objects of web3.js, which come when something is signed. */
export function openLegacyWallet(provider: LegacyProvider): Wallet {
  const objects = (): Promise<typeof import('./sdk/objects.js')> => import('./sdk/objects.js')
  const has = (name: 'signMessage' | 'signTransaction' | 'signAllTransactions'): boolean =>
    look(() => typeof provider[name] === 'function') ?? false
  const signEach = async (list: readonly object[]): Promise<readonly unknown[]> => {
    if (list.length > 1 && has('signAllTransactions'))
      return Array.from((await provider.signAllTransactions!(list)) as unknown[])
    const signed: unknown[] = []
    for (const transaction of list) signed.push(await provider.signTransaction!(transaction))
    return signed
  }
  return {
    identity: provider,
    methods: [
      GET_ACCOUNTS,
      REQUEST_ACCOUNTS,
      ...(has('signMessage') ? [SIGN_MESSAGE] : []),
      ...(has('signTransaction') ? [SIGN_TRANSACTION, SIGN_ALL, SIGN_AND_SEND] : []),
    ],
    accounts: () => readAccounts(provider),
    async connect(silent) {
      await provider.connect(...(silent ? [{ onlyIfTrusted: true }] : []))
      return readAccounts(provider)
    },
    onChange(listener) {
      let isWaiting = false
      // It may say so before it has changed what it exposes, and however often: it is looked at once.
      const listen = (): void => {
        if (isWaiting) return
        isWaiting = true
        queueMicrotask(() => {
          isWaiting = false
          listener()
        })
      }
      const unhook: Dispose[] = EVENTS.map((event) => {
        look(() => provider.on?.(event, listen))
        return () =>
          void look(() =>
            provider.off ? provider.off(event, listen) : provider.removeListener?.(event, listen),
          )
      })
      return () => unhook.forEach((off) => off())
    },
    disconnect: async () => provider.disconnect?.(),
    async signMessage(_account, message) {
      if (!has('signMessage')) throw new Found(unsupported(SIGN_MESSAGE))
      const answer = await provider.signMessage!(message, 'utf8')
      const signature =
        copyBytes(look(() => (answer as { signature?: unknown }).signature)) ?? copyBytes(answer)
      if (signature?.length !== 64)
        throw new Found(badAnswer(SIGN_MESSAGE, 'something else than a signature'))
      return signature
    },
    // It sends to whichever cluster it is set to and tells nobody which: it only signs, and the network's own node is handed the rest.
    async signTransactions(_account, transactions) {
      if (!has('signTransaction')) throw new Found(unsupported(SIGN_TRANSACTION))
      const { toObject, toBytes } = await objects()
      const signed = (await signEach(transactions.map(toObject))).map((each) =>
        look(() => toBytes(each)),
      )
      if (signed.length !== transactions.length || !signed.every((each) => each !== undefined))
        throw new Found(badAnswer(SIGN_TRANSACTION, 'something else than a signed transaction'))
      return signed
    },
  }
}
