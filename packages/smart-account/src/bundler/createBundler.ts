import { isLatchkeyError, type LatchkeyError } from '@latchkey/plugin-api'
import type { Address, Hex } from 'viem'
import { CONTRACTS } from '../contracts/addresses.js'
import { hashOperation, operationToRpc } from '../operation/operation.js'
import type { Operation } from '../operation/types.js'
import { failed, post, type Endpoint } from './post.js'
import { gasOf, knowsOperation, quantityOf, receiptOf } from './readAnswers.js'
import type { Bundler, BundlerOptions, OperationSearch } from './types.js'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 262_144

/** A bundler that has the operation already refuses it, in these words, and will execute it all the same. */
const HAS_IT = /already (?:known|exists|received|in (?:the )?mempool)/i

const serves = (entryPoints: unknown): boolean =>
  Array.isArray(entryPoints) &&
  entryPoints.some(
    (one) => typeof one === 'string' && one.toLowerCase() === CONTRACTS.entryPoint.toLowerCase(),
  )

/** @throws `smart.bundler_failed` */
async function checkEndpoint(endpoint: Endpoint, chainId: number) {
  const [chain, entryPoints] = await Promise.all([
    post(endpoint, 'eth_chainId', []),
    post(endpoint, 'eth_supportedEntryPoints', []),
  ])
  if (quantityOf(chain) !== BigInt(chainId))
    throw failed('other-chain', `serves another chain than ${chainId}`)
  if (!serves(entryPoints)) throw failed('other-entry-point', 'does not serve EntryPoint 0.7')
}

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Asks one endpoint, once it has been found to serve the chain. */
function askerOf(endpoint: Endpoint, chainId: number): Ask {
  let checked: Promise<void> | undefined
  return async (method, params) => {
    checked ??= checkEndpoint(endpoint, chainId)
    try {
      await checked
    } catch (error) {
      checked = undefined
      throw error
    }
    return post(endpoint, method, params)
  }
}

/** Says more about the operation than that a bundler is away. */
const isTelling = (error: unknown): boolean =>
  isLatchkeyError(error, 'smart.bundler_failed') && error.context.failure === 'rejected'

async function firstAnswer<Answer>(
  askers: readonly Ask[],
  question: (ask: Ask) => Promise<Answer>,
): Promise<Answer> {
  let reason: unknown
  for (const ask of askers) {
    try {
      return await question(ask)
    } catch (error) {
      if (reason === undefined || !isTelling(reason)) reason = error
    }
  }
  throw reason ?? failed('unavailable', 'is not named')
}

const hasItAlready = (error: unknown): boolean =>
  isLatchkeyError(error, 'smart.bundler_failed') &&
  HAS_IT.test((error as LatchkeyError).details ?? '')

async function sendBy(ask: Ask, operation: Operation, hash: Hex): Promise<Hex> {
  let answer: unknown
  try {
    answer = await ask('eth_sendUserOperation', [operationToRpc(operation), CONTRACTS.entryPoint])
  } catch (error) {
    if (hasItAlready(error)) return hash
    throw error
  }
  if (typeof answer !== 'string' || answer.toLowerCase() !== hash)
    throw failed('false-answer', 'took another operation than the one that was sent')
  return hash
}

async function findBy(
  ask: Ask,
  { hash, sender, chainId }: { hash: Hex; sender: Address; chainId: number },
): Promise<OperationSearch> {
  try {
    const receipt = receiptOf(await ask('eth_getUserOperationReceipt', [hash]), hash, sender)
    if (receipt) return { receipts: [receipt], isPending: false, unanswered: 0 }
    const found = await ask('eth_getUserOperationByHash', [hash])
    return { receipts: [], isPending: knowsOperation(found, hash, chainId), unanswered: 0 }
  } catch {
    return { receipts: [], isPending: false, unanswered: 1 }
  }
}

/**
 * The bundlers of one chain. Each request goes to the first, and to the next where that fails: at 429, 5xx, an HTML
 * page, silence, another chain, another EntryPoint, a refusal or an answer about something else.
 */
export function createBundler(options: BundlerOptions): Bundler {
  const { urls, chainId, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options
  const request: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init))
  const askers = urls.map((url) => askerOf({ url, timeoutMs, maxBytes, fetch: request }, chainId))
  return {
    check: async () => {
      await firstAnswer(askers, (ask) => ask('eth_chainId', []))
    },
    send: (operation) => {
      const hash = hashOperation(operation, chainId)
      return firstAnswer(askers, (ask) => sendBy(ask, operation, hash))
    },
    sendToAll: async (operation) => {
      const hash = hashOperation(operation, chainId)
      await Promise.allSettled(askers.map((ask) => sendBy(ask, operation, hash)))
    },
    estimate: (operation) =>
      firstAnswer(askers, async (ask) =>
        gasOf(
          await ask('eth_estimateUserOperationGas', [
            operationToRpc(operation),
            CONTRACTS.entryPoint,
          ]),
        ),
      ),
    find: async (hash, sender) => {
      const searches = await Promise.all(
        askers.map((ask) => findBy(ask, { hash, sender, chainId })),
      )
      const receipts = searches.flatMap((search) => search.receipts)
      return {
        ...(receipts[0] && { receipt: receipts[0] }),
        receipts,
        isPending: searches.some(({ isPending }) => isPending),
        unanswered: searches.reduce((sum, { unanswered }) => sum + unanswered, 0),
      }
    },
  }
}
