import type { Dispose } from '@latchkey/plugin-api'
import { badAnswer, OwnFailure, readSafely, unsupportedMethod } from '@latchkey/plugin-api/wallet'
import { toKey } from '../chain/address.js'
import { copyBytes } from '@latchkey/plugin-api/wallet-standard'
import {
  GET_ACCOUNTS,
  REQUEST_ACCOUNTS,
  SIGN_ALL,
  SIGN_AND_SEND,
  SIGN_MESSAGE,
  SIGN_TRANSACTION,
} from '../chain/methods.js'
import { toWalletObject, walletObjectBytes, type Web3js } from '../objects/walletObjects.js'
import type { Wallet, WalletAccount } from './wallet.js'

/**
 * `window.solana`, as wallets injected it before the Wallet Standard. It is untrusted: every answer is
 * checked.
 */
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

/** The account that the wallet exposes now, as a list of one or of none. */
function readAccounts(provider: LegacyProvider): readonly WalletAccount[] {
  const address = readSafely(() => (provider.publicKey ? String(provider.publicKey) : undefined))
  const key = toKey(address)
  return address !== undefined && key ? [{ address, key }] : []
}

/**
 * Wraps a page's `window.solana`. It takes objects of web3.js: real ones where the host gives
 * web3.js, which is loaded when something is signed, else objects of ours that are like them.
 */
// eslint-disable-next-line max-lines-per-function -- the members of one wallet, which share its provider
export function openLegacyWallet(provider: LegacyProvider, web3js?: () => Promise<Web3js>): Wallet {
  const has = (name: 'signMessage' | 'signTransaction' | 'signAllTransactions'): boolean =>
    readSafely(() => typeof provider[name] === 'function') ?? false
  /** Signs several transactions, with one prompt where the wallet can. */
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
      // A wallet may report a change before its `publicKey` changes, and may report it several times.
      // So the listener is called once, in the next microtask.
      const listen = (): void => {
        if (isWaiting) return
        isWaiting = true
        queueMicrotask(() => {
          isWaiting = false
          listener()
        })
      }
      const unhook: Dispose[] = EVENTS.map((event) => {
        readSafely(() => provider.on?.(event, listen))
        return () =>
          void readSafely(() =>
            provider.off ? provider.off(event, listen) : provider.removeListener?.(event, listen),
          )
      })
      return () => unhook.forEach((off) => off())
    },
    disconnect: async () => provider.disconnect?.(),
    async signMessage(_account, message) {
      if (!has('signMessage')) throw new OwnFailure(unsupportedMethod(SIGN_MESSAGE))
      const answer = await provider.signMessage!(message, 'utf8')
      const signature =
        copyBytes(readSafely(() => (answer as { signature?: unknown }).signature)) ??
        copyBytes(answer)
      if (signature?.length !== 64) throw new OwnFailure(badAnswer(SIGN_MESSAGE, 'a signature'))
      return signature
    },
    // The wallet would send to the cluster that it is set to, and does not say which one that is. So
    // it only signs, and there is no `signAndSend`: the plugin sends through the network's own node.
    async signTransactions(_account, transactions) {
      if (!has('signTransaction')) throw new OwnFailure(unsupportedMethod(SIGN_TRANSACTION))
      const library = await web3js?.()
      const objects = transactions.map((each) => toWalletObject(each, library))
      const signed = (await signEach(objects)).map((each) =>
        readSafely(() => walletObjectBytes(each)),
      )
      if (signed.length !== transactions.length || !signed.every((each) => each !== undefined))
        throw new OwnFailure(badAnswer(SIGN_TRANSACTION, 'a signed transaction'))
      return signed
    },
  }
}
