import type { Operation } from '@latchkey/smart-account'
import { isLatchkeyError } from '@latchkey/plugin-api'
import type { Hex } from 'viem'
import { FrameError } from '../link/errors.js'
import type { SmartContext } from './context.js'
import { earlierCarriedOut, operationReplaced } from './failures.js'
import { look } from './follow.js'
import type { OperationRecord } from './records.js'

interface Signed {
  hash: Hex
  operation: Operation
  /** The newest block when it was made. */
  fromBlock: bigint
}

/** Tries to hand an operation on, where no bundler answered. */
const TRIES = 3
const PAUSE_MS = 1_500

/** The operation was signed, and no bundler said that it took it. */
const unknownOutcome = (): FrameError =>
  new FrameError(
    'The operation was signed, and nobody said whether they took it. It may still be carried out.',
    { code: -32_603, reason: 'transaction_unknown' },
  )

const isRefusal = (error: unknown): boolean =>
  isLatchkeyError(error, 'smart.bundler_failed') && error.context.failure === 'rejected'

/** The failure of an operation that was replaced: it names the one of this browser that was carried out. */
export async function replacedBy(
  { records, network, account }: SmartContext,
  { replacedBy: hash, at }: OperationRecord,
): Promise<FrameError> {
  const known = await records.list(network, account.address)
  const winner = known.find((record) => record.hash === hash)
  return winner?.transactionHash && winner.at < at
    ? earlierCarriedOut(winner.transactionHash)
    : operationReplaced()
}

/** Whether somebody has it in spite of an error, or may have it. */
async function whereIs(
  { bundler, account }: SmartContext,
  { hash }: Signed,
): Promise<'there' | 'nowhere' | 'unknown'> {
  const { receipt, isPending, unanswered } = await bundler.find(hash, account.address)
  if (receipt || isPending) return 'there'
  return unanswered ? 'unknown' : 'nowhere'
}

/**
 * Hands a signed operation to a bundler. It is written down before: whatever happens afterwards, nothing else is
 * signed with its nonce unless this one was looked for.
 * @param submitted is called once it may be carried out: nobody can take the request back any more. It throws
 * where the request was taken back before, and nobody gets the operation
 * @throws `smart.bundler_failed` where all refused it: they have its bytes and may carry it out later; FrameError
 * `transaction_unknown` where nobody says whether they have it
 */
export async function submit(
  context: SmartContext,
  signed: Signed,
  { submitted }: { submitted: () => void },
): Promise<OperationRecord> {
  const { network, records, bundler, now, pause } = context
  const record: OperationRecord = { ...signed, network, at: now(), state: 'signed' }
  await records.put(record)
  const keep = async (state: OperationRecord['state']): Promise<OperationRecord> => {
    const next: OperationRecord = { ...record, state }
    await records.put(next)
    return next
  }
  try {
    submitted()
  } catch (error) {
    await keep('withdrawn')
    throw error
  }
  for (let tried = 1; ; tried += 1) {
    try {
      await bundler.send(signed.operation)
      return await keep('sent')
    } catch (error) {
      const place = await whereIs(context, signed)
      if (place === 'there') return keep('sent')
      const seen = await look(context, record).catch(() => record)
      if (seen.state === 'included' || seen.state === 'failed') return seen
      if (seen.state === 'replaced') throw await replacedBy(context, seen)
      if (isRefusal(error) && place === 'nowhere') {
        await keep('refused')
        throw error
      }
      if (tried >= TRIES) throw unknownOutcome()
      await pause(PAUSE_MS)
    }
  }
}
