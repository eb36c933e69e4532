// Several calls as one (EIP-5792), by code that the account lends itself (EIP-7702).
import {
  encodeFunctionData,
  formatEther,
  isAddress,
  isHex,
  numberToHex,
  parseAbi,
  type Address,
  type Hex,
} from 'viem'
import { estimateGas, sendTransaction, signAuthorization } from 'viem/actions'
import type { Method, WalletCore } from '../core.js'
import { chainOffline, invalidParams, unsupported } from '../errors.js'
import { clientOf, inTurn, withRoom } from './send.js'
import { signer } from './sign.js'

const BATCH_ACCOUNT = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls) payable',
])
/** Statuses of a batch, as EIP-5792 counts them. */
const STATUS = { pending: 100, confirmed: 200, reverted: 500 } as const

interface Call {
  to: Address
  value: bigint
  data: Hex
}

const batchAccountOf = (core: WalletCore, method: string): Address => {
  const { batchAccount } = core.options
  if (!batchAccount) throw unsupported(method)
  return batchAccount
}

const first = (params: unknown): unknown => (Array.isArray(params) ? params[0] : undefined)

/** @throws -32602 (invalid parameters) */
function toCall(site: unknown): Call {
  const { to, value = '0x0', data = '0x' } = (site ?? {}) as Record<string, unknown>
  if (typeof to !== 'string' || !isAddress(to, { strict: false }))
    throw invalidParams('"to" of a call is not an address.')
  if (!isHex(value) || !isHex(data))
    throw invalidParams('"value" and "data" of a call must be hexadecimal.')
  return { to, value: BigInt(value), data }
}

/** Asks the user once for all calls. @returns the id of the batch, which is the transaction's hash */
const sendCalls: Method = async (core, params, method) => {
  const contractAddress = batchAccountOf(core, method)
  const site = first(params) as { from?: unknown; chainId?: unknown; calls?: unknown } | undefined
  const account = signer(core, site?.from)
  if (site?.chainId !== numberToHex(core.chainId))
    throw invalidParams(`the calls are for chain ${String(site?.chainId)}, not the active one.`)
  if (!Array.isArray(site.calls) || !site.calls.length) throw invalidParams('calls are expected.')
  const calls = site.calls.map(toCall)
  const { chain } = core
  if (!chain) throw chainOffline(core.chainId)
  await core.ask({
    kind: 'transaction',
    method,
    params,
    title: `Do these ${calls.length} calls as one?`,
    lines: [
      ['Account', account.address],
      ['Network', chain.name],
      ...calls.map(({ to, value, data }, index): [string, string] => [
        `Call ${index + 1}`,
        `To ${to}, ${formatEther(value)} ETH, ${data.slice(0, 202)}`,
      ]),
    ],
  })
  const client = clientOf(core, chain, account)
  const id = await inTurn(core, async () => {
    const authorization = await signAuthorization(client, {
      account,
      contractAddress,
      executor: 'self',
    })
    const batch = {
      to: account.address,
      data: encodeFunctionData({ abi: BATCH_ACCOUNT, functionName: 'execute', args: [calls] }),
      authorizationList: [authorization],
    }
    return sendTransaction(client, {
      ...batch,
      gas: withRoom(await estimateGas(client, { ...batch, account })),
    })
  })
  return { id }
}

export const callsMethods: Record<string, Method> = {
  wallet_getCapabilities(core, _params, method) {
    batchAccountOf(core, method)
    return Object.fromEntries(
      core.chains.map(({ id }) => [numberToHex(id), { atomic: { status: 'supported' } }]),
    )
  },
  wallet_sendCalls: sendCalls,
  async wallet_getCallsStatus(core, params, method) {
    batchAccountOf(core, method)
    const id = first(params)
    if (!isHex(id)) throw invalidParams('the id of a batch is expected.')
    const receipt = (await core.node({ method: 'eth_getTransactionReceipt', params: [id] })) as {
      status: Hex
    } | null
    const status = !receipt
      ? STATUS.pending
      : receipt.status === '0x1'
        ? STATUS.confirmed
        : STATUS.reverted
    return {
      ...{ version: '2.0.0', id, chainId: numberToHex(core.chainId), atomic: true, status },
      ...(receipt && { receipts: [receipt] }),
    }
  },
}
