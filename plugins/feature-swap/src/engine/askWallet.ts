import {
  createToken,
  LatchkeyError,
  type Amount,
  type Json,
  type RequestPreviewer,
} from '@latchkey/plugin-api'
import { writeAmount } from '@latchkey/plugin-api/amounts'
import type { SwapRecord, SwapTransaction } from '../api.js'
import { approveData, toQuantity } from '../proof/hex.js'
import { permitCall, sentTx, typedPermit, type Permit } from '../proof/permit.js'
import type { Follower } from '../sending/followRecords.js'
import type { Records } from '../sending/records.js'
import { hexId, type SwapServices } from '../services/swapServices.js'
import { isOfActive, type Deal } from './buildDeal.js'

/** Comes before previewers that show any request (`@latchkey/feature-preview` has 900). */
const PREVIEWER_ORDER = 10
/** The connection of a Safe answers with its own hashes, which are followed as calls are. */
const SAFE = 'safe'

/** Asks the wallet, and follows what it sent. */
export interface Wallet {
  /** Resolves when all approvals of the deal are mined, or the permit in their place is signed. */
  approve(deal: Deal, signal: AbortSignal): Promise<void>
  /** @param onSent the wallet has sent it */
  swap(deal: Deal, signal: AbortSignal, onSent: (record: SwapRecord) => void): Promise<SwapRecord>
  revoke(deal: Deal, signal: AbortSignal): Promise<void>
}

interface Call {
  method: string
  params: Json
}
/** A call that sends something. */
interface SendingCall extends Call {
  kind: string
}

const toParams = ({ from, to, data, value }: SwapTransaction): Json => ({
  ...{ from, to, data },
  value: toQuantity(value),
})

const callOf = (deal: Deal, tx: SwapTransaction): SendingCall => ({
  method: 'eth_sendTransaction',
  params: [toParams(tx)],
  kind: deal.active.account.connectionId === SAFE ? SAFE : 'transaction',
})

/** Approval and swap in one request: both happen, or neither. */
const batchOf = ({ active: { account, network }, built }: Deal): SendingCall => ({
  method: 'wallet_sendCalls',
  params: [
    {
      ...{ version: '2.0.0', from: account.address, chainId: hexId(network.id) },
      atomicRequired: true,
      calls: [...built.approvals, built.tx].map(({ to, data, value }) => ({
        ...{ to, data },
        value: toQuantity(value),
      })),
    },
  ],
  kind: 'calls',
})

const idOf = (answer: unknown, method: string): string => {
  const id =
    typeof answer === 'object' && answer !== null && 'id' in answer
      ? (answer as { id: unknown }).id
      : answer
  if (typeof id === 'string' && id !== '' && id.length <= 2_048) return id
  throw new LatchkeyError(
    'wallet.bad_answer',
    'The wallet answered without the id of the transaction: look for it in the wallet.',
    { context: { method } },
  )
}

const text = ({ value, decimals }: Pick<Amount, 'value' | 'decimals'>): string =>
  writeAmount(value, decimals)

/** The record of a request that the wallet has not answered yet. */
function toRecord(deal: Deal, step: SwapRecord['step'], { kind }: SendingCall): SwapRecord {
  const { active, from, to, wanted, built } = deal
  const { minimum, spender } = built.quote
  return {
    ...{ id: `asked-${Math.random().toString(36).slice(2)}`, kind, step, status: 'unanswered' },
    ...{ network: active.network.id, account: active.account.address, at: Date.now() },
    ...{ symbol: from.symbol, amount: text({ value: wanted.amount, decimals: from.decimals }) },
    to: step === 'swap' ? built.tx.to : (from.address ?? built.tx.to),
    bought: {
      ...{ symbol: to.symbol, decimals: to.decimals },
      minimum: text({ value: minimum, decimals: to.decimals }),
      ...(to.address !== undefined && { address: to.address }),
    },
    ...(from.address !== undefined && { token: from.address }),
    ...(spender !== null && { spender }),
  }
}

/** The requests that visitors agreed to, by the signal that each carries. */
function addPreviewer({ ctx }: SwapServices): WeakMap<AbortSignal, Call> {
  const agreed = new WeakMap<AbortSignal, Call>()
  ctx.points.add(createToken<RequestPreviewer>('previews'), {
    id: 'swap',
    order: PREVIEWER_ORDER,
    takes: ({ caller }) => !!caller && agreed.has(caller),
    async review({ caller, method, params }) {
      const call = caller && agreed.get(caller)
      // The visitor has read it already: nothing else may go out under that yes.
      if (call?.method === method && JSON.stringify(call.params) === JSON.stringify(params)) return
      throw new LatchkeyError(
        'swap.not_as_quoted',
        'The request is not the one that the visitor agreed to: the wallet is not asked.',
        { context: { problem: 'account' } },
      )
    },
  })
  return agreed
}

const failed = (record: SwapRecord): LatchkeyError =>
  new LatchkeyError(
    'swap.failed',
    `The ${record.step} ended as ${record.status}: look at ${record.hash ?? record.id}.`,
    { context: { status: record.status, step: record.step } },
  )

/** Errors after which the wallet may still send what it was asked for. */
const UNCLEAR = [
  ...['wallet.account_changed', 'wallet.disconnected', 'wallet.bad_answer', 'kernel.aborted'],
  ...['kernel.disposed', 'kernel.timed_out'],
]

// eslint-disable-next-line max-lines-per-function -- asking, following and their errors read together
export function createWallet(services: SwapServices, records: Records, follower: Follower): Wallet {
  const { ctx } = services
  const agreed = addPreviewer(services)
  const checkOwner = (deal: Deal, signal: AbortSignal): void => {
    signal.throwIfAborted()
    if (!isOfActive(services, deal))
      throw new LatchkeyError(
        'wallet.account_changed',
        'The account or the network changed before the wallet was asked: nothing was sent.',
      )
  }
  const request = ({ active }: Deal, call: Call): Promise<unknown> => {
    // Of its own: a visitor who stops waiting takes nothing back that the wallet still shows.
    const own = new AbortController()
    agreed.set(own.signal, call)
    return ctx.connections.request({
      ...{ network: active.network.id, connectionId: active.account.connectionId },
      ...{ method: call.method, params: call.params, signal: own.signal },
    })
  }
  /** Has a permit signed, which goes with the swap. Nothing is sent. */
  const sign = async (deal: Deal, permit: Permit, signal: AbortSignal): Promise<void> => {
    const { wanted } = deal
    checkOwner(deal, signal)
    const method = 'eth_signTypedData_v4'
    const params: Json = [permit.owner, typedPermit(permit)]
    // Wallets refuse typed data in many ways: after any error the next try asks for an approval.
    const answer = await request(deal, { method, params }).catch((error: unknown) => {
      services.permits.refuse(wanted)
      throw error
    })
    const call = permitCall(permit, answer)
    if (call === undefined) {
      services.permits.refuse(wanted)
      throw new LatchkeyError(
        'wallet.bad_answer',
        'The wallet answered without a signature of 65 bytes: nothing was sent. The next try asks for an approval.',
        { context: { method } },
      )
    }
    services.permits.keep(wanted, permit, call)
  }
  /** Asks once. The wallet may answer after nobody waits any more: what it sent is followed then too. */
  const send = async (
    deal: Deal,
    step: SwapRecord['step'],
    call: SendingCall,
    signal: AbortSignal,
  ): Promise<SwapRecord> => {
    checkOwner(deal, signal)
    const asked = toRecord(deal, step, call)
    records.put(asked)
    try {
      const answer = await request(deal, call)
      const sent: SwapRecord = {
        ...asked,
        ...{ id: idOf(answer, call.method), status: 'pending', at: Date.now() },
        ...(call.kind === 'transaction' && { hash: idOf(answer, call.method) }),
      }
      records.put(sent, asked.id)
      ctx.events.emit('swap:submitted', { record: sent })
      if (signal.aborted)
        ctx.toasts.show({ variant: 'info', message: ctx.messages.text('swap.toastAfterAll') })
      return sent
    } catch (error) {
      const { code } = error as { code?: string }
      if (!UNCLEAR.includes(code ?? '')) records.remove(asked.id)
      throw error
    }
  }
  const follow = async (record: SwapRecord): Promise<SwapRecord> => {
    const ended = await follower.follow(record)
    if (ended.status !== 'success') throw failed(ended)
    return ended
  }
  return {
    async approve(deal, signal) {
      if (deal.permit) return sign(deal, deal.permit, signal)
      for (const tx of deal.built.approvals) {
        const sent = await send(deal, 'approve', callOf(deal, tx), signal)
        await follow(sent)
      }
    },
    async swap(deal, signal, onSent) {
      const call = deal.isBatched ? batchOf(deal) : callOf(deal, sentTx(deal.built))
      const sent = await send(deal, 'swap', call, signal)
      services.permits.drop(deal.wanted)
      onSent(sent)
      return follow(sent)
    },
    async revoke(deal, signal) {
      const { account } = deal.active
      const { spender } = deal.built.quote
      if (deal.from.address === undefined || spender === null) return
      const tx: SwapTransaction = {
        ...{ from: account.address, to: deal.from.address, value: 0n },
        data: approveData(spender, 0n),
      }
      await follow(await send(deal, 'revoke', callOf(deal, tx), signal))
    },
  }
}
