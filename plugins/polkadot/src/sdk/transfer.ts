import {
  LatchkeyError,
  type ConnectedAccount,
  type SubmissionStatus,
  type Transfer,
} from '@latchkey/plugin-api'
import type { ApiPromise, SubmittableResult } from '@polkadot/api'
import type { Signer } from '@polkadot/api/types'
import { codeOf, messageOf, toRpcError } from '../errors.js'
import { unlessAborted } from '../settle.js'

type Extrinsic = ReturnType<NonNullable<NonNullable<ApiPromise['tx'][string]>[string]>>

/** Blocks for which a transaction can be taken in, by polkadot.js' default. */
const MORTAL = 64
/** ms between two looks for a newer block. */
const EVERY = 2_000

/** The transfer as a transaction. It never takes so much that the account would end. */
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

/** Code of a node that has the transaction already. */
const IN_POOL = 1013

/** Whether the node may have it although it says something else, or nothing: what a node answers has a code. What was never handed to it fails without one, by these words of the library. */
const isMaybeSent = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === undefined ? !/not connected/i.test(messageOf(error)) : code === IN_POOL
}

/**
 * Has it signed and hands it to the node. What the node may have although it did not answer counts as sent: to send it again could pay twice, and whoever watches it sees whether it was. @returns its hash
 * @throws `rpc.failed`, `kernel.aborted`, `wallet.*`
 */
export async function submit(
  api: ApiPromise,
  tx: Extrinsic,
  { address }: ConnectedAccount,
  signer: Signer,
  signal?: AbortSignal,
): Promise<string> {
  // A wallet may add to what it signs (a metadata hash), never to what is done.
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

export async function feeOf(
  tx: Extrinsic,
  address: string,
  { signal }: Pick<Transfer, 'signal'>,
): Promise<bigint> {
  const { partialFee } = await unlessAborted('The fee', () => tx.paymentInfo(address), signal)
  return partialFee.toBigInt()
}

/** What an account must hold to live on: a transfer that keeps it alive leaves so much. */
export const reserveOf = ({ consts }: ApiPromise): bigint =>
  BigInt(consts['balances']?.['existentialDeposit']?.toString() ?? 0)

const wait = (signal: AbortSignal | undefined): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  return unlessAborted(
    'The transaction',
    () => new Promise<void>((resolve) => (timer = setTimeout(resolve, EVERY))),
    signal,
  ).finally(() => clearTimeout(timer))
}

export const newestFinal = async (api: ApiPromise): Promise<number> =>
  (await api.rpc.chain.getHeader(await api.rpc.chain.getFinalizedHead())).number.toNumber()

/** What became of a transaction in that block. `undefined`: it is not in there. */
async function lookIn(
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
 * Follows a transaction by its hash through final blocks, from those in which it could be already, until it can be in none any more.
 * @param from number of the last final block when it was sent, where that is known
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
    let next = from === undefined ? Math.max(0, first - MORTAL) : from
    // Finality runs behind: one that was signed at the newest block may come so much later.
    const last = (from ?? first) + 2 * MORTAL
    while (next <= last) {
      const newest = await within(() => newestFinal(api))
      for (; next <= Math.min(newest, last); next++) {
        const number = next
        const found = await within(() => lookIn(api, number, id))
        if (found) return yield found
      }
      if (next <= last) await wait(signal)
    }
    yield { status: 'dropped' }
  } catch (error) {
    throw toRpcError(error, 'chain_getBlock')
  }
}
