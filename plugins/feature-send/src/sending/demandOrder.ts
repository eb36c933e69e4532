import { LatchkeyError, type Transfer } from '@latchkey/plugin-api'
import type { Receiver, SendState, SendToken } from '../api.js'
import { isBlocked } from '../receiver/lookalikes.js'
import type { ActiveAccount, SendServices } from '../services/sendServices.js'

/** A payment as the form holds it, checked. */
export interface Order extends ActiveAccount {
  token: SendToken
  value: bigint
  receiver: Receiver & { status: 'ok' }
  receiverName?: string
}

const incomplete = (missing: 'amount' | 'receiver'): LatchkeyError =>
  new LatchkeyError('send.incomplete', 'An amount and receiver address are required', {
    context: { missing },
  })

function demandReceiver({
  receiver,
  receiverAddress = '',
}: SendState): Receiver & { status: 'ok' } {
  const refuse = (problem: string, why: string): never => {
    throw new LatchkeyError(
      'send.receiver_refused',
      `Nothing is sent to ${receiverAddress.slice(0, 80)}: ${why}.`,
      { context: { receiver: receiverAddress, problem } },
    )
  }
  if (receiver.status === 'empty') throw incomplete('receiver')
  if (receiver.status === 'refused')
    return refuse(receiver.problem, 'it is not a receiver of this network, see problem')
  if (receiver.status === 'checking')
    return refuse('send.receiverUnread', 'it is still being read, wait for state.receiver')
  if (receiver.lookalike && !receiver.isLookalikeAccepted)
    return refuse(
      'send.lookalike',
      `it looks like ${receiver.lookalike.known}, have the visitor compare them and call acceptLookalike()`,
    )
  if (isBlocked(receiver))
    return refuse(
      'send.similarName',
      `its name looks like ${receiver.similarName?.name}, have the visitor compare them and call acceptLookalike()`,
    )
  return receiver
}

/**
 * The payment that the form holds, checked in the order of the specification.
 * @throws `send.unsupported_chain`,
 * `send.incomplete`, `send.token_missing`, `send.receiver_refused`, `send.amount_refused`,
 * `rpc.no_connection`
 */
export function demandOrder({ ctx, slice, canSend, activeAccount }: SendServices): Order {
  const state = slice.get()
  const {
    token,
    value,
    sendTokenAmount = '',
    receiverAddress = '',
    amountProblem,
    receiverProfileName,
  } = state
  const namespace = ctx.activeNetwork.get().namespace ?? ''
  if (!canSend(namespace))
    throw new LatchkeyError('send.unsupported_chain', 'Unsupported chain', {
      context: { namespace },
    })
  if (!sendTokenAmount.trim()) throw incomplete('amount')
  if (!receiverAddress.trim()) throw incomplete('receiver')
  if (!token) throw new LatchkeyError('send.token_missing', 'A token is required')
  const active = activeAccount()
  if (!active)
    throw new LatchkeyError(
      'rpc.no_connection',
      'No wallet is connected to send with: connect one first.',
      { context: { network: ctx.activeNetwork.current()?.id ?? namespace } },
    )
  const receiver = demandReceiver(state)
  if (amountProblem !== undefined || !value)
    throw new LatchkeyError(
      'send.amount_refused',
      `${sendTokenAmount.slice(0, 80)} ${token.symbol} cannot be sent, see problem: ` +
        'expected an amount that the account has, fee included.',
      { context: { amount: sendTokenAmount, problem: amountProblem ?? 'send.amountInvalid' } },
    )
  const receiverName = receiverProfileName ?? receiver.contact
  return { ...active, token, value, receiver, ...(receiverName !== undefined && { receiverName }) }
}

/** The order as the adapter's `send` takes it. */
export const toTransfer = (
  { account, network, token, value, receiver }: Order,
  signal: AbortSignal,
): Transfer => ({
  account,
  network,
  to: receiver.address,
  value,
  signal,
  ...(token.address !== undefined && { token: token.address }),
  ...(token.nft && { nft: token.nft }),
  ...receiver.carried,
})
