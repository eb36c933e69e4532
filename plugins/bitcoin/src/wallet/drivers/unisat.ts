import { askWallet, badAnswer, readSafely } from '@latchkey/plugin-api/wallet'
import { readChainName, chainsOf, type Chain } from '../../chain/chains.js'
import { toHex } from '../../chain/encoding.js'
import { toWalletError } from '../errors.js'
import { readItems, readMember, readText } from '../untrusted.js'
import { readExposed, type Driver, type WalletState } from './driver.js'

type Provider = Readonly<Record<string, unknown>>

const EVENTS = ['accountsChanged', 'networkChanged', 'chainChanged'] as const
const CHAIN_ENUMS: Readonly<Partial<Record<Chain, string>>> = {
  mainnet: 'BITCOIN_MAINNET',
  testnet: 'BITCOIN_TESTNET',
  signet: 'BITCOIN_SIGNET',
}

/** Calls a method on its own object. */
const callMethod = (
  provider: Provider,
  method: string,
  signal: AbortSignal | undefined,
  ...params: unknown[]
): Promise<unknown> =>
  askWallet(
    method,
    () => (provider[method] as (...params: unknown[]) => unknown)(...params),
    signal,
    toWalletError,
  )
const hasMethod = (provider: Provider, method: string): boolean =>
  typeof readMember(provider, method) === 'function'

/**
 * UniSat (`window.unisat`) and OKX (`window.okxwallet.bitcoin`, with an object of its own for each
 * test network).
 * They expose one address at a time, of the type that the visitor chose in the wallet.
 */
// eslint-disable-next-line max-lines-per-function -- the members of one driver, which share its provider
export function unisatDriver(
  providerOn: (chain: Chain | undefined) => unknown,
  fixed?: (provider: unknown) => Chain | undefined,
): Driver {
  let provider = providerOn(undefined) as Provider
  /** `foreign`: another chain that spells its addresses as Bitcoin does, such as Fractal. */
  const chain = async (signal?: AbortSignal): Promise<Chain | 'foreign' | undefined> => {
    const known = fixed?.(provider)
    if (known || fixed) return known
    const answer = await (
      hasMethod(provider, 'getChain')
        ? callMethod(provider, 'getChain', signal)
        : callMethod(provider, 'getNetwork', signal)
    ).catch(() => undefined)
    const name = readMember(answer, 'enum') ?? answer
    return (
      readChainName(name) ??
      (typeof name === 'string' && /fractal/i.test(name) ? 'foreign' : undefined)
    )
  }
  const read = async (
    method: 'requestAccounts' | 'getAccounts',
    signal?: AbortSignal,
  ): Promise<WalletState> => {
    const addresses = readItems(await callMethod(provider, method, signal), 100)
    if (!addresses) throw badAnswer(method, 'a list of addresses')
    const address = readText(addresses[0], 100)
    if (address === undefined) return { accounts: [] }
    const publicKey = await callMethod(provider, 'getPublicKey', signal).catch(() => undefined)
    const on = await chain(signal)
    // The wallet is on another chain and would send another coin.
    if (on === 'foreign') return { accounts: [] }
    const accounts = readExposed([{ address, purpose: 'payment', publicKey }]) ?? []
    return { accounts, ...(on && chainsOf(address).includes(on) && { chain: on }) }
  }
  return {
    async connect({ chain: wish, signal }) {
      provider = (providerOn(wish) ?? provider) as Provider
      return read('requestAccounts', signal)
    },
    readSilently: (signal) => read('getAccounts', signal),
    signMessage: ({ message, protocol, signal }) =>
      callMethod(
        provider,
        'signMessage',
        signal,
        message,
        protocol === 'bip322' ? 'bip322-simple' : 'ecdsa',
      ),
    async signPsbt({ psbt, inputs, broadcast, signal }) {
      const toSignInputs = inputs?.map(({ address, index, sighashTypes }) => ({
        address,
        index,
        ...(sighashTypes && { sighashTypes }),
      }))
      const signed = await callMethod(provider, 'signPsbt', signal, toHex(psbt), {
        autoFinalized: broadcast,
        ...(toSignInputs && { toSignInputs }),
      })
      return {
        psbt: signed,
        ...(broadcast && { txid: await callMethod(provider, 'pushPsbt', signal, signed) }),
      }
    },
    sendTransfer: ({ to, amount, signal }) =>
      callMethod(provider, 'sendBitcoin', signal, to, amount),
    ...(!fixed &&
      hasMethod(provider, 'switchChain') && {
        switchNetwork: async (wish: Chain, signal?: AbortSignal) =>
          void (await callMethod(
            provider,
            'switchChain',
            signal,
            CHAIN_ENUMS[wish] ?? `BITCOIN_${wish.toUpperCase()}`,
          )),
      }),
    onChange(tell) {
      const listen = (): void => tell('changed')
      const listening = provider
      for (const event of EVENTS)
        readSafely(() => (listening['on'] as (...params: unknown[]) => unknown)(event, listen))
      return () => {
        for (const event of EVENTS)
          readSafely(() =>
            (listening['removeListener'] as (...params: unknown[]) => unknown)(event, listen),
          )
      }
    },
    disconnect: async (signal) =>
      hasMethod(provider, 'disconnect') && callMethod(provider, 'disconnect', signal),
  }
}
