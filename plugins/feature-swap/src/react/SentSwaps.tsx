import type { ViewProps } from '@latchkey/plugin-api'
import {
  Button,
  Empty,
  Icon,
  showHidden,
  Text,
  useLocale,
  useObservable,
  type IconName,
} from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { SwapApi, SwapRecord } from '../api.js'
import { styles } from './styles.js'
import { useNumbers } from './useNumbers.js'

const STATUSES: Readonly<Record<SwapRecord['status'], { k: string; icon: IconName }>> = {
  unanswered: { k: 'swap.statusUnanswered', icon: 'wallet' },
  pending: { k: 'swap.statusPending', icon: 'loading' },
  success: { k: 'swap.statusSuccess', icon: 'check' },
  failed: { k: 'swap.statusFailed', icon: 'warning' },
  replaced: { k: 'swap.statusReplaced', icon: 'info' },
  dropped: { k: 'swap.statusDropped', icon: 'warning' },
}
const TITLES = {
  swap: 'swap.recordSwap',
  approve: 'swap.recordApprove',
  revoke: 'swap.recordRevoke',
} as const

function Sent({ record, api }: { record: SwapRecord; api: SwapApi }): ReactNode {
  const { id, step, amount: text, symbol, bought, status, received, link, at } = record
  const { amount } = useNumbers()
  const locale = useLocale()
  const { k, icon } = STATUSES[status]
  const params = { amount: text, symbol: showHidden(symbol), bought: showHidden(bought.symbol) }
  return (
    <li style={styles.side}>
      <strong style={styles.block}>
        <Text k={TITLES[step]} params={params} />
      </strong>
      <span className={status === 'failed' || status === 'dropped' ? 'error' : undefined}>
        <Icon name={icon} /> <Text k={k} />
      </span>
      {received !== undefined && (
        <Text k="swap.got" params={{ amount: amount(BigInt(received), bought) }} />
      )}
      <span className="hint">
        <bdi>
          {new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)}
        </bdi>
      </span>
      <div style={styles.chips}>
        {link !== undefined && (
          <Button href={link}>
            <Text k="swap.explorer" />
          </Button>
        )}
        {status !== 'pending' && (
          <Button onClick={() => api.dismiss(id)}>
            <Text k="swap.dismiss" />
          </Button>
        )}
      </div>
    </li>
  )
}

/** The requests to wallets from here, until the visitor removes it. */
export function SentSwaps({ api }: ViewProps<undefined, SwapApi>): ReactNode {
  const { sent } = useObservable(api.state)
  if (!sent.length) return <Empty title="swap.noSent" text="swap.noSentText" />
  return (
    <ul className="stack" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
      {sent.map((record) => (
        <Sent key={record.id} record={record} api={api} />
      ))}
    </ul>
  )
}
