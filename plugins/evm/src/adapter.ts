import { LatchkeyError, type ChainAdapter, type ConnectedAccount, type Network, type PluginContext } from '@latchkey/plugin-api'
import { encodeFunctionData, erc20Abi, getAddress, formatEther, hexToString, isAddress, stringToHex, toHex, type Abi } from 'viem'
import { NAMESPACE } from './networks.js'
import { rpc } from './rpc.js'
import { watch } from './watch.js'

interface On {
  account: ConnectedAccount
  network: Network
  signal?: AbortSignal
}

/** Base58-free and short: an EVM address with a valid checksum where it has mixed case. */
function parseAddress(text: string): string {
  const full = /^[0-9a-fA-F]{40}$/.test(text) ? `0x${text}` : text
  const mixed = full !== full.toLowerCase() && full.slice(2) !== full.slice(2).toUpperCase()
  if (!isAddress(full, { strict: mixed })) throw new LatchkeyError('adapter.invalid_address', `Invalid EVM address: ${text}. Expected 0x and 40 hexadecimal characters, with a valid checksum where letters are mixed.`, { context: { input: text, namespace: NAMESPACE } })
  return getAddress(full)
}

const asText = (value: unknown, method: string): string => {
  if (typeof value !== 'string') throw new LatchkeyError('wallet.bad_answer', `The wallet answered ${method} with something else than a text.`, { context: { method } })
  return value
}

function requests(ctx: PluginContext) {
  const request = ({ account, network, signal }: On, method: string, params: unknown): Promise<unknown> => ctx.connections.request({ connectionId: account.connectionId, network: network.id, method, params, ...(signal && { signal }) })
  const transact = async (on: On, to: string, value: bigint, data: string): Promise<{ id: string; kind: 'transaction' }> =>
    ({ id: asText(await request(on, 'eth_sendTransaction', [{ from: on.account.address, to, value: toHex(value), data }]), 'eth_sendTransaction'), kind: 'transaction' })
  return { request, transact }
}

const transferData = (to: string, value: bigint): `0x${string}` => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as `0x${string}`, value] })

/** What this plugin knows of EVM chains. */
export function createAdapter(ctx: PluginContext): ChainAdapter {
  const { request, transact } = requests(ctx)
  return {
    parseAddress,
    formatAddress: (address) => `${address.slice(0, 6)}…${address.slice(-4)}`,
    addressOn: ({ address }) => address,
    read: ({ network, method, params, signal }) => rpc(network, method, params, signal),
    async balance({ address, network, signal }) {
      const { decimals, symbol } = network.nativeCurrency
      return { value: BigInt(asText(await rpc(network, 'eth_getBalance', [address, 'latest'], signal), 'eth_getBalance')), decimals, symbol }
    },
    async sign({ message, ...on }) {
      const data = typeof message === 'string' ? stringToHex(message) : toHex(message)
      return asText(await request(on, 'personal_sign', [data, on.account.address]), 'personal_sign')
    },
    async typedData({ data, ...on }) {
      return asText(await request(on, 'eth_signTypedData_v4', [on.account.address, JSON.stringify(data)]), 'eth_signTypedData_v4')
    },
    send: {
      submit: ({ to, value, token, ...on }) => (token ? transact(on, token, 0n, transferData(to, value)) : transact(on, to, value, '0x')),
      watch: (submission, { network, signal }) => watch(ctx, submission, network, signal),
    },
    async estimate({ account, network, to, value, token, signal }) {
      const call = token ? { from: account.address, to: token, data: transferData(to, value) } : { from: account.address, to, value: toHex(value) }
      const [gas, price] = await Promise.all([rpc(network, 'eth_estimateGas', [call], signal), rpc(network, 'eth_gasPrice', [], signal)])
      return { fee: BigInt(asText(gas, 'eth_estimateGas')) * BigInt(asText(price, 'eth_gasPrice')) }
    },
    write: ({ address, abi, functionName, args, value, ...on }) => transact(on, address, value ?? 0n, encodeFunctionData({ abi: abi as Abi, functionName, ...(args && { args: [...args] }) })),
    async calls({ calls, ...on }) {
      const answer = await request(on, 'wallet_sendCalls', [{ version: '2.0.0', from: on.account.address, chainId: toHex(Number(on.network.reference)), atomicRequired: false, calls }])
      const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer
      return { id: asText(id, 'wallet_sendCalls'), kind: 'calls' }
    },
    capabilities: async (on) => (await request(on, 'wallet_getCapabilities', [on.account.address])) as never,
    async describe({ network, method, params }) {
      const { describe } = await import('./describe.js')
      return describe(network, method, params, { hexToString, formatEther })
    },
  }
}
