import { isLatchkeyError, type Caip2 } from '@latchkey/plugin-api'
import type { SendApi, SendState, SentTransaction } from './api.js'
import { contactsOn } from './contacts.js'
import { createFees } from './fees.js'
import { createFields, isSame, judge, respell } from './fields.js'
import { createGround, keyOf, type Ground, type Needs } from './ground.js'
import { remember } from './history.js'
import { createReceiving } from './receiving.js'
import { createSent, type Sent } from './sent.js'
import { createSubmitting, type Hearing } from './submit.js'
import { createTokens, type Tokens } from './tokens.js'

export type Form = Omit<SendApi, 'state' | 'canSend' | 'show' | 'back'>

/** What is the visitor's own: cleared by a send and by another network. */
const CLEARED = {
  token: undefined,
  sendTokenAmount: undefined,
  receiverAddress: undefined,
  receiverProfileImageUrl: undefined,
  receiverProfileName: undefined,
  value: undefined,
  amountProblem: undefined,
  receiver: { status: 'empty' },
  fee: { status: 'unknown' },
  unit: 'token',
  error: undefined,
} as const satisfies Partial<SendState>
/** What is the account's: cleared by another one. */
const UNREAD = {
  contacts: [],
  tokenBalances: [],
  networkBalanceInUSD: undefined,
  lastRetry: undefined,
} as const satisfies Partial<SendState>

/** The fields, and what is read for them. */
function createParts(ground: Ground) {
  const { ctx, slice } = ground
  const fees = createFees(ground, () => judge(ground))
  const tokens = createTokens(ground, (all) => {
    const { token: before, unit } = slice.get()
    const now = before && (all.find((each) => isSame(each, before)) ?? before)
    slice.set({ token: now })
    // What was typed means something else by then.
    if (
      before?.quantity.decimals !== now?.quantity.decimals ||
      (unit === 'fiat' && before?.price !== now?.price)
    )
      fields.setToken(now)
    else fields.check()
  })
  const fields = createFields(ground, fees, tokens)
  respell(ground)
  const receiving = createReceiving(ground, (request) => {
    fields.check()
    if (request) void fields.fill(request).catch((error: unknown) => ctx.log.warn(error))
  })
  const clear = (more: Partial<SendState> = {}): void => {
    receiving.stop()
    fees.stop()
    slice.set({ ...CLEARED, ...more })
  }
  return { fees, tokens, fields, receiving, clear }
}

/** Calls back when the account or the network in use has become another one. */
function onPlace({ ctx, place }: Ground, changed: (isSomewhere: boolean) => void): void {
  let seen = keyOf(place())
  const look = (): void => {
    const now = keyOf(place())
    if (now === seen) return
    seen = now
    changed(now !== '')
  }
  ctx.accounts.subscribe(look)
  ctx.activeNetwork.subscribe(look)
}

/** Reads whom the visitor knows here, to be chosen from. */
function loadContacts(ground: Ground): void {
  const { ctx, slice, place, adapter } = ground
  const at = place()
  if (!at) return
  const show = (contacts: SendState['contacts']): void => {
    if (contacts && keyOf(at) === keyOf(place())) slice.set({ contacts })
  }
  void adapter(at.network.namespace)
    .then((chain) => contactsOn(ground, chain, at.network))
    .then(show)
    .catch((error: unknown) => ctx.log.warn(error))
}

const tellBalance = ({ ctx }: Ground, network: string): void =>
  ctx.events.emit('send:balance-changed', { network: network as Caip2 })

/** What becomes of a request that the visitor agreed to. */
function createHearing(
  ground: Ground,
  sent: Sent,
  tokens: Tokens,
  clear: (more?: Partial<SendState>) => void,
): Hearing {
  const { ctx } = ground
  const say = (
    key: string,
    { amount, symbol }: SentTransaction,
    variant: 'info' | 'error' = 'info',
  ): void => ctx.toasts.show({ variant, message: ctx.messages.text(key, { amount, symbol }) })
  return {
    onAsked: (asked) => void sent.add(asked),
    onSent(transaction, order, isLeft, asked) {
      remember(ctx, order.network.namespace, order.receiver.address)
      const kept = sent.add(transaction, asked)
      ctx.events.emit('send:submitted', { transaction: kept })
      tellBalance(ground, order.network.id)
      if (isLeft) say('send.toastAfterAll', kept)
      if (keyOf(order) !== keyOf(ground.place())) return kept
      // Who waits no longer, or went to another account, may be typing by now.
      if (!isLeft) clear({ loading: false, review: undefined })
      void tokens.load()
      return kept
    },
    onLeft(asked) {
      clear()
      say('send.toastUnanswered', asked)
    },
    onUnsent(asked, isLeft, error) {
      sent.dismiss(asked.id)
      const isNo = isLatchkeyError(error, 'wallet.user_rejected')
      if (isLeft) say(isNo ? 'send.declined' : 'send.toastFailed', asked, isNo ? 'info' : 'error')
    },
  }
}

/** The form behind {@link SendApi}: everything that the visitor's fields do. */
export function createForm(needs: Needs): Form {
  const { ctx, slice } = needs
  const ground = createGround(needs)
  const {
    fees,
    tokens,
    fields: { setToken, setAmount, setUnit, max },
    receiving,
    clear,
  } = createParts(ground)
  const sent = createSent(ground, ({ account, network }: SentTransaction) => {
    const at = ground.place()
    tellBalance(ground, network)
    if (
      at?.account.address === account &&
      at.network.id === network &&
      slice.get().tokenBalances.length
    )
      void tokens.load()
  })
  const { send, confirm, decline, stopWaiting, leave } = createSubmitting(
    ground,
    fees,
    createHearing(ground, sent, tokens, clear),
  )
  const here = (): Partial<SendState> => {
    const { namespace = '' } = ground.place()?.account ?? {}
    return { namespace, takesNames: ground.can(namespace, 'nameLookup') }
  }
  slice.set(here())
  const load = (): Promise<void> => {
    loadContacts(ground)
    return tokens.load()
  }
  onPlace(ground, (isSomewhere) => {
    tokens.stop()
    leave()
    clear({ ...UNREAD, ...here(), review: undefined })
    if (isSomewhere && ctx.modal.get().open && ctx.router.get().at(-1)?.view.startsWith('send.'))
      void load()
  })
  return {
    load() {
      sent.resume()
      return load()
    },
    setToken,
    setAmount,
    setUnit,
    max,
    confirm,
    decline,
    stopWaiting,
    setReceiver: receiving.set,
    acceptLookalike: receiving.accept,
    async send() {
      if (slice.get().receiver.status === 'checking') await receiving.settled()
      return send()
    },
    reset: () => clear(),
    dismiss: sent.dismiss,
  }
}
