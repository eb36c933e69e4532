import { List, Picture, Row, showHidden, Skeleton, Text } from '@latchkey/ui-react/kit'
import { Fragment, type ReactNode } from 'react'
import type { OnrampOffer, OnrampQuote, OnrampState } from '../api.js'
import { fromUnits, toUnits } from '../quotes/decimals.js'
import { bestOf } from '../quotes/sortOffers.js'
import { styles } from './styles.js'
import { useFormats } from './useFormats.js'
import type { ViewApi } from './useForm.js'

const MINUTE_S = 60
const HOUR_S = 3_600
const IDENTITY = {
  none: 'onramp.identityNone',
  once: 'onramp.identityOnce',
  always: 'onramp.identityAlways',
} as const

/** Both fees of a quote, as one amount of money. */
const feesOf = ({ coinbaseFee, networkFee }: OnrampQuote) => ({
  amount: fromUnits(
    (toUnits(coinbaseFee.amount) ?? 0n) + (toUnits(networkFee.amount) ?? 0n),
    2,
    true,
  ),
  currency: coinbaseFee.currency,
})

/** The terms of a price beside the amount: fees, time, papers. */
function Terms({ quote }: { quote: OnrampQuote }): ReactNode {
  const { money } = useFormats()
  const { seconds, identity } = quote
  const isLong = seconds !== undefined && seconds >= HOUR_S
  const parts = [
    <Text k="onramp.fees" params={{ fees: money(feesOf(quote)) }} />,
    seconds !== undefined && (
      <Text
        k={isLong ? 'onramp.hours' : 'onramp.minutes'}
        params={{ count: Math.max(1, Math.ceil(seconds / (isLong ? HOUR_S : MINUTE_S))) }}
      />
    ),
    identity && <Text k={IDENTITY[identity]} />,
  ].filter(Boolean)
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      {part}
    </Fragment>
  ))
}

function Words({ offer }: { offer: OnrampOffer }): ReactNode {
  if (offer.status === 'quoted') return <Terms quote={offer.quote} />
  if (offer.status === 'failed') return <Text k="onramp.noPrice" />
  if (offer.status === 'unpriced') return <Text k="onramp.unpriced" />
  if (offer.status === 'loading') return <Skeleton width="10ch" />
  return <Text k="onramp.listFees" params={{ range: offer.provider.feeRange }} />
}

const Tag = ({ k }: { k: string }): ReactNode => (
  <>
    <span style={styles.tag}>
      <Text k={k} />
    </span>{' '}
  </>
)

function Note({ offer, isBest }: { offer: OnrampOffer; isBest: boolean }): ReactNode {
  return (
    <>
      {isBest && <Tag k="onramp.best" />}
      {offer.isTest && <Tag k="onramp.test" />}
      <Words offer={offer} />
    </>
  )
}

function End({ offer, side }: { offer: OnrampOffer; side: OnrampState['side'] }): ReactNode {
  const { coins, money } = useFormats()
  if (offer.status === 'loading') return <Skeleton width="8ch" />
  if (offer.status !== 'quoted') return null
  const { purchaseAmount, paymentTotal } = offer.quote
  return (
    <bdi dir="ltr" style={styles.end}>
      {side === 'payment' ? coins(purchaseAmount) : money(paymentTotal)}
    </bdi>
  )
}

/** The providers to choose from, the one that gives most first. */
export function Offers({ state, api }: { state: OnrampState; api: ViewApi }): ReactNode {
  const { offers, selectedProvider, side } = state
  const best = bestOf(offers)
  return (
    <List label={{ k: 'onramp.providers' }}>
      {offers.map((offer) => {
        const { label, name } = offer.provider
        return (
          <Row
            key={name}
            start={<Picture name={label} />}
            current={name === selectedProvider?.name}
            onClick={() => api.selectProvider(name)}
            note={<Note offer={offer} isBest={name === best} />}
            end={<End offer={offer} side={side} />}
          >
            <bdi>{showHidden(label)}</bdi>
          </Row>
        )
      })}
    </List>
  )
}
