import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import {
  type Hex,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  multicall3Abi,
  parseAbi,
  toFunctionSelector,
} from 'viem'

/** Answers one call of a contract; throws to revert. */
export type Contract = (data: Hex) => Hex

const MULTICALL = '0xca11bde05977b3631167028862be2a173976ca11'

export const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
export const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value])
const selector = (signature: string): Hex => toFunctionSelector(parseAbi([signature])[0] as never)

const of = (answers: Readonly<Record<string, Hex | (() => Hex)>>): Contract => {
  const bySelector = new Map(
    Object.entries(answers).map(([name, answer]) => [selector(`function ${name}`), answer]),
  )
  return (data) => {
    const answer = bySelector.get(data.slice(0, 10) as Hex)
    if (answer === undefined) throw new Error('execution reverted')
    return typeof answer === 'function' ? answer() : answer
  }
}

export const token = (name: string, symbol: string, decimals: bigint, balance: bigint): Contract =>
  of({
    'name()': text(name),
    'symbol()': text(symbol),
    'decimals()': word(decimals),
    'balanceOf(address)': word(balance),
  })

export const collectible = (name: string, owner: string, uri: string): Contract =>
  of({
    'name()': text(name),
    'ownerOf(uint256)': word(BigInt(owner)),
    'tokenURI(uint256)': text(uri),
  })

/** The chain of one account, with contracts by address in lower case. */
export function createFakeChain(contracts: Readonly<Record<string, Contract>> = {}) {
  const state = {
    native: 5n * 10n ** 17n,
    isDown: false,
    calls: 0,
    receiptAfter: Infinity,
    /** Its newest block; it does not know the state of a later one. */
    head: 1,
    receiptLogs: [] as unknown[],
    /** Answers before the others do, unless by `undefined`. */
    answer: undefined as ((method: string, params: readonly unknown[]) => unknown) | undefined,
    /** Addresses of the calls outside of Multicall3, and the sizes of the batches in it. */
    alone: [] as string[],
    batches: [] as number[],
    mints: [] as unknown[],
    contracts: { ...contracts },
  }
  const call = (to: string, data: Hex): Hex => {
    const contract = state.contracts[to.toLowerCase()]
    if (contract) return contract(data)
    if (to.toLowerCase() !== MULTICALL) return '0x'
    const { args } = decodeFunctionData({ abi: multicall3Abi, data })
    const calls = args?.[0] as readonly { target: Hex; callData: Hex }[]
    state.batches.push(calls.length)
    return encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: calls.map(({ target, callData }) => {
        try {
          return { success: true, returnData: call(target, callData) }
        } catch (error) {
          if (String(error).includes('all gas')) throw error
          return { success: false, returnData: '0x' as Hex }
        }
      }),
    })
  }
  /** Not there before it was asked for so often; the balance is another one then. */
  const receipt = (): unknown => {
    state.receiptAfter -= 1
    if (state.receiptAfter > 0) return null
    state.native = 1n
    return { status: '0x1', logs: state.receiptLogs, blockNumber: `0x${state.head.toString(16)}` }
  }
  const answer = (method: string, params: [{ to: string; data: Hex }, string?]): unknown => {
    const own = state.answer?.(method, params)
    if (own !== undefined) return own
    if (method === 'eth_chainId') return '0x7a69'
    if (method === 'eth_blockNumber') return `0x${state.head.toString(16)}`
    if (Number(params[1]) > state.head) throw new Error('header not found')
    if (method === 'eth_getBalance') return `0x${state.native.toString(16)}`
    if (method === 'eth_getCode') return '0x'
    if (method === 'eth_getTransactionReceipt') return receipt()
    if (method === 'getBalance') return { value: 5 }
    if (method === 'getTokenAccountsByOwner') return { value: state.mints }
    if (params[0].to.toLowerCase() !== MULTICALL) state.alone.push(params[0].to.toLowerCase())
    return call(params[0].to, params[0].data)
  }
  /** Answers the body of a request; undefined where the node is down. */
  const respond = async (body: string): Promise<string | undefined> => {
    state.calls += 1
    if (state.isDown) return undefined
    const { id, method, params } = JSON.parse(body)
    try {
      return JSON.stringify({ jsonrpc: '2.0', id, result: await answer(method, params) })
    } catch (failure) {
      const { message } = failure as Error
      const error = { code: message.includes('revert') ? 3 : -32000, message }
      return JSON.stringify({ jsonrpc: '2.0', id, error })
    }
  }
  return { state, respond }
}

/** A node of that chain. */
export async function startFakeNode(contracts: Readonly<Record<string, Contract>> = {}) {
  const { state, respond } = createFakeChain(contracts)
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', async () => {
      const text = await respond(body)
      if (text === undefined) return void response.writeHead(500).end('node: secret stack')
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  }
}
