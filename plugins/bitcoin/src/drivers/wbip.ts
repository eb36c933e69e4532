import { isLatchkeyError, type Dispose } from '@latchkey/plugin-api'
import { ask, quietly } from '../ask.js'
import { chainNamed, type Chain } from '../chains.js'
import { toBase64, toHex } from '../encoding.js'
import { badAnswer, Refusal } from '../errors.js'
import { items, member } from '../loose.js'
import { readExposed, type Driver, type PsbtToSign, type Reading } from './driver.js'

interface Provider {
  request(method: string, params?: unknown): unknown
  addListener?(event: string, listener: () => void): unknown
}
type Call = (method: string, params: unknown, signal?: AbortSignal) => Promise<unknown>

/** Speaks WBIP's JSON-RPC: an envelope comes back, or is thrown. */
const caller =
  (provider: Provider): Call =>
  (method, params, signal) =>
    ask(
      method,
      async () => {
        const answer = await Promise.resolve(provider.request(method, params)).catch(
          (thrown: unknown) => {
            throw member(thrown, 'error') ? new Refusal(member(thrown, 'error')) : thrown
          },
        )
        if (member(answer, 'error')) throw new Refusal(member(answer, 'error'))
        return member(answer, 'result')
      },
      signal,
    )

const PURPOSES = ['payment', 'ordinals']
const capital = (chain: Chain): string => chain[0]!.toUpperCase() + chain.slice(1)

/** Addresses and network of an answer; several spellings are in use. */
function readAddresses(answer: unknown, method: string): Reading {
  const list = member(answer, 'addresses') ?? answer
  const accounts = readExposed(list)
  if (!accounts) throw badAnswer(method, 'a list of addresses')
  const network = member(answer, 'network')
  const chain = chainNamed(
    member(member(network, 'bitcoin'), 'name') ?? member(items(list, 1)?.[0], 'network'),
  )
  return { accounts, ...(chain && { chain }) }
}

/** The first method that the wallet knows. */
async function firstOf(
  call: Call,
  tries: readonly (readonly [method: string, params: unknown])[],
  signal?: AbortSignal,
): Promise<Reading> {
  for (const [method, params] of tries.slice(0, -1)) {
    try {
      return readAddresses(await call(method, params, signal), method)
    } catch (error) {
      if (!isLatchkeyError(error, 'wallet.unsupported_method')) throw error
    }
  }
  const [method, params] = tries.at(-1)!
  return readAddresses(await call(method, params, signal), method)
}

const byAddress = ({ inputs = [] }: PsbtToSign): Record<string, number[]> => {
  const found: Record<string, number[]> = {}
  for (const { address, index } of inputs) (found[address] ??= []).push(index)
  return found
}

/** Listens where the wallet can be listened to; some give back how to stop, some give nothing. */
function hook(provider: Provider, event: string, tell: () => void): Dispose {
  let isOver = false
  let remove: unknown
  quietly(() => (remove = provider.addListener?.(event, () => void (isOver || tell()))))
  return () => {
    isOver = true
    if (typeof remove === 'function') quietly(remove as () => unknown)
  }
}

const shared = (call: Call) => ({
  sendTransfer: async (
    { to, amount, chain, signal }: Parameters<NonNullable<Driver['sendTransfer']>>[0],
    amounts: (sats: number) => unknown,
    network?: boolean,
  ) =>
    member(
      await call(
        'sendTransfer',
        {
          recipients: [{ address: to, amount: amounts(amount) }],
          ...(network && { network: chain }),
        },
        signal,
      ),
      'txid',
    ),
})

/** Wallets of `window.btc_providers` (WBIP 4): Xverse, Magic Eden, Fordefi and others, as sats-connect speaks to them. */
export function wbipDriver(provider: Provider): Driver {
  const call = caller(provider)
  return {
    connect: ({ chain, signal }) =>
      firstOf(
        call,
        [
          ['wallet_connect', { addresses: PURPOSES, network: capital(chain) }],
          ['getAccounts', { purposes: PURPOSES }],
          ['getAddresses', { purposes: PURPOSES }],
        ],
        signal,
      ),
    async peek(signal) {
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
      member(
        await call(
          'signMessage',
          { address: account.address, message, protocol: protocol.toUpperCase() },
          signal,
        ),
        'signature',
      ),
    async signPsbt(request) {
      const answer = await call(
        'signPsbt',
        {
          psbt: toBase64(request.psbt),
          ...(request.inputs && { signInputs: byAddress(request) }),
          broadcast: request.broadcast,
        },
        request.signal,
      )
      return { psbt: member(answer, 'psbt'), txid: member(answer, 'txid') }
    },
    sendTransfer: (transfer) => shared(call).sendTransfer(transfer, (sats) => sats),
    watch(tell) {
      const stops = [
        ...['accountChange', 'networkChange'].map((event) =>
          hook(provider, event, () => tell('changed')),
        ),
        hook(provider, 'disconnect', () => tell('closed')),
      ]
      return () => stops.forEach((stop) => stop())
    },
    disconnect: (signal) => call('wallet_disconnect', undefined, signal),
  }
}

/** Leather (`window.LeatherProvider`): the same envelope, other parameters. It tells addresses only when it is asked to, by a prompt. */
export function leatherDriver(provider: Provider): Driver {
  const call = caller(provider)
  return {
    connect: async ({ chain, signal }) =>
      readAddresses(await call('getAddresses', { network: chain }, signal), 'getAddresses'),
    peek: async () => undefined,
    signMessage: async ({ account, message, chain, signal }) =>
      member(
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
      return { psbt: member(answer, 'hex'), txid: member(answer, 'txid') }
    },
    sendTransfer: (transfer) => shared(call).sendTransfer(transfer, String, true),
    watch: () => () => undefined,
  }
}
