import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import { badAnswer } from '@latchkey/plugin-api/wallet'
import { readItems, readMember } from '../wallet/untrusted.js'

/** An unspent transaction output. */
export interface Utxo {
  txid: string
  index: number
  /** Satoshi. */
  value: bigint
  confirmed: boolean
}
export interface SourceOn {
  network: Network
  signal?: AbortSignal
}
/** Reads balances, coins and the status of transactions, and sends transactions. */
export interface BitcoinSource {
  /** Satoshi, with unconfirmed ones. */
  balance(address: string, on: SourceOn): Promise<bigint>
  utxos(address: string, on: SourceOn): Promise<readonly Utxo[]>
  /**
   * @param transaction hex
   * @returns its id
   */
  broadcast(transaction: string, on: SourceOn): Promise<string>
  /** `unknown`: the source has not seen it. */
  status(txid: string, on: SourceOn): Promise<'pending' | 'confirmed' | 'unknown'>
  /** Satoshi per virtual byte for the next few blocks. */
  feeRate(on: SourceOn): Promise<number>
}

const REQUEST_TIMEOUT_MS = 15_000
const MAX_COINS = 10_000
/** Blocks within which a transfer should be included. */
const FEE_TARGET_BLOCKS = '3'

async function fetchText(
  url: string,
  body: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': 'text/plain' } }),
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  })
  const text = (await response.text()).slice(0, 10_000_000)
  if (response.ok) return text
  if (response.status === 400)
    throw new LatchkeyError('rpc.failed', `The node refused it: ${text.slice(0, 500)}`, {
      context: { status: 400 },
      details: text.slice(0, 500),
    })
  throw new LatchkeyError('http.status', `HTTP status code: ${response.status}`, {
    context: { status: response.status, url: new URL(url).origin },
  })
}

/**
 * Asks a network's servers one after the other until one answers.
 * @throws `rpc.failed`, `http.status`, `http.unreachable`, `kernel.aborted`
 */
async function askServers(
  { network: { id, rpcUrls }, signal }: SourceOn,
  path: string,
  body?: string,
): Promise<string> {
  let last: unknown
  for (const url of rpcUrls) {
    try {
      signal?.throwIfAborted()
      return await fetchText(
        `${url.replace(/\/$/, '')}/${path}`,
        body,
        AbortSignal.any([AbortSignal.timeout(REQUEST_TIMEOUT_MS), ...(signal ? [signal] : [])]),
      )
    } catch (error) {
      if (signal?.aborted)
        throw new LatchkeyError('kernel.aborted', `${path} was given up.`, { cause: error })
      const { code, context } = error as LatchkeyError
      // Not found, or refused: other servers would say the same.
      if (
        code === 'rpc.failed' ||
        (code === 'http.status' && (context as { status: number }).status === 404)
      )
        throw error
      last = error
    }
  }
  if ((last as LatchkeyError | undefined)?.code === 'http.status') throw last
  throw new LatchkeyError(
    'http.unreachable',
    `No server of ${id} could be reached: name one in the network's rpcUrls.`,
    { context: { url: rpcUrls[0] ?? id }, cause: last },
  )
}

async function askJson(on: SourceOn, path: string): Promise<unknown> {
  const text = await askServers(on, path)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new LatchkeyError(
      'http.bad_answer',
      `${path} was answered with something other than JSON.`,
      { context: { url: on.network.rpcUrls[0] ?? '' }, cause },
    )
  }
}

/** Reads whole satoshi. @throws `wallet.bad_answer` */
function readSatoshi(value: unknown, what: string): bigint {
  if (!Number.isSafeInteger(value)) throw badAnswer(what, 'whole satoshi')
  return BigInt(value as number)
}
const isTxid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)

/**
 * Reads from Esplora servers (Blockstream's, mempool's, your own), named by the network's
 * `rpcUrls`.
 */
export const esplora: BitcoinSource = {
  async balance(address, on) {
    const answer = await askJson(on, `address/${encodeURIComponent(address)}`)
    const sum = (part: unknown): bigint =>
      readSatoshi(readMember(part, 'funded_txo_sum'), 'address') -
      readSatoshi(readMember(part, 'spent_txo_sum'), 'address')
    return sum(readMember(answer, 'chain_stats')) + sum(readMember(answer, 'mempool_stats'))
  },
  async utxos(address, on) {
    const list = readItems(
      await askJson(on, `address/${encodeURIComponent(address)}/utxo`),
      MAX_COINS,
    )
    if (!list) throw badAnswer('utxo', 'a list of coins')
    return list.map((coin) => {
      const [txid, index] = [readMember(coin, 'txid'), readMember(coin, 'vout')]
      if (!isTxid(txid) || !Number.isInteger(index))
        throw badAnswer('utxo', 'coins with txid and vout')
      return {
        txid,
        index: index as number,
        value: readSatoshi(readMember(coin, 'value'), 'utxo'),
        confirmed: readMember(readMember(coin, 'status'), 'confirmed') === true,
      }
    })
  },
  async broadcast(transaction, on) {
    const txid = (await askServers(on, 'tx', transaction)).trim()
    if (!isTxid(txid)) throw badAnswer('tx', 'a transaction id')
    return txid
  },
  async status(txid, on) {
    try {
      return readMember(await askJson(on, `tx/${encodeURIComponent(txid)}/status`), 'confirmed') ===
        true
        ? 'confirmed'
        : 'pending'
    } catch (error) {
      const { code, context } = error as LatchkeyError
      if (code === 'http.status' && (context as { status: number }).status === 404) return 'unknown'
      throw error
    }
  },
  async feeRate(on) {
    const rate = readMember(await askJson(on, 'fee-estimates'), FEE_TARGET_BLOCKS)
    return typeof rate === 'number' && rate >= 1 && rate < 100_000 ? rate : 1
  },
}
