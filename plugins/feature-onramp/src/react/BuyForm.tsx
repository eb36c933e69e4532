import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Empty,
  showHidden,
  SkeletonRows,
  Text,
  useAnnounce,
  useLabel,
  useMessages,
  useObservable,
  type Message,
} from '@latchkey/ui-react/kit'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import type { OnrampApi, OnrampState } from '../api.js'
import { limitOf } from '../quotes/limits.js'
import { toUnits } from '../quotes/decimals.js'
import { AmountInput } from './AmountInput.js'
import { Failure, Notices } from './Notices.js'
import { Offers } from './Offers.js'
import { OrderRows } from './OrderRows.js'
import { Price } from './Price.js'
import { styles } from './styles.js'
import { placesOfCurrency, useFormats } from './useFormats.js'
import { useOnline } from './useOnline.js'
import { useForm, type ViewApi } from './useForm.js'

const PRESETS = ['50', '100', '250', '500']
const METHODS: Readonly<Record<string, string>> = {
  card: 'onramp.card',
  ach_bank_account: 'onramp.bank',
}
/** Decimal places in which coins are typed. */
const COIN_PLACES = 8

type Part = { state: OnrampState; api: ViewApi }

const selectedOf = ({ offers, selectedProvider }: OnrampState) =>
  offers.find(({ provider }) => provider.name === selectedProvider?.name)

/** The reason why nothing can be bought yet. */
function reasonOf(state: OnrampState, isOnline: boolean): Message | undefined {
  const { side, paymentAmount, purchaseAmount, error, quotesLoading } = state
  const amount = side === 'payment' ? paymentAmount : purchaseAmount
  const offer = selectedOf(state)
  if (!isOnline) return { k: 'onramp.offline' }
  if (amount === undefined) return { k: 'onramp.needAmount' }
  if (error || !toUnits(amount)) return { k: 'onramp.needOtherAmount' }
  if (quotesLoading) return { k: 'onramp.loading' }
  if (!offer) return { k: 'onramp.needProvider' }
  return offer.status === 'quoted' || offer.status === 'unpriced'
    ? undefined
    : { k: 'onramp.noPrice' }
}

/** The money that is paid, with its bounds, and the usual amounts. */
function PayField({ state, api }: Part): ReactNode {
  const { money } = useFormats()
  const named = useLabel()
  const { paymentAmount, paymentCurrency, error } = state
  const currency = paymentCurrency?.id ?? ''
  const limit = limitOf(state)
  const bounds = limit && {
    min: money({ amount: limit.min, currency }),
    max: money({ amount: limit.max, currency }),
  }
  const presets = PRESETS.filter(
    (preset) =>
      !limit ||
      ((toUnits(preset) ?? 0n) >= (toUnits(limit.min) ?? 0n) &&
        (toUnits(preset) ?? 0n) <= (toUnits(limit.max) ?? 0n)),
  )
  return (
    <div className="stack" style={{ gap: 8 }}>
      <AmountInput
        k="onramp.pay"
        amount={paymentAmount}
        places={placesOfCurrency(currency)}
        onChange={(amount) => api.setPaymentAmount(amount)}
        error={error && { k: error.key, params: bounds }}
        hint={bounds && { k: 'onramp.limits', params: bounds }}
        end={
          <Button variant="plain" onClick={() => api.show('onramp.currency')}>
            <span className="quiet">
              <Text k="onramp.currencyNow" params={{ currency: '' }} />
            </span>
            <bdi>{showHidden(currency)}</bdi>
          </Button>
        }
      />
      {presets.length > 0 && (
        <div role="group" style={styles.presets} {...named({ k: 'onramp.presets' })}>
          {presets.map((preset) => (
            <Button
              key={preset}
              pressed={toUnits(paymentAmount) === toUnits(preset)}
              onClick={() => api.setPaymentAmount(preset)}
            >
              <bdi dir="ltr">{money({ amount: preset, currency }, 0)}</bdi>
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** The coins that arrive: typed, or as the chosen provider says. */
function ReceiveField({ state, api }: Part): ReactNode {
  const { purchaseAmount, purchaseCurrency, side, quotesLoading } = state
  const isKnown = side === 'purchase' || (!quotesLoading && selectedOf(state)?.status === 'quoted')
  return (
    <AmountInput
      k="onramp.receive"
      amount={isKnown ? purchaseAmount : undefined}
      places={COIN_PLACES}
      onChange={(amount) => api.setPurchaseAmount(amount)}
      end={
        <Button variant="plain" onClick={() => api.show('onramp.coin')}>
          <span className="quiet">
            <Text k="onramp.coinNow" params={{ coin: '' }} />
          </span>
          <bdi>{showHidden(purchaseCurrency?.symbol ?? '')}</bdi>
        </Button>
      }
    />
  )
}

/** The ways to pay in the chosen currency. */
function Methods({ state, api }: Part): ReactNode {
  const named = useLabel()
  const limits = state.paymentCurrency?.payment_method_limits ?? []
  if (limits.length < 2) return null
  return (
    <div role="group" style={styles.choices} {...named({ k: 'onramp.method' })}>
      {limits.map(({ id }) => (
        <Button
          key={id}
          pressed={id === state.paymentMethod}
          onClick={() => api.setPaymentMethod(id)}
        >
          {Object.hasOwn(METHODS, id) ? <Text k={METHODS[id]!} /> : <bdi>{showHidden(id)}</bdi>}
        </Button>
      ))}
    </div>
  )
}

/** Says once what the providers answered. */
function useAnswers(state: OnrampState): void {
  const announce = useAnnounce()
  const text = useMessages()
  const { coins } = useFormats()
  const offer = selectedOf(state)
  const isAsked = state.quotedAt !== undefined && !state.quotesLoading
  const words =
    isAsked && offer?.status === 'quoted'
      ? text('onramp.foundPrice', {
          provider: offer.provider.label,
          coins: coins(offer.quote.purchaseAmount),
        })
      : isAsked && offer?.status === 'failed'
        ? text('onramp.foundNone')
        : ''
  useEffect(() => {
    if (words) announce(words, 'polite')
  }, [announce, words])
}

/** Reads what is sold, and keeps the prices fresh. */
function useReading(api: ViewApi, { options }: OnrampState): void {
  const isUnread = options === 'unread'
  // Again after a reset, too.
  useEffect(() => void (isUnread && api.load()), [api, isUnread])
  useEffect(() => {
    void api.load()
    return api.watch()
  }, [api])
}

/** The fields, the providers and the button. */
function Fields({ state, api }: Part): ReactNode {
  const isOnline = useOnline()
  const [failure, setFailure] = useState<unknown>()
  const { offers, selectedProvider, quotesLoading } = state
  const reason = reasonOf(state, isOnline)
  const params = { provider: selectedProvider?.label ?? '' }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (reason) return
    setFailure(undefined)
    api.buy().then((order) => api.show('onramp.order', { order }), setFailure)
  }
  return (
    <form className="stack" onSubmit={submit} noValidate aria-busy={quotesLoading}>
      {failure !== undefined && <Failure error={failure} />}
      <Notices state={state} api={api} />
      <PayField state={state} api={api} />
      <ReceiveField state={state} api={api} />
      <Methods state={state} api={api} />
      {offers.length ? (
        <Offers state={state} api={api} />
      ) : (
        <p className="notice">
          <Text k="onramp.noProvider" />
        </p>
      )}
      <Price state={state} api={api} />
      {selectedOf(state)?.isTest && (
        <p className="hint warning" style={styles.wrapped}>
          <Text k="onramp.testText" />
        </p>
      )}
      {selectedProvider && (
        <p className="hint" style={styles.wrapped}>
          <Text k="onramp.seller" params={params} />
        </p>
      )}
      <div className="pinned end">
        <Button type="submit" variant="primary" wide disabled={reason !== undefined}>
          <Text {...(reason ?? { k: 'onramp.buyAt', params })} />
        </Button>
      </div>
    </form>
  )
}

/** Amount, coin, currency, way to pay, and the providers. */
export function BuyForm({ api: given }: ViewProps<undefined, OnrampApi>): ReactNode {
  const api = useForm(given)
  const state = useObservable(api.state)
  useReading(api, state)
  useAnswers(state)
  const { options, purchaseCurrencies, network } = state
  if (api.canBuy() && (options === 'unread' || options === 'loading')) return <SkeletonRows />
  return (
    <div className="stack">
      <OrderRows state={state} api={api} />
      {!api.canBuy() ? (
        <Empty title="onramp.cannot" text="onramp.cannotText" />
      ) : purchaseCurrencies.length ? (
        <Fields state={state} api={api} />
      ) : (
        <Empty
          title="onramp.noCoins"
          text="onramp.noCoinsText"
          params={{ network: network?.name ?? '' }}
          icon="network"
        >
          <Button onClick={() => api.show('Networks')}>
            <Text k="onramp.otherNetwork" />
          </Button>
        </Empty>
      )}
    </div>
  )
}
