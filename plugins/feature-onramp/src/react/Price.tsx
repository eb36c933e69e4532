import { Button, ErrorDetails, Text } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { OnrampOffer, OnrampQuote, OnrampState } from '../api.js'
import { estimate, feeBounds } from '../quotes/estimate.js'
import { Fact, Facts } from './Facts.js'
import { styles } from './styles.js'
import { useFormats } from './useFormats.js'
import type { ViewApi } from './useForm.js'

function Breakdown({ quote, label }: { quote: OnrampQuote; label: string }): ReactNode {
  const { money, coins } = useFormats()
  const { paymentSubtotal, coinbaseFee, networkFee, paymentTotal, purchaseAmount } = quote
  return (
    <Facts>
      <Fact k="onramp.subtotal">
        <bdi dir="ltr">{coins(purchaseAmount)}</bdi> ≈ <bdi dir="ltr">{money(paymentSubtotal)}</bdi>
      </Fact>
      <Fact k="onramp.providerFee" params={{ provider: label }}>
        <bdi dir="ltr">{money(coinbaseFee)}</bdi>
      </Fact>
      <Fact k="onramp.networkFee">
        <bdi dir="ltr">{money(networkFee)}</bdi>
      </Fact>
      <Fact k="onramp.total" isTotal>
        <bdi dir="ltr">{money(paymentTotal)}</bdi>
      </Fact>
    </Facts>
  )
}

/** The range of fees: in money where money is typed, as otherwise it is not known either. */
function EstimatedFee({ state, feeRange }: { state: OnrampState; feeRange: string }): ReactNode {
  const { money } = useFormats()
  const { paymentAmount = '0', paymentCurrency, side } = state
  if (side !== 'payment') return <Text k="onramp.listFees" params={{ range: feeRange }} />
  const [min, max] = feeBounds(paymentAmount, feeRange).map((amount) =>
    money({ amount, currency: paymentCurrency?.id ?? '' }),
  ) as [string, string]
  return <Text k="onramp.estimateFee" params={{ min, max }} />
}

/** Figures where the provider gave none. They are made here, and go nowhere else. */
function Estimate({
  offer,
  state,
  api,
}: {
  offer: OnrampOffer & { status: 'failed' }
  state: OnrampState
  api: ViewApi
}): ReactNode {
  const { money } = useFormats()
  const { paymentAmount = '0', paymentCurrency, purchaseCurrency } = state
  const { feeRange, label } = offer.provider
  const currency = paymentCurrency?.id ?? ''
  const { paymentTotal } = estimate(
    paymentAmount,
    currency,
    purchaseCurrency?.symbol ?? '',
    feeRange,
  )
  return (
    <section style={styles.estimate} data-estimate>
      <h2 style={styles.heading}>
        <Text k="onramp.estimate" />
      </h2>
      <Facts>
        <Fact k="onramp.subtotal">
          <Text k="onramp.unknown" />
        </Fact>
        <Fact k="onramp.providerFee" params={{ provider: label }}>
          <EstimatedFee state={state} feeRange={feeRange} />
        </Fact>
        <Fact k="onramp.networkFee">
          <Text k="onramp.unknown" />
        </Fact>
        {state.side === 'payment' && (
          <Fact k="onramp.pay">
            <bdi dir="ltr">{money(paymentTotal)}</bdi>
          </Fact>
        )}
      </Facts>
      <p style={styles.wrapped}>
        <Text k="onramp.estimateText" />
      </p>
      <Button wide onClick={() => api.refresh()}>
        <Text k="ui.retry" />
      </Button>
      <ErrorDetails error={offer.error} />
    </section>
  )
}

/** The price of the chosen provider, or the estimate in its place. */
export function Price({ state, api }: { state: OnrampState; api: ViewApi }): ReactNode {
  const offer = state.offers.find(({ provider }) => provider.name === state.selectedProvider?.name)
  if (offer?.status === 'quoted')
    return <Breakdown quote={offer.quote} label={offer.provider.label} />
  return offer?.status === 'failed' ? <Estimate offer={offer} state={state} api={api} /> : null
}
