import { askWallet, badAnswer, unsupportedMethod } from '@latchkey/plugin-api/wallet'
import {
  copyBytes,
  readFeature,
  onStandardChange,
  readResults,
  readStandardAccounts,
  type StandardWallet,
} from '@latchkey/plugin-api/wallet-standard'
import { readChainName } from '../../chain/chains.js'
import { toHex } from '../../chain/encoding.js'
import { toWalletError } from '../errors.js'
import { readMember } from '../untrusted.js'
import { readExposed, type Driver, type WalletState } from './driver.js'

const CHAIN_NAMES = {
  mainnet: 'bitcoin:mainnet',
  testnet: 'bitcoin:testnet',
  signet: 'bitcoin:signet',
  regtest: 'bitcoin:regtest',
} as const

/**
 * Copies a wallet's accounts into plain data. Its features want its own account objects back, so
 * `originals` gets these, by address; what was in it is removed.
 * @throws `wallet.bad_answer`
 */
function readAccounts(list: unknown, originals: Map<string, unknown>): WalletState {
  const exposed = readStandardAccounts(list)
  if (!exposed) throw badAnswer('bitcoin:connect', 'a list of accounts')
  originals.clear()
  const accounts = exposed.flatMap(({ address, publicKey, raw }) => {
    const purpose = readMember(raw, 'purpose')
    const [found] =
      readExposed([{ address, purpose, ...(publicKey && { publicKey: toHex(publicKey) }) }]) ?? []
    if (found) originals.set(found.address, raw)
    return found ?? []
  })
  // The wallet is on a network only if all its accounts are on that one.
  const chains = new Set(exposed.flatMap((account) => account.chains.map(readChainName)))
  const [chain] = chains
  return { accounts, ...(chains.size === 1 && chain && { chain }) }
}

/**
 * Speaks the Bitcoin features of the Wallet Standard (`bitcoin:connect` and others). They sign and
 * send nothing, so there is no `sendTransfer`: the plugin builds the transaction and sends it.
 */
// eslint-disable-next-line max-lines-per-function -- the members of one driver, which share its wallet
export function walletStandardDriver(wallet: StandardWallet): Driver {
  const originals = new Map<string, unknown>()
  const call = (
    feature: string,
    signal: AbortSignal | undefined,
    ...inputs: unknown[]
  ): Promise<unknown> => {
    const method = readFeature(wallet, feature)
    return method
      ? askWallet(feature, () => method(...inputs), signal, toWalletError)
      : Promise.reject(unsupportedMethod(feature))
  }
  const read = (list: unknown): WalletState => readAccounts(list, originals)
  const originalOf = (address: string): unknown => originals.get(address)
  /** The bytes in the only result of a feature that got one input. */
  const bytesOf = (answer: unknown, name: string): Uint8Array | undefined =>
    copyBytes(readMember(readResults(answer, 1)?.[0], name))
  return {
    async connect({ signal }) {
      const answer = readFeature(wallet, 'bitcoin:connect')
        ? await call('bitcoin:connect', signal, { purposes: ['payment', 'ordinals'] })
        : await call('standard:connect', signal)
      return read(readMember(answer, 'accounts'))
    },
    async readSilently(signal) {
      if (!readFeature(wallet, 'standard:connect')) return read(readMember(wallet, 'accounts'))
      return read(readMember(await call('standard:connect', signal, { silent: true }), 'accounts'))
    },
    async signMessage({ account, message, signal }) {
      const answer = await call('bitcoin:signMessage', signal, {
        account: originalOf(account.address),
        message: new TextEncoder().encode(message),
      })
      const signature = bytesOf(answer, 'signature')
      return signature && toHex(signature)
    },
    async signPsbt({ account, psbt, inputs, broadcast, chain, signal }) {
      // The inputs to sign, by address. Without a list the account signs the first input.
      const indexes = new Map<string, number[]>()
      for (const { address, index } of inputs ?? [])
        indexes.set(address, [...(indexes.get(address) ?? []), index])
      if (!indexes.size) indexes.set(account.address, [0])
      const input = {
        psbt,
        inputsToSign: [...indexes].map(([address, signingIndexes]) => ({
          account: originalOf(address),
          signingIndexes,
        })),
        chain: CHAIN_NAMES[chain],
      }
      if (broadcast)
        throw unsupportedMethod(
          'signPsbt with broadcast',
          'wallets of the Wallet Standard only sign',
        )
      return {
        psbt: bytesOf(await call('bitcoin:signTransaction', signal, input), 'signedPsbt'),
      }
    },
    onChange: (tell) =>
      onStandardChange(wallet, () => tell('changed'), ['standard:events', 'bitcoin:events']),
    async disconnect(signal) {
      const feature = ['bitcoin:disconnect', 'standard:disconnect'].find((name) =>
        readFeature(wallet, name),
      )
      if (feature) await call(feature, signal)
    },
  }
}
