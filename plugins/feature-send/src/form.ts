import type { SendApi, SendState, SendToken, SentTransaction } from './api.js'
import { balanceOf, meaningOf, problemOf, toTyped } from './amount.js'
import { createFees } from './fees.js'
import { createGround, keyOf, type Needs } from './ground.js'
import { remember } from './history.js'
import type { Order } from './order.js'
import { createReceiving } from './receiving.js'
import { wholeToBase } from './receiver/paymentUri.js'
import type { PaymentRequest } from './receiver/types.js'
import { createSent } from './sent.js'
import { createSubmitting } from './submit.js'
import { createTokens } from './tokens.js'

export type Form = Omit<SendApi, 'state' | 'canSend' | 'show' | 'back'>

/** What is the visitor's own: cleared by a send and by another network. */
const CLEARED = { token: undefined, sendTokenAmount: undefined, receiverAddress: undefined, receiverProfileImageUrl: undefined, receiverProfileName: undefined, value: undefined, amountProblem: undefined, receiver: { status: 'empty' }, fee: { status: 'unknown' }, unit: 'token', error: undefined } as const satisfies Partial<SendState>

const isSame = (one: SendToken | undefined, other: SendToken | undefined): boolean => one?.address === other?.address

/** The form behind {@link SendApi}: everything that the visitor's fields do. */
export function createForm(needs: Needs): Form {
  const { ctx, slice } = needs
  const ground = createGround(needs)
  const { place, adapter } = ground
  const locale = (): string => ctx.messages.locale.get()

  /** What follows from what has just changed. */
  const check = (): void => {
    slice.set((state) => (state.value === undefined ? {} : { amountProblem: problemOf(state) }))
    fees.follow()
  }
  const type = (change: Partial<SendState>): void => {
    slice.set((state) => ({ error: undefined, ...change, ...meaningOf({ ...state, ...change }, locale()) }))
    check()
  }
  const fees = createFees(ground, () => slice.set((state) => (state.value === undefined ? {} : { amountProblem: problemOf(state) })))
  const tokens = createTokens(ground, (all) => {
    slice.set(({ token }) => ({ token: token && (all.find((each) => isSame(each, token)) ?? token) }))
    check()
  })
  const receiving = createReceiving(ground, (request) => {
    check()
    if (request) void fill(request).catch((error: unknown) => ctx.log.warn(error))
  })
  const clear = (more: Partial<SendState> = {}): void => {
    receiving.stop()
    fees.stop()
    slice.set({ ...CLEARED, ...more })
  }
  const setToken = (token: SendToken | undefined): void => {
    const { unit, sendTokenAmount } = slice.get()
    // An amount in dollars means nothing for a token without a price.
    const isLost = unit === 'fiat' && token?.price === undefined
    type({ token, unit: isLost ? 'token' : unit, sendTokenAmount: isLost ? undefined : sendTokenAmount })
  }
  const setValue = (value: bigint, unit: SendState['unit']): void => {
    slice.set(({ token }) => (token ? { value, unit, sendTokenAmount: toTyped(value, token, unit, locale()), error: undefined } : {}))
    check()
  }
  /** What a payment URI asks for. An amount of something else than what is asked for is never filled in. */
  const fill = async ({ token: address, amount }: PaymentRequest): Promise<void> => {
    const asked = slice.get().receiverAddress
    if (!slice.get().tokenBalances.length) await tokens.load()
    if (slice.get().receiverAddress !== asked) return
    const at = place()
    const chain = at && (await adapter(at.account.namespace))
    const spelled = (text: string): string => {
      try {
        return chain?.parseAddress(text) ?? text
      } catch {
        return text
      }
    }
    const token = slice.get().tokenBalances.find((each) => (address === undefined || each.address === undefined ? each.address === address : spelled(each.address) === spelled(address)))
    setToken(token)
    const value = token && amount && ('base' in amount ? amount.base : wholeToBase(amount.whole, token.quantity.decimals))
    if (value !== undefined) setValue(value, 'token')
  }
  const onEnd = ({ account, network }: SentTransaction): void => {
    const at = place()
    if (at?.account.address === account && at.network.id === network && slice.get().tokenBalances.length) void tokens.load()
  }
  const sent = createSent(ground, onEnd)
  const onSent = (transaction: SentTransaction, order: Order): SentTransaction => {
    remember(ctx, order.network.namespace, order.receiver.address)
    // Who went to another account meanwhile may be typing there.
    const isHere = keyOf(order) === keyOf(place())
    if (isHere) clear({ loading: false, review: undefined })
    else slice.set({ loading: false, review: undefined })
    const kept = sent.add(transaction)
    ctx.events.emit('send:submitted', { transaction: kept })
    if (isHere) void tokens.load()
    return kept
  }
  const submitting = createSubmitting(ground, fees, onSent)

  let seen = keyOf(place())
  const follow = (): void => {
    const now = keyOf(place())
    if (now === seen) return
    seen = now
    tokens.stop()
    submitting.leave()
    clear({ tokenBalances: [], networkBalanceInUSD: undefined, lastRetry: undefined, review: undefined })
    if (now && ctx.modal.get().open && ctx.router.get().at(-1)?.view.startsWith('send.')) void tokens.load()
  }
  ctx.accounts.subscribe(follow)
  ctx.activeNetwork.subscribe(follow)

  return {
    load() {
      sent.resume()
      return tokens.load()
    },
    setToken,
    setAmount: (text) => type({ sendTokenAmount: text }),
    setUnit(unit) {
      const { token, value, unit: before } = slice.get()
      if (unit === before || (unit === 'fiat' && token?.price === undefined)) return
      if (token && value !== undefined) setValue(value, unit)
      else type({ unit, sendTokenAmount: undefined })
    },
    setReceiver: receiving.set,
    acceptLookalike: receiving.accept,
    async max() {
      const [{ token, receiver, unit }, at] = [slice.get(), place()]
      if (!token || !at) return
      const balance = balanceOf(token)
      if (token.address !== undefined || !ground.can(at.account.namespace, 'estimate')) return setValue(balance, unit)
      const most = await fees.most(balance, receiver.status === 'ok' ? receiver.address : at.account.address, at).catch((error: unknown) => void ctx.log.warn(error))
      // Somebody may have typed on meanwhile.
      if (keyOf(at) !== keyOf(place()) || !isSame(token, slice.get().token)) return
      setValue(most?.value ?? balance, unit)
    },
    async send() {
      if (slice.get().receiver.status === 'checking') await receiving.settled()
      return submitting.send()
    },
    confirm: submitting.confirm,
    decline: submitting.decline,
    reset: () => clear(),
    dismiss: sent.dismiss,
  }
}
