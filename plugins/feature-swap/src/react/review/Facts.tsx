import { showHidden, Text } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { SwapReview } from '../../api.js'
import { Block, Fact } from '../Fact.js'
import { PriceImpact } from '../PriceImpact.js'
import { styles } from '../styles.js'
import { useNumbers, type Numbers } from '../useNumbers.js'
import { useSeconds } from '../useSeconds.js'

/** Hundredths of a basis point in one percent. */
const FEE_PERCENT = 10_000

const WholeAddress = ({ address }: { address: string }): ReactNode => (
  <bdi dir="ltr" style={styles.address}>
    {address}
  </bdi>
)

/** The fee of all pools together, percent. */
const marketFee = ({ route }: SwapReview): number | undefined =>
  route.length
    ? (1 - route.reduce((left, { fee }) => left * (1 - fee / FEE_PERCENT / 100), 1)) * 100
    : undefined

/** The requests to the wallet, one after the other. */
function Steps({ review, numbers }: { review: SwapReview; numbers: Numbers }): ReactNode {
  const { approval, from } = review
  const amount = numbers.amount(review.amount, from, from.decimals)
  const symbol = showHidden(from.symbol)
  return (
    <Block k="swap.steps">
      <ol style={styles.steps}>
        {approval?.isBatched ? (
          <li>
            <Text k="swap.stepBatch" />
          </li>
        ) : (
          <>
            {approval?.isReset && (
              <li>
                <Text k="swap.stepReset" params={{ symbol }} />
              </li>
            )}
            {approval && (
              <li>
                <Text
                  k={approval.isPermit ? 'swap.stepPermit' : 'swap.stepApprove'}
                  params={{ amount }}
                />
              </li>
            )}
            <li>
              <Text k="swap.stepSwap" />
            </li>
          </>
        )}
      </ol>
    </Block>
  )
}

/** Amounts: what leaves, what arrives, what it costs. */
function Amounts({ review, numbers }: { review: SwapReview; numbers: Numbers }): ReactNode {
  const { from, to, minimum, arrives, fee, priceImpact, slippage } = review
  const { amount, plain, percent } = numbers
  const one = 10n ** BigInt(from.decimals)
  const ofMarket = marketFee(review)
  return (
    <>
      <Fact k="swap.leaves">
        <strong>
          <bdi dir="ltr">{amount(review.amount, from, from.decimals)}</bdi>
        </strong>
      </Fact>
      <Fact k="swap.arrives">
        <bdi dir="ltr">{amount(arrives, to, to.decimals)}</bdi>
      </Fact>
      <Fact k="swap.arrivesLeast">
        <strong>
          <bdi dir="ltr">{amount(minimum, to, to.decimals)}</bdi>
        </strong>
      </Fact>
      <Fact k="swap.rate">
        <bdi dir="ltr">
          1&nbsp;{showHidden(from.symbol)} = {plain((arrives * one) / review.amount, to.decimals)}
          &nbsp;{showHidden(to.symbol)}
        </bdi>
      </Fact>
      <PriceImpact basisPoints={priceImpact} />
      {ofMarket !== undefined && (
        <Fact k="swap.marketFee">
          <bdi>{percent(ofMarket)}</bdi>
        </Fact>
      )}
      <Fact k="swap.fee">
        {fee ? (
          <>
            ≈ <bdi dir="ltr">{amount(fee.value, fee, 8)}</bdi>
          </>
        ) : (
          <Text k="swap.feeUnknown" />
        )}
      </Fact>
      <Fact k="swap.slippage">
        <bdi>{percent(slippage)}</bdi>
      </Fact>
    </>
  )
}

const CHECKED = ['swap.checkedNone', 'swap.checkedOne', 'swap.checkedTwo'] as const

/** Everything that the visitor agrees to, taken from the review alone. */
// eslint-disable-next-line max-lines-per-function -- the markup of one list of facts
export function Facts({ review }: { review: SwapReview }): ReactNode {
  const numbers = useNumbers()
  const { account, network, from, to, source, router, route, approval, expires, checkedBy } = review
  const seconds = useSeconds(expires)
  return (
    <dl style={styles.facts}>
      <Amounts review={review} numbers={numbers} />
      {checkedBy > 0 && (
        <div>
          <dt className="quiet">
            <Text k="swap.arrives" />
          </dt>
          <dd className="hint" style={styles.block}>
            <Text k={CHECKED[checkedBy]} /> <Text k="swap.publicPool" />
          </dd>
        </div>
      )}
      <Steps review={review} numbers={numbers} />
      {approval && (
        <Block k="swap.spender" params={{ symbol: showHidden(from.symbol) }}>
          <WholeAddress address={approval.spender} />
          <br />
          <Text
            k="swap.spenderAmount"
            params={{ amount: numbers.amount(approval.amount, from, from.decimals) }}
          />
        </Block>
      )}
      <Fact k="swap.market">
        <bdi>{showHidden(source)}</bdi>
      </Fact>
      {route.length > 0 && (
        <Fact k="swap.route">
          <bdi dir="ltr">
            {route
              .map(({ venue, fee }) => `${showHidden(venue)} ${numbers.percent(fee / FEE_PERCENT)}`)
              .join(' → ')}
          </bdi>
        </Fact>
      )}
      {[from, to].map(
        ({ address, symbol }) =>
          address !== undefined && (
            <Block key={address} k="swap.contract">
              <bdi>{showHidden(symbol)}</bdi> <WholeAddress address={address} />
            </Block>
          ),
      )}
      <Block k="swap.router">
        <WholeAddress address={router} />
      </Block>
      <Block k="swap.from">
        <WholeAddress address={account.address} />
      </Block>
      <Fact k="swap.network">
        <bdi>{network.name}</bdi>
        {network.testnet && (
          <>
            {' '}
            (<Text k="swap.testnet" />)
          </>
        )}
      </Fact>
      <Fact k="swap.expires">
        {seconds !== undefined && <Text k="swap.seconds" params={{ seconds }} />}
      </Fact>
    </dl>
  )
}
