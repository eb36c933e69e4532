import {
  LatchkeyError,
  type ChainAdapter,
  type ConnectedAccount,
  type Network,
  type PluginContext,
  type Submission,
} from '@latchkey/plugin-api'
import { checksumAddress, getAddress, isAddress, stringToHex, toHex, type Address } from 'viem'
import { toAssets } from './assets.js'
import { createCapabilities } from './capabilities.js'
import { toHex as toHexId } from './chainId.js'
import type { EvmContext } from './memory.js'
import { NAMESPACE } from './networks.js'
import { askNodes } from './nodes.js'
import { demandTransfer } from './transfer.js'
import { SAFE, watch } from './watch.js'

export interface On {
  account: ConnectedAccount
  network: Network
  signal?: AbortSignal
}

/** Whether the case of letters is the checksum of EIP-1191, in which the number of the chain takes part: Rootstock (30, 31) writes addresses so. */
const isOfChain = (address: string, network?: Network): boolean =>
  network !== undefined &&
  isAddress(address, { strict: false }) &&
  checksumAddress(address.toLowerCase() as Address, Number(network.reference)) === address

/** An EVM address with a valid checksum where it has mixed case: EIP-55, or EIP-1191 of the network in hand. Spelled with its checksum of EIP-55. */
function parseAddress(text: string, network?: Network): string {
  const refuse = (): never => {
    // What is no text may resist being turned into one.
    const input = typeof text === 'string' ? text.slice(0, 80) : `a value of type ${typeof text}`
    throw new LatchkeyError(
      'adapter.invalid_address',
      `Invalid EVM address: ${input}. Expected 0x and 40 hexadecimal characters, with a valid checksum where letters are mixed.`,
      { context: { input, namespace: NAMESPACE } },
    )
  }
  if (typeof text !== 'string') return refuse()
  const full = /^[0-9a-fA-F]{40}$/.test(text) ? `0x${text}` : text
  const mixed = full !== full.toLowerCase() && full.slice(2) !== full.slice(2).toUpperCase()
  return isAddress(full, { strict: mixed }) || isOfChain(full, network)
    ? getAddress(full.toLowerCase())
    : refuse()
}

const asText = (value: unknown, method: string): string => {
  if (typeof value !== 'string')
    throw new LatchkeyError(
      'wallet.bad_answer',
      `The wallet answered ${method} with something else than a text.`,
      { context: { method } },
    )
  return value
}

/** A quantity (EIP-1474) that a node answered, of 256 bits at most. */
function asQuantity(value: unknown, method: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value))
    throw new LatchkeyError(
      'rpc.failed',
      `The node answered ${method} with something else than a hexadecimal quantity.`,
      { context: { method } },
    )
  return BigInt(value)
}

/** Wallets offer more for gas than is taken (EIP-1559), and demand that the account has it. */
const costOf = (fee: bigint) => ({ fee, room: fee })

function requests(ctx: PluginContext) {
  const request = (
    { account, network, signal }: On,
    method: string,
    params: unknown,
  ): Promise<unknown> =>
    ctx.connections.request({
      connectionId: account.connectionId,
      network: network.id,
      method,
      params,
      ...(signal && { signal }),
    })
  const transact = async (
    on: On,
    to: string,
    value: bigint,
    data: string,
  ): Promise<Submission> => ({
    id: asText(
      await request(on, 'eth_sendTransaction', [
        { from: on.account.address, to, value: toHex(value), data },
      ]),
      'eth_sendTransaction',
    ),
    kind: on.account.connectionId === SAFE ? SAFE : 'transaction',
  })
  return { request, transact }
}

/** Sending, and following what was sent. */
function createSend(
  ctx: EvmContext,
  { request, transact }: ReturnType<typeof requests>,
): NonNullable<ChainAdapter['send']> {
  return {
    async submit({ to, value, token, ...on }) {
      if (token === undefined) return transact(on, to, value, '0x')
      const data = (await encoding()).transferData(to, value)
      const ask = (method: string, params: unknown): Promise<unknown> => request(on, method, params)
      await demandTransfer(ask, { from: on.account.address, token, data })
      return transact(on, token, 0n, data)
    },
    watch: (submission, { network, signal }) => watch(ctx, submission, network, signal),
  }
}

/** Encoding is the larger part of the SDK: it comes when something is sent. */
const encoding = (): Promise<typeof import('./sdk/encode.js')> => import('./sdk/encode.js')

/** Its words come with it: an opening of the modal needs neither. */
const createDescribing = (ctx: PluginContext) =>
  ctx.lazy('descriptions', async () => {
    const { describe, words } = await import('./sdk/describe.js')
    ctx.messages.add({ en: words })
    return describe
  })

/** What this plugin knows of EVM chains. */
export function createAdapter(ctx: EvmContext): ChainAdapter {
  const asking = requests(ctx)
  const { request, transact } = asking
  const describing = createDescribing(ctx)
  return {
    parseAddress,
    formatAddress: (address) => `${address.slice(0, 6)}…${address.slice(-4)}`,
    addressOn: ({ address }) => address,
    read: ({ network, method, params, signal }) => askNodes(network, method, params, signal),
    async balance({ address, network, signal }) {
      const { decimals, symbol } = network.nativeCurrency
      return {
        value: asQuantity(
          await askNodes(network, 'eth_getBalance', [address, 'latest'], signal),
          'eth_getBalance',
        ),
        decimals,
        symbol,
      }
    },
    async assets({ account, ...on }) {
      const chainId = toHexId(on.network.reference)
      return toAssets(
        await request({ account, ...on }, 'wallet_getAssets', [
          { account: account.address, chainFilter: [chainId] },
        ]),
        chainId,
      )
    },
    async sign({ message, ...on }) {
      const data = typeof message === 'string' ? stringToHex(message) : toHex(message)
      return asText(await request(on, 'personal_sign', [data, on.account.address]), 'personal_sign')
    },
    async typedData({ data, ...on }) {
      return asText(
        await request(on, 'eth_signTypedData_v4', [on.account.address, JSON.stringify(data)]),
        'eth_signTypedData_v4',
      )
    },
    send: createSend(ctx, asking),
    async estimate({ account, network, to, value, token, signal }) {
      const call =
        token !== undefined
          ? { from: account.address, to: token, data: (await encoding()).transferData(to, value) }
          : { from: account.address, to, value: toHex(value) }
      const [gas, price] = await Promise.all([
        askNodes(network, 'eth_estimateGas', [call], signal),
        askNodes(network, 'eth_gasPrice', [], signal),
      ])
      return costOf(asQuantity(gas, 'eth_estimateGas') * asQuantity(price, 'eth_gasPrice'))
    },
    write: async ({ address, abi, functionName, args, value, ...on }) =>
      transact(on, address, value ?? 0n, (await encoding()).callData(abi, functionName, args)),
    async calls({ calls, ...on }) {
      const answer = await request(on, 'wallet_sendCalls', [
        {
          version: '2.0.0',
          from: on.account.address,
          chainId: toHexId(on.network.reference),
          atomicRequired: false,
          calls,
        },
      ])
      const id =
        typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer
      return { id: asText(id, 'wallet_sendCalls'), kind: 'calls' }
    },
    capabilities: createCapabilities(ctx, request),
    describe: async ({ network, method, params, account }) =>
      (await describing())(network, method, params, {
        account: account?.address,
        unnamed: ctx.accounts
          .all(NAMESPACE)
          .find(({ connectionId }) => connectionId === account?.connectionId)?.address,
        host: globalThis.location?.host,
      }),
  }
}
