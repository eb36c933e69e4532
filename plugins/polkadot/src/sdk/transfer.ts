import {
  LatchkeyError,
  type ConnectedAccount,
  type SubmissionStatus,
  type Transfer,
} from '@latchkey/plugin-api'
import { codeOf, messageOf } from '@latchkey/plugin-api/wallet'
import type { ApiPromise, SubmittableResult } from '@polkadot/api'
import type { Signer } from '@polkadot/api/types'
import { toRpcError } from '../chain/toRpcError.js'
import { unlessAborted } from '../chain/unlessAborted.js'

/** A transaction as polkadot.js builds it. */
type Extrinsic = ReturnType<NonNullable<NonNullable<ApiPromise['tx'][string]>[string]>>

/** Number of blocks for which a transaction is valid: the default of polkadot.js. */
const VALID_BLOCKS = 64
/** Pause in ms between two reads of the newest final block. */
const POLL_MS = 2_000

/** Builds a transfer that fails rather than take the account below its existential deposit. */
export function transferOf(api: ApiPromise, to: string, value: bigint): Extrinsic {
  const make = api.tx['balances']?.['transferKeepAlive']
  if (!make)
    throw new LatchkeyError(
      'adapter.ability_missing',
      'This chain has no balances.transferKeepAlive: build the transaction with getApi().',
      { context: { ability: 'send', namespace: 'polkadot' } },
    )
  return make(to, value)
}

/** Error code of a node that already has the transaction in its pool. */
const ALREADY_IN_POOL = 1013

/**
 * Whether the node may have the transaction although submitting it failed. An error with a code is the
 * node's refusal, unless it has the transaction already. Without a code the node did not answer, and
 * only the library's "not connected" proves that nothing was sent.
 */
const isMaybeSent = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === undefined ? !/not connected/i.test(messageOf(error)) : code === ALREADY_IN_POOL
}

/**
 * Asks the wallet to sign a transaction and hands it to the node. A transaction that the node may have
 * counts as sent, because sending it again could pay twice; {@link follow} tells whether a block took
 * it.
 * @returns its hash
 * @throws `rpc.failed`, `kernel.aborted`, `wallet.*`
 */
export async function submit(
  api: ApiPromise,
  tx: Extrinsic,
  { address }: ConnectedAccount,
  signer: Signer,
  signal?: AbortSignal,
): Promise<string> {
  // A wallet may add a metadata hash, but must not change the call.
  const options = { signer, nonce: -1, withSignedTransaction: true, allowCallDataAlteration: false }
  const fail = (error: unknown): never => {
    throw toRpcError(error, 'author_submitExtrinsic')
  }
  const signed = await unlessAborted(
    'The transaction',
    () => tx.signAsync(address, options),
    signal,
  ).catch(fail)
  const hash = signed.hash.toHex()
  await api.rpc.author
    .submitExtrinsic(signed)
    .catch((error: unknown) => isMaybeSent(error) || fail(error))
  return hash
}

/** The fee of a transaction in base units. @throws `kernel.aborted` */
export async function feeOf(
  tx: Extrinsic,
  address: string,
  { signal }: Pick<Transfer, 'signal'>,
): Promise<bigint> {
  const { partialFee } = await unlessAborted('The fee', () => tx.paymentInfo(address), signal)
  return partialFee.toBigInt()
}

/**
 * The existential deposit in base units: the smallest balance of an account that exists. A transfer of
 * {@link transferOf} leaves at least that much.
 */
export const reserveOf = ({ consts }: ApiPromise): bigint =>
  BigInt(consts['balances']?.['existentialDeposit']?.toString() ?? 0)

const pause = (signal: AbortSignal | undefined): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  return unlessAborted(
    'The transaction',
    () => new Promise<void>((resolve) => (timer = setTimeout(resolve, POLL_MS))),
    signal,
  ).finally(() => clearTimeout(timer))
}

/** The number of the newest final block. */
export const newestFinal = async (api: ApiPromise): Promise<number> =>
  (await api.rpc.chain.getHeader(await api.rpc.chain.getFinalizedHead())).number.toNumber()

/** The outcome of a transaction in a block; `undefined` where the block does not have it. */
async function readOutcome(
  api: ApiPromise,
  number: number,
  id: string,
): Promise<SubmissionStatus | undefined> {
  const hash = await api.rpc.chain.getBlockHash(number)
  const { block } = await api.rpc.chain.getBlock(hash)
  const index = block.extrinsics.findIndex((one) => one.hash.toHex() === id)
  if (index < 0) return undefined
  const events = (await (await api.at(hash)).query['system']?.['events']?.()) as unknown as
    SubmittableResult['events'] | undefined
  const own = [...(events ?? [])].filter(
    ({ phase }) => phase.isApplyExtrinsic && phase.asApplyExtrinsic.toNumber() === index,
  )
  return {
    status: own.some(
      ({ event }) => event.section === 'system' && event.method === 'ExtrinsicFailed',
    )
      ? 'failed'
      : 'success',
    transaction: id,
  }
}

/**
 * Follows a transaction by its hash through the final blocks that may hold it. Yields `pending` at
 * once, then `success`, `failed`, or `dropped` where no block can hold it any more.
 * @param id hash of the transaction
 * @param from number of the last final block when it was sent, where that is known
 * @throws `rpc.failed`, `kernel.aborted`
 */
export async function* follow(
  api: ApiPromise,
  id: string,
  from: number | undefined,
  signal?: AbortSignal,
): AsyncGenerator<SubmissionStatus> {
  yield { status: 'pending' }
  const within = <T>(start: () => Promise<T>): Promise<T> =>
    unlessAborted('The transaction', start, signal)
  try {
    const first = await within(() => newestFinal(api))
    let next = from === undefined ? Math.max(0, first - VALID_BLOCKS) : from
    // Finality lags: a transaction signed at the newest block may become final that much later.
    const last = (from ?? first) + 2 * VALID_BLOCKS
    while (next <= last) {
      const newest = await within(() => newestFinal(api))
      for (; next <= Math.min(newest, last); next++) {
        const number = next
        const found = await within(() => readOutcome(api, number, id))
        if (found) return yield found
      }
      if (next <= last) await pause(signal)
    }
    yield { status: 'dropped' }
  } catch (error) {
    throw toRpcError(error, 'chain_getBlock')
  }
}
