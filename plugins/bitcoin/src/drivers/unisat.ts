import { ask, quietly } from '../ask.js'
import { chainNamed, chainsOf, type Chain } from '../chains.js'
import { toHex } from '../encoding.js'
import { badAnswer } from '../errors.js'
import { items, member, textOf } from '../loose.js'
import { readExposed, type Driver, type Reading } from './driver.js'

type Provider = Readonly<Record<string, unknown>>

const EVENTS = ['accountsChanged', 'networkChanged', 'chainChanged'] as const
const CHAINS: Readonly<Partial<Record<Chain, string>>> = {
  mainnet: 'BITCOIN_MAINNET',
  testnet: 'BITCOIN_TESTNET',
  signet: 'BITCOIN_SIGNET',
}

/** The call of a method, on its own object. */
const call = (
  provider: Provider,
  method: string,
  signal: AbortSignal | undefined,
  ...params: unknown[]
): Promise<unknown> =>
  ask(method, () => (provider[method] as (...params: unknown[]) => unknown)(...params), signal)
const has = (provider: Provider, method: string): boolean =>
  typeof member(provider, method) === 'function'

/**
 * UniSat (`window.unisat`) and OKX (`window.okxwallet.bitcoin`, with an object of its own for each test network).
 * One address at a time, of the kind that the visitor chose in the wallet.
 */
export function unisatDriver(
  providerOn: (chain: Chain | undefined) => unknown,
  fixed?: (provider: unknown) => Chain | undefined,
): Driver {
  let provider = providerOn(undefined) as Provider
  /** `foreign`: a chain that only spells its addresses as Bitcoin does, as Fractal. */
  const chain = async (signal?: AbortSignal): Promise<Chain | 'foreign' | undefined> => {
    const known = fixed?.(provider)
    if (known || fixed) return known
    const answer = await (
      has(provider, 'getChain')
        ? call(provider, 'getChain', signal)
        : call(provider, 'getNetwork', signal)
    ).catch(() => undefined)
    const name = member(answer, 'enum') ?? answer
    return (
      chainNamed(name) ??
      (typeof name === 'string' && /fractal/i.test(name) ? 'foreign' : undefined)
    )
  }
  const read = async (
    method: 'requestAccounts' | 'getAccounts',
    signal?: AbortSignal,
  ): Promise<Reading> => {
    const addresses = items(await call(provider, method, signal), 100)
    if (!addresses) throw badAnswer(method, 'a list of addresses')
    const address = textOf(addresses[0], 100)
    if (address === undefined) return { accounts: [] }
    const publicKey = await call(provider, 'getPublicKey', signal).catch(() => undefined)
    const on = await chain(signal)
    // What would be sent there is another coin.
    if (on === 'foreign') return { accounts: [] }
    const accounts = readExposed([{ address, purpose: 'payment', publicKey }]) ?? []
    return { accounts, ...(on && chainsOf(address).includes(on) && { chain: on }) }
  }
  return {
    async connect({ chain: wish, signal }) {
      provider = (providerOn(wish) ?? provider) as Provider
      return read('requestAccounts', signal)
    },
    peek: (signal) => read('getAccounts', signal),
    signMessage: ({ message, protocol, signal }) =>
      call(
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
      const signed = await call(provider, 'signPsbt', signal, toHex(psbt), {
        autoFinalized: broadcast,
        ...(toSignInputs && { toSignInputs }),
      })
      return {
        psbt: signed,
        ...(broadcast && { txid: await call(provider, 'pushPsbt', signal, signed) }),
      }
    },
    sendTransfer: ({ to, amount, signal }) => call(provider, 'sendBitcoin', signal, to, amount),
    ...(!fixed &&
      has(provider, 'switchChain') && {
        switchNetwork: async (wish: Chain, signal?: AbortSignal) =>
          void (await call(
            provider,
            'switchChain',
            signal,
            CHAINS[wish] ?? `BITCOIN_${wish.toUpperCase()}`,
          )),
      }),
    watch(tell) {
      const listen = (): void => tell('changed')
      const listening = provider
      for (const event of EVENTS)
        quietly(() => (listening['on'] as (...params: unknown[]) => unknown)(event, listen))
      return () => {
        for (const event of EVENTS)
          quietly(() =>
            (listening['removeListener'] as (...params: unknown[]) => unknown)(event, listen),
          )
      }
    },
    disconnect: async (signal) =>
      has(provider, 'disconnect') && call(provider, 'disconnect', signal),
  }
}
