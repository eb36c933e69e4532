import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import { badAnswer } from './errors.js'
import { items, member } from './loose.js'

/** A coin that nobody spent yet. */
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
/** Where balances, coins and the fate of transactions are read, and transactions sent. */
export interface BitcoinSource {
  /** Satoshi, those on their way in and out included. */
  balance(address: string, on: SourceOn): Promise<bigint>
  utxos(address: string, on: SourceOn): Promise<readonly Utxo[]>
  /** @param transaction hex @returns its id */
  broadcast(transaction: string, on: SourceOn): Promise<string>
  /** `unknown`: the source has not heard of it. */
  status(txid: string, on: SourceOn): Promise<'pending' | 'confirmed' | 'unknown'>
  /** Satoshi per virtual byte for the next few blocks. */
  feeRate(on: SourceOn): Promise<number>
}

const TIMEOUT = 15_000
const MOST_COINS = 10_000
/** Blocks within which a transfer is to be taken in. */
const SOON = '3'

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

/** Asks a network's servers one after the other until one answers. @throws `rpc.failed`, `http.status`, `http.unreachable`, `kernel.aborted` */
async function ask(
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
        AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(signal ? [signal] : [])]),
      )
    } catch (error) {
      if (signal?.aborted)
        throw new LatchkeyError('kernel.aborted', `${path} was given up.`, { cause: error })
      const { code, context } = error as LatchkeyError
      // No such thing, or a refusal: final.
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
  const text = await ask(on, path)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new LatchkeyError(
      'http.bad_answer',
      `${path} was answered with something else than JSON.`,
      { context: { url: on.network.rpcUrls[0] ?? '' }, cause },
    )
  }
}

/** Whole satoshi, or it is no answer. */
function sats(value: unknown, what: string): bigint {
  if (!Number.isSafeInteger(value)) throw badAnswer(what, 'whole satoshi')
  return BigInt(value as number)
}
const isTxid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)

/** Servers of the Esplora kind (Blockstream's, mempool's, one's own), named by the network's `rpcUrls`. */
export const esplora: BitcoinSource = {
  async balance(address, on) {
    const answer = await askJson(on, `address/${encodeURIComponent(address)}`)
    const sum = (part: unknown): bigint =>
      sats(member(part, 'funded_txo_sum'), 'address') -
      sats(member(part, 'spent_txo_sum'), 'address')
    return sum(member(answer, 'chain_stats')) + sum(member(answer, 'mempool_stats'))
  },
  async utxos(address, on) {
    const list = items(await askJson(on, `address/${encodeURIComponent(address)}/utxo`), MOST_COINS)
    if (!list) throw badAnswer('utxo', 'a list of coins')
    return list.map((coin) => {
      const [txid, index] = [member(coin, 'txid'), member(coin, 'vout')]
      if (!isTxid(txid) || !Number.isInteger(index))
        throw badAnswer('utxo', 'coins with txid and vout')
      return {
        txid,
        index: index as number,
        value: sats(member(coin, 'value'), 'utxo'),
        confirmed: member(member(coin, 'status'), 'confirmed') === true,
      }
    })
  },
  async broadcast(transaction, on) {
    const txid = (await ask(on, 'tx', transaction)).trim()
    if (!isTxid(txid)) throw badAnswer('tx', 'a transaction id')
    return txid
  },
  async status(txid, on) {
    try {
      return member(await askJson(on, `tx/${encodeURIComponent(txid)}/status`), 'confirmed') ===
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
    const rate = member(await askJson(on, 'fee-estimates'), SOON)
    return typeof rate === 'number' && rate >= 1 && rate < 100_000 ? rate : 1
  },
}
