import type { SendState, SendToken } from './api.js'
import { balanceOf, meaningOf, problemOf, toTyped } from './amount.js'
import type { Fees } from './fees.js'
import { keyOf, type Ground } from './ground.js'
import { isSame as isSameAddress } from './receiver/lookalike.js'
import { wholeToBase } from './receiver/paymentUri.js'
import type { PaymentRequest } from './receiver/types.js'
import type { Tokens } from './tokens.js'

/** The fields for what and how much. */
export interface Fields {
  setToken(token: SendToken | undefined): void
  setAmount(text: string): void
  setUnit(unit: SendState['unit']): void
  /** All that can be sent. */
  max(): Promise<void>
  /** What a payment URI asks for. */
  fill(request: PaymentRequest): Promise<void>
  /** What the fields mean now that something else has changed. */
  check(): void
}

export const isSame = (one: SendToken | undefined, other: SendToken | undefined): boolean =>
  one?.address === other?.address

/** Judges the amount by balance and fee. */
export const judge = ({ slice }: Ground): void =>
  slice.set((state) => (state.value === undefined ? {} : { amountProblem: problemOf(state) }))

/** Contracts and mints keep what is sent to them. Tokens may be read after the receiver. */
const judgeReceiver = ({ slice }: Ground): void =>
  slice.set(({ receiver, token, tokenBalances }) => {
    if (receiver.status !== 'ok') return {}
    const found = [token, ...tokenBalances].find(
      (each) => each?.address !== undefined && isSameAddress(each.address, receiver.address),
    )
    return found
      ? {
          receiver: {
            status: 'refused',
            problem: 'send.receiverIsToken',
            params: { symbol: found.symbol },
          },
        }
      : {}
  })

function judgeAll(ground: Ground, fees: Fees): void {
  judgeReceiver(ground)
  judge(ground)
  fees.follow()
}

/** The most of the token that can be sent; of the native currency the fee is left. */
async function mostOf(
  { ctx, slice, can, place }: Ground,
  fees: Fees,
  token: SendToken,
): Promise<bigint | undefined> {
  const [{ receiver, sendTokenAmount }, at, balance] = [slice.get(), place(), balanceOf(token)]
  if (!at || token.address !== undefined || !can(at.account.namespace, 'estimate')) return balance
  const most = await fees
    .most(balance, receiver.status === 'ok' ? receiver.address : at.account.address, at)
    .catch((error: unknown) => void ctx.log.warn(error))
  // Somebody may have gone elsewhere meanwhile, or typed something else.
  return keyOf(at) === keyOf(place()) &&
    isSame(token, slice.get().token) &&
    slice.get().sendTokenAmount === sendTokenAmount
    ? (most ?? balance)
    : undefined
}

/** The token that a payment URI asks for, if the account has it. */
async function tokenAsked(
  { slice, adapter, place }: Ground,
  address: string | undefined,
): Promise<SendToken | undefined> {
  const at = place()
  const chain = at && (await adapter(at.account.namespace))
  const spelled = (text: string | undefined): string | undefined => {
    try {
      return text === undefined ? undefined : (chain?.parseAddress(text) ?? text)
    } catch {
      return text
    }
  }
  return slice.get().tokenBalances.find((each) => spelled(each.address) === spelled(address))
}

/** An amount of one thing is never filled in for another, nor anything else sent in its place. */
const missing = ({ tokenBalances, lastRetry }: SendState): Pick<SendState, 'receiver'> => ({
  receiver: {
    status: 'refused',
    problem: tokenBalances.length && lastRetry === undefined ? 'send.uriToken' : 'send.uriUnread',
  },
})

/** The same text would mean something else in another language. */
export const respell = ({
  ctx: {
    messages: { locale },
  },
  slice,
}: Ground): unknown =>
  locale.subscribe(() =>
    slice.set(({ token, value, unit }) =>
      token && value !== undefined
        ? { sendTokenAmount: toTyped(value, token, unit, locale.get()) }
        : {},
    ),
  )

export function createFields(ground: Ground, fees: Fees, tokens: Tokens): Fields {
  const { ctx, slice } = ground
  const locale = (): string => ctx.messages.locale.get()
  const check = (): void => judgeAll(ground, fees)
  const type = (change: Partial<SendState>): void => {
    slice.set((state) => ({
      error: undefined,
      ...change,
      ...meaningOf({ ...state, ...change }, locale()),
    }))
    check()
  }
  const setValue = (value: bigint, unit: SendState['unit']): void => {
    slice.set(({ token }) =>
      token
        ? { value, unit, sendTokenAmount: toTyped(value, token, unit, locale()), error: undefined }
        : {},
    )
    check()
  }
  const setToken = (token: SendToken | undefined): void => {
    const { unit, sendTokenAmount } = slice.get()
    // An amount in dollars means nothing for a token without a price.
    const isLost = unit === 'fiat' && token?.price === undefined
    type({
      token,
      unit: isLost ? 'token' : unit,
      sendTokenAmount: isLost ? undefined : sendTokenAmount,
    })
  }
  return {
    check,
    setToken,
    setAmount: (text) => type({ sendTokenAmount: text }),
    setUnit(unit) {
      const { token, value, unit: before } = slice.get()
      if (unit === before || (unit === 'fiat' && token?.price === undefined)) return
      if (token && value !== undefined) setValue(value, unit)
      else type({ unit, sendTokenAmount: undefined })
    },
    async max() {
      const { token } = slice.get()
      const most = token && (await mostOf(ground, fees, token))
      if (most !== undefined) setValue(most, slice.get().unit)
    },
    async fill({ token: address, amount }) {
      const { receiverAddress: asked, token: before } = slice.get()
      // An address and nothing more.
      if (before && address === undefined && !amount) return
      // Typed for something else.
      type({ sendTokenAmount: undefined })
      // Tokens may still be on their way.
      if (!slice.get().tokenBalances.length || !(await tokenAsked(ground, address)))
        await tokens.load()
      const token = await tokenAsked(ground, address)
      if (slice.get().receiverAddress !== asked) return
      if (!token)
        return slice.set((state) => ({ token, ...(address !== undefined && missing(state)) }))
      const { sendTokenAmount: typed } = slice.get()
      setToken(token)
      if (typed !== undefined) return
      const value =
        amount && 'base' in amount
          ? amount.base
          : wholeToBase(amount?.whole ?? '', token.quantity.decimals)
      if (value !== undefined) setValue(value, 'token')
      // More decimal places than there are: nobody can pay that, and rounding would be another amount.
      else if (amount) slice.set({ receiver: { status: 'refused', problem: 'send.uriUnreadable' } })
    },
  }
}
