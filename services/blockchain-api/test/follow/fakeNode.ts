import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'

export const CHAIN_ID = 31337
export const ME = `0x${'a1'.repeat(20)}`
export const YOU = `0x${'b2'.repeat(20)}`
export const TOKEN = `0x${'c3'.repeat(20)}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const hex = (value: number | bigint) => `0x${value.toString(16)}`
const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`
const topic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`

type Json = Record<string, unknown>
interface Rpc {
  id: number
  method: string
  params: unknown[]
}
interface Filter {
  fromBlock?: string
  toBlock?: string
  blockHash?: string
}

/** Changes of the truth: of a single answer, or of a whole response. */
export interface Lies {
  /** Changes the result of a call. */
  result?: (method: string, result: unknown, params: unknown[]) => unknown
  /** Answers instead; true: it has. */
  response?: (calls: Rpc[], response: ServerResponse) => boolean
}

/** A chain with one transfer of ME to YOU in each block, of as many units as the block's number. */
export class FakeChain {
  /** The fork of each block from a number on, the last one that fits counts. */
  #forks: { from: number; fork: number }[] = [{ from: 0, fork: 0 }]
  head: number

  constructor(head: number) {
    this.head = head
  }

  /** Replaces the blocks above a number. */
  reorganise(above: number): void {
    this.#forks.push({ from: above + 1, fork: this.#forks.length })
  }

  #fork(number: number): number {
    return this.#forks.findLast(({ from }) => from <= number)?.fork ?? 0
  }
  hash(number: number): string {
    return number < 0 ? word(0) : word((BigInt(this.#fork(number)) << 64n) + BigInt(number + 1))
  }
  tx(number: number): string {
    return word((BigInt(this.#fork(number)) << 64n) + (1n << 128n) + BigInt(number))
  }

  block(number: number, full: boolean): Json | null {
    if (number > this.head) return null
    const tx = {
      hash: this.tx(number),
      from: ME,
      to: TOKEN,
      value: '0x0',
      nonce: hex(number),
      input: '0xa9059cbb',
    }
    return {
      number: hex(number),
      hash: this.hash(number),
      parentHash: this.hash(number - 1),
      timestamp: hex(1_700_000_000 + number),
      transactions: number === 0 ? [] : [full ? tx : tx.hash],
    }
  }

  logs({ fromBlock = '0x0', toBlock = hex(this.head), blockHash }: Filter): Json[] {
    const numbers = Array.from({ length: this.head }, (_, at) => at + 1)
    const wanted = numbers.filter((number) =>
      blockHash
        ? this.hash(number) === blockHash
        : number >= Number(fromBlock) && number <= Number(toBlock),
    )
    return wanted.map((number) => ({
      address: TOKEN,
      topics: [TRANSFER, topic(ME), topic(YOU)],
      data: word(number),
      blockNumber: hex(number),
      blockHash: this.hash(number),
      transactionHash: this.tx(number),
      logIndex: '0x0',
      removed: false,
    }))
  }

  answer(method: string, params: unknown[]): unknown {
    const at = (tag: unknown) => (tag === 'latest' ? this.head : Number(tag))
    const byTx = (hash: unknown) =>
      Array.from({ length: this.head + 1 }, (_, number) => number).find(
        (number) => this.tx(number) === hash,
      )
    if (method === 'eth_chainId') return hex(CHAIN_ID)
    if (method === 'eth_getBlockByNumber') return this.block(at(params[0]), params[1] === true)
    if (method === 'eth_getLogs') {
      const [{ topics, ...filter }] = params as [Filter & { topics: unknown[][] }]
      const asks = (place: number, who: string) =>
        topics[place] === undefined || topics[place] === null || topics[place].includes(topic(who))
      return asks(1, ME) && asks(2, YOU) && topics[0]!.includes(TRANSFER) ? this.logs(filter) : []
    }
    const number = byTx(params[0])
    if (number === undefined) return null
    if (method === 'eth_getTransactionByHash')
      return (this.block(number, true)!.transactions as Json[])[0]
    return {
      transactionHash: params[0],
      blockHash: this.hash(number),
      status: '0x1',
      gasUsed: '0x5208',
      effectiveGasPrice: '0x1',
      contractAddress: null,
    }
  }
}

/** A node over HTTP that serves a chain, with lies. */
export async function startFakeNode(chain: FakeChain, lies: Lies = {}) {
  const node = { url: '', lies, calls: [] as string[], close: () => Promise.resolve() }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const calls = JSON.parse(Buffer.concat(parts).toString()) as Rpc[]
      node.calls.push(...calls.map(({ method }) => method))
      if (node.lies.response?.(calls, response)) return
      const answers = calls.map(({ id, method, params }) => {
        const result = chain.answer(method, params)
        const told = node.lies.result ? node.lies.result(method, result, params) : result
        return {
          jsonrpc: '2.0',
          id,
          ...(told instanceof Error
            ? { error: { code: -32000, message: told.message } }
            : { result: told }),
        }
      })
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answers))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  node.close = () => {
    server.closeAllConnections()
    return new Promise((done) => server.close(() => done()))
  }
  return node
}
