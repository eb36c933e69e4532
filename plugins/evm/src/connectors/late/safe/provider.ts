import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import { OwnFailure } from '@latchkey/plugin-api/wallet'
import { askNodes } from '../../../chain/nodes.js'
import type { Eip1193Provider } from '../../../wallet/ask.js'
import { toChainId, toHex } from '../../../chain/chainId.js'
import { NAMESPACE } from '../../../chain/networks.js'
import { createListeners, member, refusal } from '../listeners.js'
import type { Parent } from './parent.js'

/**
 * Methods that a Safe answers by itself. A hash may be one of its own, whose transaction only the
 * Safe knows.
 */
export const METHODS = [
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'eth_getTransactionReceipt',
  'eth_getTransactionByHash',
]

/** Status codes of EIP-5792 by Safe's names for the status of a transaction. */
const STATUS_CODES: Readonly<Record<string, number>> = {
  AWAITING_CONFIRMATIONS: 100,
  AWAITING_EXECUTION: 100,
  SUCCESS: 200,
  CANCELLED: 400,
  FAILED: 500,
}
const HASH = /^0x[0-9a-f]{64}$/i

interface Info {
  address: string
  chain: number
}
type Params = readonly unknown[]

const bad = (method: string, what: string): OwnFailure =>
  new OwnFailure(
    new LatchkeyError('wallet.bad_answer', `The Safe app answered ${method} without ${what}.`, {
      context: { method },
    }),
  )

function toInfo(answer: unknown): Info {
  const [address, chain] = [member(answer, 'safeAddress'), Number(member(answer, 'chainId'))]
  if (typeof address !== 'string' || !Number.isSafeInteger(chain) || chain < 1)
    throw bad('getSafeInfo', 'an address and a chain')
  return { address, chain }
}

const hashOf = (answer: unknown): string => {
  const hash = member(answer, 'safeTxHash')
  if (typeof hash !== 'string' || !HASH.test(hash)) throw bad('sendTransactions', 'a safeTxHash')
  return hash
}

/** Makes a call in Safe's form: its value is decimal wei. */
function toCall(call: unknown): { to: unknown; value: string; data: unknown } {
  const [to, value, data, input] = ['to', 'value', 'data', 'input'].map((name) =>
    member(call, name),
  )
  if ((data ?? input) !== (input ?? data))
    throw refusal(-32602, 'Expected data and input to be the same.')
  if (typeof to !== 'string')
    throw refusal(-32602, 'A Safe sends to an address only: it creates no contract.')
  return {
    to,
    value: BigInt((value ?? 0) as string | number).toString(),
    data: data ?? input ?? '0x',
  }
}

/** A Safe acts for its own address only. @throws 4100 where another one is named */
function demandOwn(account: unknown, { address }: Info): void {
  if (
    account !== undefined &&
    account !== null &&
    String(account).toLowerCase() !== address.toLowerCase()
  )
    throw refusal(4100, `This Safe acts for ${address} alone.`)
}

/** Reads a transaction, if this Safe can send it unchanged. @throws errors of EIP-1193 */
function callOf(transaction: unknown, info: Info): Params {
  const chainId = member(transaction, 'chainId') ?? undefined
  demandOwn(member(transaction, 'from'), info)
  if (chainId !== undefined && toChainId(chainId) !== info.chain)
    throw refusal(4901, `This Safe is on chain ${toHex(info.chain)} alone.`)
  return [transaction]
}

/**
 * Reads the calls of a batch (EIP-5792), if this Safe can send it unchanged. @throws errors of
 * EIP-5792 and EIP-1193
 */
function callsOf(batch: unknown, info: Info): Params {
  const { chain } = info
  const calls = (member(batch, 'calls') ?? []) as Params
  if (toChainId(member(batch, 'chainId')) !== chain)
    throw refusal(5710, `This Safe is on chain ${toHex(chain)} alone.`)
  demandOwn(member(batch, 'from'), info)
  for (const each of [batch, ...calls]) {
    const needed = Object.entries(member(each, 'capabilities') ?? {}).find(
      ([, capability]) => member(capability, 'optional') !== true,
    )
    if (needed) throw refusal(5700, `A Safe does not support the capability ${needed[0]}.`)
  }
  return calls
}

const RECEIPT = ['status', 'blockHash', 'blockNumber', 'gasUsed', 'transactionHash']
const LOG = ['address', 'data', 'topics']
const pick = (value: unknown, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, member(value, name)]))

/** Makes a receipt of EIP-5792 of a node's. `undefined` where the node has none. */
function toReceipt(receipt: unknown): object | undefined {
  const [fields, logs] = [pick(receipt, RECEIPT), member(receipt, 'logs')]
  if (!Object.values(fields).every((field) => typeof field === 'string')) return undefined
  return { ...fields, logs: Array.isArray(logs) ? logs.map((log) => pick(log, LOG)) : [] }
}

/**
 * The status of a batch, from the Safe's status of it and the node's receipt.
 */
function toStatus(status: number, answer: unknown): object {
  const receipt = toReceipt(answer)
  // The Safe may know the outcome before the node does. The batch stays pending until then, as its
  // callers want the receipt with the outcome.
  const isEarly = answer === null && status !== STATUS_CODES['CANCELLED']
  return {
    version: '2.0.0',
    atomic: true,
    status: isEarly ? 100 : status,
    ...(receipt && { receipts: [receipt] }),
  }
}

/**
 * Reads a signature. It is empty where the Safe's owners have not all signed yet, or signed on chain:
 * EIP-1271 tells whether it is valid.
 */
const signatureOf = (answer: unknown): string => {
  const signature = member(answer, 'signature')
  return typeof signature === 'string' && signature ? signature : '0x'
}

type Methods = Readonly<Record<string, (params: Params) => unknown>>

function createSigning(ask: Parent['ask'], info: () => Promise<Info>): Methods {
  const sign = async (account: unknown, method: string, params: object): Promise<string> => {
    demandOwn(account, await info())
    return signatureOf(await ask(method, params))
  }
  const typed = ([account, data]: Params): Promise<string> =>
    sign(account, 'signTypedMessage', {
      typedData: typeof data === 'string' ? JSON.parse(data) : data,
    })
  return {
    personal_sign: ([message, account]) => sign(account, 'signMessage', { message }),
    eth_signTypedData: typed,
    eth_signTypedData_v4: typed,
  }
}

/** Methods about transactions, which a Safe knows by hashes of its own before its owners signed. */
function createTransactions(
  ask: Parent['ask'],
  node: (method: string, params: unknown) => Promise<unknown>,
  info: () => Promise<Info>,
): Methods {
  const send = async (calls: Params): Promise<string> =>
    hashOf(await ask('sendTransactions', { txs: calls.map(toCall), params: {} }))
  /** The transaction and status behind one of the Safe's own hashes. */
  const transactionOf = async (safeTxHash: unknown): Promise<{ hash?: string; status: number }> => {
    const answer = await ask('getTxBySafeTxHash', { safeTxHash })
    const hash = member(answer, 'txHash')
    return {
      ...(typeof hash === 'string' && HASH.test(hash) && { hash }),
      status: STATUS_CODES[String(member(answer, 'txStatus'))] ?? 100,
    }
  }
  const byHash =
    (method: string) =>
    async ([hash]: Params): Promise<unknown> => {
      const real = await transactionOf(hash).catch(() => undefined)
      // There is no transaction before the owners have signed.
      return real && !real.hash ? null : node(method, [real?.hash ?? hash])
    }
  return {
    eth_sendTransaction: async ([transaction]) => send(callOf(transaction, await info())),
    wallet_sendCalls: async ([batch]) => ({ id: await send(callsOf(batch, await info())) }),
    async wallet_getCallsStatus([id]) {
      const { hash, status } = await transactionOf(id)
      const receipt =
        hash && (await node('eth_getTransactionReceipt', [hash]).catch(() => undefined))
      return { id, chainId: toHex((await info()).chain), ...toStatus(status, receipt) }
    },
    eth_getTransactionReceipt: byHash('eth_getTransactionReceipt'),
    eth_getTransactionByHash: byHash('eth_getTransactionByHash'),
  }
}

/** Makes an EIP-1193 provider over the Safe app. The shape of every answer is checked. */
export function createSafeProvider(
  { ask }: Pick<Parent, 'ask'>,
  network: (id: string) => Network | undefined,
): Eip1193Provider {
  let known: Info | undefined
  const info = async (): Promise<Info> => (known ??= toInfo(await ask('getSafeInfo')))
  const node = async (method: string, params: unknown): Promise<unknown> => {
    const id = `${NAMESPACE}:${(await info()).chain}` as const
    return askNodes(network(id) ?? { id, rpcUrls: [] }, method, params)
  }
  const accounts = async (): Promise<string[]> => [(await info()).address]
  const methods: Methods = {
    eth_accounts: accounts,
    eth_requestAccounts: accounts,
    eth_chainId: async () => toHex((await info()).chain),
    ...createSigning(ask, info),
    ...createTransactions(ask, node, info),
    wallet_getCapabilities: async () => ({
      [toHex((await info()).chain)]: { atomic: { status: 'supported' } },
    }),
    wallet_revokePermissions: () => {
      known = undefined
      return null
    },
  }
  const { on, removeListener } = createListeners()
  return {
    on,
    removeListener,
    async request({ method, params }) {
      const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!answer) throw refusal(4200, `A Safe does not support ${method}.`)
      return answer(Array.isArray(params) ? params : [])
    },
  }
}
