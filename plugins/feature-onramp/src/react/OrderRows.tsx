import { Icon, List, Row, showHidden, Text } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { OnrampState } from '../api.js'
import { STATUS_WORDS } from './orderWords.js'
import type { ViewApi } from './useForm.js'

/** The purchases that were begun here, each a way to its view. */
export function OrderRows({ state, api }: { state: OnrampState; api: ViewApi }): ReactNode {
  if (!state.orders.length) return null
  return (
    <List label={{ k: 'onramp.orders' }}>
      {state.orders.map(({ key, symbol, provider, status }) => (
        <Row
          key={key}
          start={<Icon name={status === 'done' ? 'check' : 'loading'} />}
          end={<Icon name="next" />}
          note={<Text k={STATUS_WORDS[status]} params={{ provider: provider.label }} />}
          onClick={() => api.show('onramp.order', { order: key })}
        >
          <Text
            k="onramp.orderAt"
            params={{ coin: showHidden(symbol), provider: provider.label }}
          />
        </Row>
      ))}
    </List>
  )
}
