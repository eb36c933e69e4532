import type { ViewProps } from '@latchkey/plugin-api'
import {
  Address,
  Button,
  Empty,
  ErrorDetails,
  ErrorText,
  Icon,
  Steps,
  Text,
  useAnnounce,
  useMessages,
  useObservable,
  type Step,
} from '@latchkey/ui-react/kit'
import { useEffect, type ReactNode } from 'react'
import type { OnrampApi, OnrampOrder } from '../api.js'
import { Fact, Facts } from './Facts.js'
import { STATUS_WORDS } from './orderWords.js'
import { styles } from './styles.js'
import { useFormats } from './useFormats.js'
import { useForm, type ViewApi } from './useForm.js'

type Of = { order: OnrampOrder }

const ENDS: readonly OnrampOrder['status'][] = [
  'done',
  'failed',
  'refunded',
  'abandoned',
  'refused',
]
const isBad = ({ status }: OnrampOrder): boolean => status === 'failed' || status === 'refused'

/** Payment, coins sent, coins there: how far it is. */
function Progress({ order: { status, arrived, id } }: Of): ReactNode {
  const at = { created: 0, paid: 1, sent: 2, done: 3 }[status as 'created'] ?? 0
  const stop = status === 'failed' || status === 'abandoned' || status === 'refunded'
  const steps = ['onramp.stepPay', 'onramp.stepSend', 'onramp.stepArrive']
  const isAllThere = status === 'done' || (id === undefined && arrived !== undefined)
  return (
    <Steps
      steps={steps.map((k, index): Step => ({
        id: k,
        label: <Text k={k} />,
        state:
          isAllThere || index < at ? 'done' : index > at ? 'waiting' : stop ? 'failed' : 'running',
      }))}
    />
  )
}

/** The provider's window: blocked, closed, or in front. */
function WindowNotice({ order, api }: Of & { api: ViewApi }): ReactNode {
  const { provider, status, window: shown, link, key } = order
  if (status === 'refused' || status === 'abandoned')
    return (
      <Button variant="primary" wide onClick={() => api.again(key)}>
        <Text k="onramp.again" />
      </Button>
    )
  if (status !== 'created' || shown === 'open') return null
  if (shown === 'blocked' && link !== undefined)
    return (
      <div className="stack" style={{ gap: 8 }} data-window="blocked">
        <p style={styles.wrapped}>
          <Text k="onramp.windowBlocked" />
        </p>
        <Button variant="primary" wide href={link}>
          <Text k="onramp.openWindow" params={{ provider: provider.label }} />
        </Button>
      </div>
    )
  return (
    <div className="stack" style={{ gap: 8 }} data-window={shown}>
      <p style={styles.wrapped}>
        <Text k="onramp.windowClosed" />
      </p>
      <Button wide onClick={() => api.again(key)}>
        <Text k="onramp.again" />
      </Button>
    </div>
  )
}

/** Everything that is known beside where it stands. */
function Notes({ order }: Of): ReactNode {
  const { coins } = useFormats()
  const { provider, id, status, arrived, symbol, isUnread, isTest, error } = order
  const params = { provider: provider.label }
  const isEnded = ENDS.includes(status)
  return (
    <>
      {isTest && (
        <p className="hint warning" style={styles.wrapped}>
          <Text k="onramp.testText" />
        </p>
      )}
      {arrived !== undefined && (
        <div className="notice">
          <Icon name="check" />
          <span className="main">
            <Text
              k="onramp.hasArrived"
              params={{ coins: coins({ amount: arrived, currency: symbol }) }}
            />
            {status !== 'done' && (
              <>
                {'. '}
                <Text k="onramp.hasArrivedText" params={params} />
              </>
            )}
          </span>
        </div>
      )}
      {error !== undefined && (
        <div>
          <ErrorText error={error} />
          <ErrorDetails error={error} />
        </div>
      )}
      {!isEnded && isUnread && (
        <p className="hint" style={styles.wrapped}>
          <Text k="onramp.unread" />
        </p>
      )}
      {status === 'created' && id === undefined && arrived === undefined && (
        <p className="hint" style={styles.wrapped}>
          <Text k="onramp.balanceOnly" params={params} />
        </p>
      )}
      {!isEnded && (
        <p className="hint" style={styles.wrapped}>
          <Text k="onramp.canLeave" />
        </p>
      )}
    </>
  )
}

function Details({ order }: Of): ReactNode {
  const { money, coins } = useFormats()
  const { payment, purchase, address, network } = order
  return (
    <Facts>
      {purchase && (
        <Fact k="onramp.bought">
          <bdi dir="ltr">{coins(purchase)}</bdi>
        </Fact>
      )}
      {payment && (
        <Fact k="onramp.paid">
          <bdi dir="ltr">{money(payment)}</bdi>
        </Fact>
      )}
      <Fact k="onramp.account">
        <Address address={address} namespace={network.slice(0, network.indexOf(':'))} />
      </Fact>
    </Facts>
  )
}

/** A purchase, from the provider's window until the coins are there. */
export function OrderView({
  params,
  api: given,
}: ViewProps<{ order: string }, OnrampApi>): ReactNode {
  const api = useForm(given)
  const { orders } = useObservable(api.state)
  const text = useMessages()
  const announce = useAnnounce()
  const order = orders.find(({ key }) => key === params.order)
  const words = order && text(STATUS_WORDS[order.status], { provider: order.provider.label })
  const isLoud = order !== undefined && isBad(order)
  useEffect(() => {
    if (words) announce(words, isLoud ? 'assertive' : 'polite')
  }, [announce, words, isLoud])
  if (!order)
    return (
      <Empty title="onramp.orderGone" text="onramp.orderGoneText">
        <Button onClick={() => api.back()}>
          <Text k="onramp.leave" />
        </Button>
      </Empty>
    )
  const { status, explorer, key } = order
  return (
    <div className="stack" data-order={status}>
      <h2 style={styles.headline} className={isLoud ? 'error' : undefined}>
        <Text k={STATUS_WORDS[status]} params={{ provider: order.provider.label }} />
      </h2>
      {status !== 'refused' && <Progress order={order} />}
      <WindowNotice order={order} api={api} />
      <Notes order={order} />
      <Details order={order} />
      {explorer !== undefined && (
        <Button wide href={explorer}>
          <Text k="onramp.transaction" />
          <Icon name="external" />
        </Button>
      )}
      <Button wide onClick={() => api.back()}>
        <Text k="onramp.leave" />
      </Button>
      {ENDS.includes(status) && (
        <Button
          variant="plain"
          wide
          onClick={() => {
            api.dismiss(key)
            api.back()
          }}
        >
          <Text k="onramp.remove" />
        </Button>
      )}
    </div>
  )
}
