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
import { toBase } from '../amount.js'
import type { Review, SendApi } from '../api.js'
import { looks } from './looks.js'
import { useNumbers } from './useNumbers.js'
import { WholeAddress } from './WholeAddress.js'

const Fact = ({ k, children }: { k: string; children: ReactNode }): ReactNode => (
  <div style={looks.fact}>
    <dt className="hint">
      <Text k={k} />
    </dt>
    <dd style={looks.value}>{children}</dd>
  </div>
)
const Block = ({ k, children }: { k: string; children: ReactNode }): ReactNode => (
  <div>
    <dt className="hint">
      <Text k={k} />
    </dt>
    <dd style={looks.block}>{children}</dd>
  </div>
)

/** Millionths of a dollar have as many places. */
const DOLLAR_DECIMALS = 6

/** All that the visitor agrees to, from the review alone. */
function Facts({
  review: { account, network, amount, worth, receiver, receiverName, isFirst, fee, total },
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
          <p className="hint" style={{ ...looks.note, marginBlockStart: 4 }}>
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
      <Fact k="send.amount">
        {exact(amount)}
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

/** The second half of a double click on the form's button is no yes. */
const stopSecond = (event: MouseEvent): void => {
  if (event.detail > 1) event.stopPropagation()
}

/** What the visitor should know before going on. It may come late, and is heard as one. */
function Warnings({ review: { isRepeat, fee, missing } }: { review: Review }): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  const { amount: print } = useNumbers()
  const all: readonly { k: string; params?: Readonly<Record<string, string>> }[] = [
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
  const said = all.map(({ k, params }) => text(k, params)).join(' ')
  useEffect(() => {
    if (said) announce(said, 'assertive')
  }, [announce, said])
  return all.map(({ k, params }) => (
    <p key={k} className="notice" style={looks.warned}>
      <span className="warning">
        <Icon name="warning" />
      </span>
      <span className="main">
        <Text k={k} params={params} />
      </span>
    </p>
  ))
}

function Ask({
  review,
  confirm,
  api,
}: {
  review: Review
  confirm(): void
  api: SendApi
}): ReactNode {
  const { amount } = review
  const { amount: print } = useNumbers()
  const place = useRef<HTMLHeadingElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <div className="stack" data-step="review">
      <h2 ref={place} tabIndex={-1} style={looks.headline}>
        <bdi dir="ltr">{print(amount.value, amount, amount.decimals)}</bdi>
      </h2>
      <Facts review={review} />
      <h3 className="group" style={{ paddingInline: 0 }}>
        <Text k="send.asked" />
      </h3>
      <RequestRows description={review.description} method={review.method} params={review.params} />
      <div className="pinned end stack" style={{ gap: 8 }} onClickCapture={stopSecond}>
        <Warnings review={review} />
        <p className="hint">
          <Text k="send.next" />
        </p>
        <div style={looks.two}>
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

/** The wallet has the word. */
function Waiting({
  review: { token, amount, receiver, receiverName },
  api,
}: {
  review: Review
  api: SendApi
}): ReactNode {
  const announce = useAnnounce()
  const text = useMessages()
  const place = useRef<HTMLHeadingElement>(null)
  const { amount: print } = useNumbers()
  const said = text('send.inWallet')
  useEffect(() => {
    announce(said)
    place.current?.focus({ preventScroll: true })
  }, [announce, said])
  return (
    <div className="state" data-step="wallet">
      <span className="figure">
        <Picture src={token.iconUrl} name={token.symbol} size="large" round />
        <span className="ring" />
      </span>
      <h2 ref={place} tabIndex={-1} style={looks.place}>
        <Text k="send.inWallet" />
      </h2>
      <p>
        <Text k="send.inWalletText" />
      </p>
      <dl style={{ ...looks.facts, marginBlockStart: 16, justifyItems: 'center' }}>
        <div>
          <dt className="quiet">
            <Text k="send.amount" />
          </dt>
          <dd style={looks.block}>
            <bdi dir="ltr">{print(amount.value, amount, amount.decimals)}</bdi>
          </dd>
        </div>
        <div>
          <dt className="hint">
            <Text k="send.to" />
          </dt>
          <dd style={looks.block}>
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

/** On its way to where it can be looked at. */
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

/** What is about to be sent, made of the very request, and then the wallet's turn. Nothing in it comes from the form. */
export function SendReview({ api }: ViewProps<undefined, SendApi>): ReactNode {
  const { review: now, loading } = useObservable(api.state)
  // What was agreed to stands while the wallet asks, and while the modal closes.
  const [agreed, setAgreed] = useState<Review>()
  const [last, setLast] = useState(now)
  if (now && now !== last) setLast(now)
  const confirm = (): void => {
    setAgreed(now)
    api.confirm()
  }
  if (now) return <Ask review={now} confirm={confirm} api={api} />
  if (agreed && last) return <Waiting review={agreed} api={api} />
  if (loading) return <Preparing />
  return (
    <Empty title="send.nothingToReview" text="send.nothingToReviewText">
      <Button onClick={() => api.back()}>
        <Text k="send.backToForm" />
      </Button>
    </Empty>
  )
}
