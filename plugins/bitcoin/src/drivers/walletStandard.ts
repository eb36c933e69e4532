import { ask, quietly } from '../ask.js'
import { chainNamed } from '../chains.js'
import { copyBytes, toHex } from '../encoding.js'
import { badAnswer, unsupported } from '../errors.js'
import { items, member, textOf } from '../loose.js'
import { readExposed, type Driver, type Reading } from './driver.js'

const CHAIN_NAMES = {
  mainnet: 'bitcoin:mainnet',
  testnet: 'bitcoin:testnet',
  signet: 'bitcoin:signet',
  regtest: 'bitcoin:regtest',
} as const

/** A method of a feature, on its feature. */
const methodOf = (
  wallet: unknown,
  feature: string,
  name: string,
): ((...inputs: unknown[]) => unknown) | undefined => {
  const owner = member(member(wallet, 'features'), feature)
  return typeof member(owner, name) === 'function'
    ? (...inputs) => (owner as Record<string, (...inputs: unknown[]) => unknown>)[name]!(...inputs)
    : undefined
}
/** Whether a wallet has to do with Bitcoin. */
export const speaksBitcoin = (wallet: unknown): boolean =>
  !!methodOf(wallet, 'bitcoin:connect', 'connect') ||
  (!!methodOf(wallet, 'standard:connect', 'connect') &&
    !!items(member(wallet, 'chains'), 100)?.some((chain) =>
      textOf(chain, 100)?.startsWith('bitcoin:'),
    ))

/** Accounts as plain data; the wallet's own objects, which its methods want back, are put into `originals`. */
function readAccounts(list: unknown, originals: Map<string, unknown>): Reading {
  const raw = items(list, 100)
  if (!raw) throw badAnswer('bitcoin:connect', 'a list of accounts')
  originals.clear()
  const accounts = raw.flatMap((account) => {
    const publicKey = copyBytes(member(account, 'publicKey'))
    const [found] =
      readExposed([
        {
          address: member(account, 'address'),
          purpose: member(account, 'purpose'),
          ...(publicKey && { publicKey: toHex(publicKey) }),
        },
      ]) ?? []
    if (found) originals.set(found.address, account)
    return found ?? []
  })
  const chains = new Set(
    raw.flatMap((account) => items(member(account, 'chains'), 20)?.map(chainNamed) ?? []),
  )
  const [chain] = chains
  return { accounts, ...(chains.size === 1 && chain && { chain }) }
}

/** Wallets with the Bitcoin features of the Wallet Standard. They sign bytes and send nothing: transfers are put together here. */
export function walletStandardDriver(wallet: unknown): Driver {
  const originals = new Map<string, unknown>()
  const call = (
    feature: string,
    name: string,
    signal: AbortSignal | undefined,
    ...inputs: unknown[]
  ): Promise<unknown> => {
    const method = methodOf(wallet, feature, name)
    return method
      ? ask(feature, () => method(...inputs), signal)
      : Promise.reject(unsupported(feature))
  }
  const read = (list: unknown): Reading => readAccounts(list, originals)
  const own = (address: string): unknown => originals.get(address)
  return {
    async connect({ signal }) {
      const answer = methodOf(wallet, 'bitcoin:connect', 'connect')
        ? await call('bitcoin:connect', 'connect', signal, { purposes: ['payment', 'ordinals'] })
        : await call('standard:connect', 'connect', signal)
      return read(member(answer, 'accounts'))
    },
    async peek(signal) {
      if (!methodOf(wallet, 'standard:connect', 'connect')) return read(member(wallet, 'accounts'))
      return read(
        member(await call('standard:connect', 'connect', signal, { silent: true }), 'accounts'),
      )
    },
    async signMessage({ account, message, signal }) {
      const answer = await call('bitcoin:signMessage', 'signMessage', signal, {
        account: own(account.address),
        message: new TextEncoder().encode(message),
      })
      const signature = copyBytes(member(items(answer, 1)?.[0], 'signature'))
      return signature && toHex(signature)
    },
    async signPsbt({ account, psbt, inputs, broadcast, chain, signal }) {
      const indexes = new Map<string, number[]>()
      for (const { address, index } of inputs ?? [])
        indexes.set(address, [...(indexes.get(address) ?? []), index])
      if (!indexes.size) indexes.set(account.address, [0])
      const input = {
        psbt,
        inputsToSign: [...indexes].map(([address, signingIndexes]) => ({
          account: own(address),
          signingIndexes,
        })),
        chain: CHAIN_NAMES[chain],
      }
      if (broadcast)
        throw unsupported('signPsbt with broadcast', 'wallets of the Wallet Standard only sign')
      const answer = await call('bitcoin:signTransaction', 'signTransaction', signal, input)
      return { psbt: copyBytes(member(items(answer, 1)?.[0], 'signedPsbt')) }
    },
    watch(tell) {
      let stop: unknown
      quietly(
        () =>
          (stop = (
            methodOf(wallet, 'standard:events', 'on') ?? methodOf(wallet, 'bitcoin:events', 'on')
          )?.('change', () => tell('changed'))),
      )
      return () => void (typeof stop === 'function' && quietly(stop as () => unknown))
    },
    async disconnect(signal) {
      const feature = ['bitcoin:disconnect', 'standard:disconnect'].find((name) =>
        methodOf(wallet, name, 'disconnect'),
      )
      if (feature) await call(feature, 'disconnect', signal)
    },
  }
}
