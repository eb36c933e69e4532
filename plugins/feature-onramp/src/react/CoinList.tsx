import type { ViewProps } from '@latchkey/plugin-api'
import { List, Picture, Row, showHidden, useObservable } from '@latchkey/ui-react/kit'
import { useState, type ReactNode } from 'react'
import type { OnrampApi } from '../api.js'
import { Search } from './Search.js'
import { useForm } from './useForm.js'

/** The coins that are sold on the network in use. */
export function CoinList({ api: given }: ViewProps<undefined, OnrampApi>): ReactNode {
  const api = useForm(given)
  const { purchaseCurrencies, purchaseCurrency } = useObservable(api.state)
  const [typed, setTyped] = useState('')
  const search = typed.trim().toLowerCase()
  const found = purchaseCurrencies.filter(({ name, symbol }) =>
    [name, symbol].some((text) => text.toLowerCase().includes(search)),
  )
  return (
    <div className="stack">
      <Search
        k="onramp.searchCoins"
        typed={typed}
        onType={setTyped}
        all={purchaseCurrencies.length}
        found={found.length}
      />
      <List label={{ k: 'onramp.coinTitle' }}>
        {found.map(({ id, name, symbol }) => (
          <Row
            key={id}
            current={id === purchaseCurrency?.id}
            start={<Picture name={symbol} round />}
            note={<bdi>{showHidden(name)}</bdi>}
            onClick={() => {
              api.setPurchaseCurrency(id)
              api.back()
            }}
          >
            <bdi>{showHidden(symbol)}</bdi>
          </Row>
        ))}
      </List>
    </div>
  )
}
