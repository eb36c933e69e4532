import {
  LatchkeyError,
  type ChainAdapter,
  type ConnectedAccount,
  type Network,
  type PluginContext,
  type Submission,
} from '@latchkey/plugin-api'
import { badAnswer } from '@latchkey/plugin-api/wallet'
import { checksumAddress, getAddress, isAddress, stringToHex, toHex, type Address } from 'viem'
import { toAssets } from './chain/assets.js'
import { toHex as toHexId } from './chain/chainId.js'
import type { EvmContext } from './chain/pendingTransactions.js'
import { NAMESPACE } from './chain/networks.js'
import { askNodes } from './chain/nodes.js'
import { SAFE, watch } from './chain/watch.js'
import type { NameChains } from './sdk/nameRegistry.js'

/** An account, the network that it acts on, and a signal to give up. */
interface On {
  account: ConnectedAccount
  network: Network
  signal?: AbortSignal
}

/**
 * Whether the case of letters is the checksum of EIP-1191, which depends on the chain id: Rootstock
 * (30, 31) writes addresses so.
 */
const isOfChain = (address: string, network?: Network): boolean =>
  network !== undefined &&
  isAddress(address, { strict: false }) &&
  checksumAddress(address.toLowerCase() as Address, Number(network.reference)) === address

/**
 * Parses an EVM address and spells it with its checksum (EIP-55). Mixed case must be a valid checksum:
 * of EIP-55, or of EIP-1191 for that network.
 */
function parseAddress(text: string, network?: Network): string {
  const refuse = (): never => {
    // A non-string input may throw when stringified.
    const input = typeof text === 'string' ? text.slice(0, 80) : `a value of type ${typeof text}`
    throw new LatchkeyError(
      'adapter.invalid_address',
      `Invalid EVM address: ${input}. Expected 0x and 40 hexadecimal characters, ` +
        'with a valid checksum where letters are mixed.',
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
  if (typeof value !== 'string') throw badAnswer(method, 'a text')
  return value
}

/** Reads a quantity (EIP-1474) that a node answered, of at most 256 bits. */
function asQuantity(value: unknown, method: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value))
    throw new LatchkeyError(
      'rpc.failed',
      `The node answered ${method} with something other than a hexadecimal quantity.`,
      { context: { method } },
    )
  return BigInt(value)
}

/**
 * Wallets offer more for gas than the network takes (EIP-1559), and demand that the account has it:
 * the same amount is left as room.
 */
const costOf = (fee: bigint) => ({ fee, room: fee })

type Requests = ReturnType<typeof createRequests>
/** Asks the wallet of an account. */
function createRequests(ctx: PluginContext) {
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

/** Sends transfers and follows them. */
function createSend(
  ctx: EvmContext,
  { request, transact }: Requests,
): NonNullable<ChainAdapter['send']> {
  return {
    carries: ['nft'],
    async submit(transfer) {
      const { to, value, token } = transfer
      if (token === undefined) return transact(transfer, to, value, '0x')
      const { demandTransfer } = await loadEncoder()
      const data = await demandTransfer(
        (method, params) => request(transfer, method, params),
        transfer,
        token,
      )
      return transact(transfer, token, 0n, data)
    },
    watch: (submission, { network, signal }) => watch(ctx, submission, network, signal),
  }
}

/** Encoding is the larger part of the SDK: it loads when something is sent. */
const loadEncoder = (): Promise<typeof import('./sdk/encode.js')> => import('./sdk/encode.js')

/** Descriptions load with their texts, as opening the modal needs neither. */
const createLoadDescribe = (ctx: PluginContext) =>
  ctx.lazy('descriptions', async () => {
    const { describeAsked, words } = await import('./sdk/describe/describeAsked.js')
    ctx.messages.add({ en: words })
    return describeAsked
  })

/** The part of the adapter that asks the nodes of a network: balances, fees, other reads. */
const nodeAbilities: Pick<ChainAdapter, 'read' | 'balance' | 'estimate'> = {
  read: ({ network, method, params, signal }) => askNodes(network, method, params, signal),
  async balance({ address, network, signal }) {
    const { decimals, symbol } = network.nativeCurrency
    const method = 'eth_getBalance'
    const answer = await askNodes(network, method, [address, 'latest'], signal)
    return { value: asQuantity(answer, method), decimals, symbol }
  },
  async estimate(transfer) {
    const { account, network, to, value, token, nft, signal } = transfer
    const call =
      token !== undefined
        ? { from: account.address, to: token, data: (await loadEncoder()).transferData(transfer) }
        : { from: account.address, to, value: toHex(value) }
    const [gas, price, code] = await Promise.all([
      askNodes(network, 'eth_estimateGas', [call], signal),
      askNodes(network, 'eth_gasPrice', [], signal),
      nft && askNodes(network, 'eth_getCode', [to, 'latest'], signal),
    ])
    return {
      ...costOf(asQuantity(gas, 'eth_estimateGas') * asQuantity(price, 'eth_gasPrice')),
      ...(nft && { isToContract: (await loadEncoder()).isContract(code) }),
    }
  },
}

/** The part of the adapter that asks the wallet of an account: assets, signatures, calls. */
const createWalletAbilities = ({
  request,
  transact,
}: Requests): Pick<ChainAdapter, 'assets' | 'sign' | 'typedData' | 'write' | 'calls'> => ({
  async assets({ account, ...on }) {
    const chainId = toHexId(on.network.reference)
    const params = [{ account: account.address, chainFilter: [chainId] }]
    return toAssets(await request({ account, ...on }, 'wallet_getAssets', params), chainId)
  },
  async sign({ message, ...on }) {
    const data = typeof message === 'string' ? stringToHex(message) : toHex(message)
    return asText(await request(on, 'personal_sign', [data, on.account.address]), 'personal_sign')
  },
  async typedData({ data, ...on }) {
    const method = 'eth_signTypedData_v4'
    return asText(await request(on, method, [on.account.address, JSON.stringify(data)]), method)
  },
  write: async ({ address, abi, functionName, args, value, ...on }) =>
    transact(on, address, value ?? 0n, (await loadEncoder()).callData(abi, functionName, args)),
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
    const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer
    return { id: asText(id, 'wallet_sendCalls'), kind: 'calls' }
  },
})

/** Looking names up is a chunk of its own. */
const loadNames = (): Promise<typeof import('./sdk/nameLookup.js')> => import('./sdk/nameLookup.js')

/**
 * Makes the adapter of EVM chains.
 * @param names where they are looked up; left out: no chain has a registry
 */
export function createAdapter(ctx: EvmContext, names?: NameChains): ChainAdapter {
  // The first checksum is slow, as its functions are compiled: the visitor is still choosing now.
  parseAddress(`0x${'0'.repeat(40)}`)
  const requests = createRequests(ctx)
  const loadDescribe = createLoadDescribe(ctx)
  const loadAsked = ctx.lazy('the capabilities of wallets', async () =>
    (await import('./wallet/rarelyAsked.js')).createRarelyAsked(ctx, requests.request),
  )
  return {
    parseAddress,
    formatAddress: (address) => `${address.slice(0, 6)}…${address.slice(-4)}`,
    addressOn: ({ address }) => address,
    picture: async (id) => (await import('./pictures/pictureOf.js')).pictureOf(id),
    ...nodeAbilities,
    ...createWalletAbilities(requests),
    send: createSend(ctx, requests),
    capabilities: async (on) => (await loadAsked()).capabilities(on),
    permissions: {
      grant: async (asked) => (await loadAsked()).grant(asked),
      revoke: async (asked) => (await loadAsked()).revoke(asked),
    },
    ...(names && {
      nameLookup: {
        resolve: async (...asked) => (await loadNames()).resolve(names, ...asked),
        reverse: async (...asked) => (await loadNames()).reverse(names, ...asked),
      },
    }),
    describe: async ({ network, method, params, account }) =>
      (await loadDescribe())(network, method, params, {
        account: account?.address,
        unnamed: ctx.accounts
          .all(NAMESPACE)
          .find(({ connectionId }) => connectionId === account?.connectionId)?.address,
        host: globalThis.location?.host,
      }),
  }
}
