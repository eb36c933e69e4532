import { isSameAddress } from '@latchkey/plugin-api/lookalike'
import type { SendState, SendToken } from '../api.js'
import { wholeToBase } from '../receiver/paymentUri.js'
import type { PaymentRequest } from '../receiver/types.js'
import { activeAccountKey, type SendServices } from '../services/sendServices.js'
import { meaningOf, problemOf, toTyped } from './amount.js'
import { balanceOf } from './worth.js'
import type { Fees } from './fees.js'
import { isUnique } from './nfts.js'
import type { TokenBalances } from './tokenBalances.js'

/** The fields of the form for the token and the amount. */
export interface FormFields {
  setToken(token: SendToken | undefined): void
  setAmount(text: string): void
  setUnit(unit: SendState['unit']): void
  /** Fills in the largest amount that can be sent. */
  max(): Promise<void>
  /** Fills in the token and the amount that a payment URI asks for. */
  fill(request: PaymentRequest): Promise<void>
  /** Checks amount and receiver again, as balances, fee or receiver have changed. */
  check(): void
}

export const isSameToken = (one: SendToken | undefined, other: SendToken | undefined): boolean =>
  one?.address === other?.address && one?.nft?.id === other?.nft?.id

/** Checks the amount against balance and fee. */
export const checkAmount = ({ slice }: SendServices): void =>
  slice.set((state) => (state.value === undefined ? {} : { amountProblem: problemOf(state) }))

/**
 * Refuses the address of a token as receiver: contracts and mints keep the money that is sent to
 * them. Tokens may be read after the receiver, so this is checked again then.
 */
const checkReceiver = ({ slice }: SendServices): void =>
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

function checkAll(services: SendServices, fees: Fees): void {
  checkReceiver(services)
  checkAmount(services)
  fees.follow()
}

/** The largest amount of a token that can be sent; of the native currency the fee is left. */
async function findMaximum(
  { ctx, slice, hasAbility, activeAccount }: SendServices,
  fees: Fees,
  token: SendToken,
): Promise<bigint | undefined> {
  const [{ receiver, sendTokenAmount }, active] = [slice.get(), activeAccount()]
  const balance = balanceOf(token)
  if (!active || token.address !== undefined || !hasAbility(active.account.namespace, 'estimate'))
    return balance
  const most = await fees
    .findMaximum(
      balance,
      receiver.status === 'ok' ? receiver.address : active.account.address,
      active,
    )
    .catch((error: unknown) => void ctx.log.warn(error))
  // The account, the token or the typed amount may have changed while the fee was estimated.
  return activeAccountKey(active) === activeAccountKey(activeAccount()) &&
    isSameToken(token, slice.get().token) &&
    slice.get().sendTokenAmount === sendTokenAmount
    ? (most ?? balance)
    : undefined
}

/** The token that a payment URI asks for, if the account has it. */
async function findToken(
  { slice, loadAdapter, activeAccount }: SendServices,
  address: string | undefined,
): Promise<SendToken | undefined> {
  const active = activeAccount()
  const adapter = active && (await loadAdapter(active.account.namespace))
  const spell = (text: string | undefined): string | undefined => {
    try {
      return text === undefined ? undefined : (adapter?.parseAddress(text) ?? text)
    } catch {
      return text
    }
  }
  return slice.get().tokenBalances.find((each) => spell(each.address) === spell(address))
}

/**
 * Refuses a link whose token is not there: its amount is never filled in for another token, and no
 * other token is sent in its place.
 */
const refuseLink = ({ tokenBalances, lastRetry }: SendState): Pick<SendState, 'receiver'> => ({
  receiver: {
    status: 'refused',
    problem: tokenBalances.length && lastRetry === undefined ? 'send.uriToken' : 'send.uriUnread',
  },
})

/** Writes the amount anew in another language, where the same text would mean another amount. */
export const followLocale = ({
  ctx: {
    messages: { locale },
  },
  slice,
}: SendServices): unknown =>
  locale.subscribe(() =>
    slice.set(({ token, value, unit }) =>
      token && value !== undefined
        ? { sendTokenAmount: toTyped(value, token, unit, locale.get()) }
        : {},
    ),
  )

// eslint-disable-next-line max-lines-per-function -- one object whose methods share the state of the fields
export function createFormFields(
  services: SendServices,
  fees: Fees,
  tokens: TokenBalances,
): FormFields {
  const { ctx, slice } = services
  const locale = (): string => ctx.messages.locale.get()
  const check = (): void => checkAll(services, fees)
  const applyInput = (change: Partial<SendState>): void => {
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
    const { unit, sendTokenAmount, token: before } = slice.get()
    if (isUnique(token)) return applyInput({ token, unit: 'token', sendTokenAmount: '1' })
    // An amount in dollars means nothing for a token without a price.
    const isMeaningless = isUnique(before) || (unit === 'fiat' && token?.price === undefined)
    applyInput({
      token,
      unit: isMeaningless ? 'token' : unit,
      sendTokenAmount: isMeaningless ? undefined : sendTokenAmount,
    })
  }
  return {
    check,
    setToken,
    setAmount: (text) => applyInput({ sendTokenAmount: text }),
    setUnit(unit) {
      const { token, value, unit: before } = slice.get()
      if (unit === before || (unit === 'fiat' && token?.price === undefined)) return
      if (token && value !== undefined) setValue(value, unit)
      else applyInput({ unit, sendTokenAmount: undefined })
    },
    async max() {
      const { token } = slice.get()
      const most = token && (await findMaximum(services, fees, token))
      if (most !== undefined) setValue(most, slice.get().unit)
    },
    async fill({ token: address, amount }) {
      const { receiverAddress: asked, token: before } = slice.get()
      // The link names an address and nothing more: the fields stay as they are.
      if (before && address === undefined && !amount) return
      // The amount was typed before the link, for another payment.
      applyInput({ sendTokenAmount: undefined })
      // Tokens may not have been read yet.
      if (!slice.get().tokenBalances.length || !(await findToken(services, address)))
        await tokens.load()
      const token = await findToken(services, address)
      if (slice.get().receiverAddress !== asked) return
      if (!token)
        return slice.set((state) => ({ token, ...(address !== undefined && refuseLink(state)) }))
      const { sendTokenAmount: typed } = slice.get()
      setToken(token)
      if (typed !== undefined) return
      const value =
        amount && 'base' in amount
          ? amount.base
          : wholeToBase(amount?.whole ?? '', token.quantity.decimals)
      if (value !== undefined) setValue(value, 'token')
      // The amount has more decimal places than the token: rounding would make it another amount.
      else if (amount) slice.set({ receiver: { status: 'refused', problem: 'send.uriUnreadable' } })
    },
  }
}
