import type { Amount as AmountValue, ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Empty,
  Icon,
  Picture,
  RequestRows,
  showHidden,
  Skeleton,
  Text,
  useAnnounce,
  useMessages,
  useObservable,
} from '@latchkey/ui-react/kit'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { toBase } from '../form/worth.js'
import { itemOf } from '../form/nfts.js'
import type { Review, SendApi } from '../api.js'
import { styles } from './styles.js'
import { useNumbers } from './useNumbers.js'
import { WholeAddress } from './WholeAddress.js'

const Fact = ({ k, children }: { k: string; children: ReactNode }): ReactNode => (
  <div style={styles.fact}>
    <dt className="hint">
      <Text k={k} />
    </dt>
    <dd style={styles.value}>{children}</dd>
  </div>
)
const Block = ({ k, children }: { k: string; children: ReactNode }): ReactNode => (
  <div>
    <dt className="hint">
      <Text k={k} />
    </dt>
    <dd style={styles.block}>{children}</dd>
  </div>
)

/** The whole amount, or the NFT in words. */
function Sum({ token, amount }: Pick<Review, 'token' | 'amount'>): ReactNode {
  const { amount: print } = useNumbers()
  const item = itemOf(token, amount.value)
  return item === undefined ? (
    <bdi dir="ltr">{print(amount.value, amount, amount.decimals)}</bdi>
  ) : (
    <bdi>{showHidden(item)}</bdi>
  )
}

/** Decimal places of `Review.worth`, which is in millionths of a US dollar. */
const DOLLAR_DECIMALS = 6

/** Everything that the visitor agrees to, taken from the review alone. */
// eslint-disable-next-line max-lines-per-function -- the markup of one list of facts
function Facts({
  review: { account, network, token, amount, worth, receiver, receiverName, isFirst, fee, total },
}: {
  review: Review
}): ReactNode {
  const { amount: print, dollars } = useNumbers()
  const exact = (of: AmountValue): ReactNode => (
    <bdi dir="ltr">{print(of.value, of, of.decimals)}</bdi>
  )
  const millionths = worth === undefined ? undefined : toBase(worth, DOLLAR_DECIMALS)
  return (
    <dl className="stack" style={{ margin: 0 }}>
      <Block k="send.to">
        {receiverName !== undefined && (
          <strong style={{ display: 'block' }}>
            <bdi>{showHidden(receiverName)}</bdi>
          </strong>
        )}
        <WholeAddress address={receiver} />
        {isFirst && (
          <p className="hint" style={{ ...styles.note, marginBlockStart: 4 }}>
            <Icon name="info" />
            <Text k="send.first" />
          </p>
        )}
      </Block>
      <Block k="send.from">
        {account.label !== undefined && (
          <>
            <bdi>{showHidden(account.label)}</bdi>
            <br />
          </>
        )}
        <WholeAddress address={account.address} />
      </Block>
      <Fact k="send.network">
        <bdi>{network.name}</bdi>
        {network.testnet && (
          <>
            {' '}
            (<Text k="send.testnet" />)
          </>
        )}
      </Fact>
      <Fact k={token.nft ? 'send.nft' : 'send.amount'}>
        {token.nft ? <Sum token={token} amount={amount} /> : exact(amount)}
        {millionths !== undefined && (
          <>
            {' '}
            (<bdi dir="ltr">{dollars(millionths)}</bdi>)
          </>
        )}
      </Fact>
      <Fact k="send.fee">{fee ? <>≈ {exact(fee)}</> : <Text k="send.feeFailed" />}</Fact>
      {total && (
        <Fact k="send.total">
          <strong>≈ {exact(total)}</strong>
        </Fact>
      )}
    </dl>
  )
}

/**
 * Stops the second click of a double click on the form's button: it would agree to a review that the
 * visitor has not read.
 */
const stopSecondClick = (event: MouseEvent): void => {
  if (event.detail > 1) event.stopPropagation()
}

/**
 * Warnings that the visitor should read before going on. They may come late, and are announced
 * together.
 */
function Warnings({
  review: { isRepeat, isToContract, fee, missing },
}: {
  review: Review
}): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  const { amount: print } = useNumbers()
  const all: readonly { k: string; params?: Readonly<Record<string, string>> }[] = [
    ...(isToContract ? [{ k: 'send.toContract' }] : []),
    ...(isRepeat ? [{ k: 'send.repeat' }] : []),
    ...(fee && missing
      ? [
          {
            k: 'send.feeTooMuch',
            params: {
              fee: print(fee.value, fee),
              missing: print(missing.value, missing, missing.decimals),
            },
          },
        ]
      : []),
  ]
  const message = all.map(({ k, params }) => text(k, params)).join(' ')
  useEffect(() => {
    if (message) announce(message, 'assertive')
  }, [announce, message])
  return all.map(({ k, params }) => (
    <p key={k} className="notice" style={styles.warned}>
      <span className="warning">
        <Icon name="warning" />
      </span>
      <span className="main">
        <Text k={k} params={params} />
      </span>
    </p>
  ))
}

function AskVisitor({
  review,
  confirm,
  api,
}: {
  review: Review
  confirm(): void
  api: SendApi
}): ReactNode {
  const { amount, token } = review
  const headline = useRef<HTMLHeadingElement>(null)
  useEffect(() => headline.current?.focus({ preventScroll: true }), [])
  return (
    <div className="stack" data-step="review">
      <h2 ref={headline} tabIndex={-1} style={styles.headline}>
        <Sum token={token} amount={amount} />
      </h2>
      <Facts review={review} />
      <h3 className="group" style={{ paddingInline: 0 }}>
        <Text k="send.asked" />
      </h3>
      <RequestRows description={review.description} method={review.method} params={review.params} />
      <div className="pinned end stack" style={{ gap: 8 }} onClickCapture={stopSecondClick}>
        <Warnings review={review} />
        <p className="hint">
          <Text k="send.next" />
        </p>
        <div style={styles.two}>
          <Button onClick={() => api.decline()}>
            <Text k="send.cancel" />
          </Button>
          <Button variant="primary" onClick={confirm}>
            <Text k="send.confirm" />
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Shown while the wallet asks the visitor. */
function WaitingForWallet({
  review: { token, amount, receiver, receiverName },
  api,
}: {
  review: Review
  api: SendApi
}): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  const headline = useRef<HTMLHeadingElement>(null)
  const message = text('send.inWallet')
  useEffect(() => {
    announce(message)
    headline.current?.focus({ preventScroll: true })
  }, [announce, message])
  return (
    <div className="state" data-step="wallet">
      <span className="figure">
        <Picture src={token.iconUrl} name={token.symbol} size="large" round />
        <span className="ring" />
      </span>
      <h2 ref={headline} tabIndex={-1} style={styles.focusTarget}>
        <Text k="send.inWallet" />
      </h2>
      <p>
        <Text k="send.inWalletText" />
      </p>
      <dl style={{ ...styles.facts, marginBlockStart: 16, justifyItems: 'center' }}>
        <div>
          <dt className="quiet">
            <Text k={token.nft ? 'send.nft' : 'send.amount'} />
          </dt>
          <dd style={styles.block}>
            <Sum token={token} amount={amount} />
          </dd>
        </div>
        <div>
          <dt className="hint">
            <Text k="send.to" />
          </dt>
          <dd style={styles.block}>
            {receiverName !== undefined && (
              <>
                <bdi>{showHidden(receiverName)}</bdi>
                <br />
              </>
            )}
            <WholeAddress address={receiver} />
          </dd>
        </div>
      </dl>
      <p className="hint">
        <Text k="send.stopWaitingText" />
      </p>
      <Button onClick={() => api.stopWaiting()}>
        <Text k="send.stopWaiting" />
      </Button>
    </div>
  )
}

/** Shown while the adapter builds the request. */
function Preparing(): ReactNode {
  return (
    <div className="stack" role="status" data-step="preparing">
      <p className="hint">
        <Text k="send.preparing" />
      </p>
      {['60%', '100%', '100%', '80%', '40%'].map((width, index) => (
        <Skeleton key={index} width={width} height="24px" />
      ))}
    </div>
  )
}

/**
 * The review of the payment, made of the request to the wallet, and then the wait for the wallet.
 * Nothing in it comes from the form.
 */
export function SendReview({ api }: ViewProps<undefined, SendApi>): ReactNode {
  const { review, loading } = useObservable(api.state)
  // The review that was agreed to stays while the wallet asks, and while the modal closes.
  const [agreed, setAgreed] = useState<Review>()
  const [last, setLast] = useState(review)
  if (review && review !== last) setLast(review)
  const confirm = (): void => {
    setAgreed(review)
    api.confirm()
  }
  if (review) return <AskVisitor review={review} confirm={confirm} api={api} />
  if (agreed && last) return <WaitingForWallet review={agreed} api={api} />
  if (loading) return <Preparing />
  return (
    <Empty title="send.nothingToReview" text="send.nothingToReviewText">
      <Button onClick={() => api.back()}>
        <Text k="send.backToForm" />
      </Button>
    </Empty>
  )
}
