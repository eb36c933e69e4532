import { isLatchkeyError, type Dispose } from '@latchkey/plugin-api'
import { askWallet, badAnswer, readSafely } from '@latchkey/plugin-api/wallet'
import { readChainName, type Chain } from '../../chain/chains.js'
import { toBase64, toHex } from '../../chain/encoding.js'
import { toWalletError, EnvelopeError } from '../errors.js'
import type { SatsEvent, SatsMethod, SatsParams } from '../../satsConnect/types.js'
import { readItems, readMember } from '../untrusted.js'
import { readExposed, type Driver, type PsbtToSign, type WalletState } from './driver.js'

interface Provider {
  request(method: string, params?: unknown): unknown
  /** An object, or the name of the event and the listener: see {@link listen}. */
  addListener?(...given: readonly unknown[]): unknown
}
/** Asks by sats-connect's methods, with its parameters. */
type Call = <Method extends SatsMethod>(
  method: Method,
  params: SatsParams<Method>,
  signal?: AbortSignal,
) => Promise<unknown>

/** Speaks WBIP's JSON-RPC: the wallet returns an envelope, or throws one. */
const createCall =
  (provider: Provider) =>
  (method: string, params: unknown, signal?: AbortSignal): Promise<unknown> =>
    askWallet(
      method,
      async () => {
        const answer = await Promise.resolve(provider.request(method, params)).catch(
          (thrown: unknown) => {
            throw readMember(thrown, 'error')
              ? new EnvelopeError(readMember(thrown, 'error'))
              : thrown
          },
        )
        if (readMember(answer, 'error')) throw new EnvelopeError(readMember(answer, 'error'))
        return readMember(answer, 'result')
      },
      signal,
      toWalletError,
    )

/** For each wallet a list of its own, which it may change. */
const purposes = () => ['payment', 'ordinals'] as const
const capitalised = (chain: Chain): Capitalize<Chain> =>
  `${chain[0]!.toUpperCase()}${chain.slice(1)}` as Capitalize<Chain>

/** Reads addresses and network of an answer. Several spellings are in use. */
function readAddresses(answer: unknown, method: string): WalletState {
  const list = readMember(answer, 'addresses') ?? answer
  const accounts = readExposed(list)
  if (!accounts) throw badAnswer(method, 'a list of addresses')
  const network = readMember(answer, 'network')
  const chain = readChainName(
    readMember(readMember(network, 'bitcoin'), 'name') ??
      readMember(readItems(list, 1)?.[0], 'network'),
  )
  return { accounts, ...(chain && { chain }) }
}

/** Asks by the first of some methods that the wallet has. */
async function readByFirstMethod(
  tries: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<WalletState> {
  const methods = Object.keys(tries)
  for (const method of methods.slice(0, -1)) {
    try {
      return readAddresses(await tries[method]!(), method)
    } catch (error) {
      if (!isLatchkeyError(error, 'wallet.unsupported_method')) throw error
    }
  }
  const last = methods.at(-1)!
  return readAddresses(await tries[last]!(), last)
}

const WBIP_PROTOCOLS = { ecdsa: 'ECDSA', bip322: 'BIP322' } as const
const indexesByAddress = ({ inputs = [] }: PsbtToSign): Record<string, number[]> => {
  const found: Record<string, number[]> = {}
  for (const { address, index } of inputs) (found[address] ??= []).push(index)
  return found
}

/**
 * Listens where the wallet has events. sats-connect 4 hands wallets one object; Fordefi and older
 * wallets take a name and a listener, and the length of their function says so. Some wallets return
 * how to stop, some return nothing.
 */
function listen(provider: Provider, eventName: SatsEvent, tell: () => void): Dispose {
  let isOver = false
  let remove: unknown
  const cb = (): void => void (isOver || tell())
  readSafely(() => {
    const given = provider.addListener!.length > 1 ? [eventName, cb] : [{ eventName, cb }]
    remove = provider.addListener!(...given)
  })
  return () => {
    isOver = true
    if (typeof remove === 'function') readSafely(remove as () => unknown)
  }
}

/**
 * Wallets of `window.btc_providers` (WBIP 4): Xverse, Magic Eden, Fordefi and others, as
 * sats-connect speaks to them.
 */
export function wbipDriver(provider: Provider): Driver {
  const call: Call = createCall(provider)
  return {
    connect: ({ chain, signal }) =>
      readByFirstMethod({
        wallet_connect: () =>
          call('wallet_connect', { addresses: purposes(), network: capitalised(chain) }, signal),
        getAccounts: () => call('getAccounts', { purposes: purposes() }, signal),
        getAddresses: () => call('getAddresses', { purposes: purposes() }, signal),
      }),
    async readSilently(signal) {
      try {
        return readAddresses(
          await call('wallet_getAccount', undefined, signal),
          'wallet_getAccount',
        )
      } catch (error) {
        if (isLatchkeyError(error, 'wallet.unauthorized')) return { accounts: [] }
        if (isLatchkeyError(error, 'wallet.unsupported_method')) return undefined
        throw error
      }
    },
    signMessage: async ({ account, message, protocol, signal }) =>
      readMember(
        await call(
          'signMessage',
          { address: account.address, message, protocol: WBIP_PROTOCOLS[protocol] },
          signal,
        ),
        'signature',
      ),
    async signPsbt(request) {
      const answer = await call(
        'signPsbt',
        {
          psbt: toBase64(request.psbt),
          ...(request.inputs && { signInputs: indexesByAddress(request) }),
          broadcast: request.broadcast,
        },
        request.signal,
      )
      return { psbt: readMember(answer, 'psbt'), txid: readMember(answer, 'txid') }
    },
    sendTransfer: async ({ to, amount, signal }) =>
      readMember(
        await call('sendTransfer', { recipients: [{ address: to, amount }] }, signal),
        'txid',
      ),
    onChange(tell) {
      const stops = [
        ...(['accountChange', 'networkChange'] as const).map((event) =>
          listen(provider, event, () => tell('changed')),
        ),
        listen(provider, 'disconnect', () => tell('closed')),
      ]
      return () => stops.forEach((stop) => stop())
    },
    disconnect: (signal) => call('wallet_disconnect', undefined, signal),
  }
}

/**
 * Leather (`window.LeatherProvider`): the same envelope, other parameters. It tells addresses only
 * by a prompt.
 */
export function leatherDriver(provider: Provider): Driver {
  const call = createCall(provider)
  return {
    connect: async ({ chain, signal }) =>
      readAddresses(await call('getAddresses', { network: chain }, signal), 'getAddresses'),
    readSilently: async () => undefined,
    signMessage: async ({ account, message, chain, signal }) =>
      readMember(
        await call(
          'signMessage',
          { message, paymentType: account.type === 'ordinals' ? 'p2tr' : 'p2wpkh', network: chain },
          signal,
        ),
        'signature',
      ),
    async signPsbt({ psbt, inputs, broadcast, chain, signal }) {
      const answer = await call(
        'signPsbt',
        {
          hex: toHex(psbt),
          ...(inputs && { signAtIndex: inputs.map(({ index }) => index) }),
          broadcast,
          network: chain,
        },
        signal,
      )
      return { psbt: readMember(answer, 'hex'), txid: readMember(answer, 'txid') }
    },
    sendTransfer: async ({ to, amount, chain, signal }) =>
      readMember(
        await call(
          'sendTransfer',
          { recipients: [{ address: to, amount: String(amount) }], network: chain },
          signal,
        ),
        'txid',
      ),
    onChange: () => () => undefined,
  }
}
