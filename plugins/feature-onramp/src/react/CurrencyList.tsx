import type { ViewProps } from '@latchkey/plugin-api'
import { List, Picture, Row, showHidden, useObservable } from '@latchkey/ui-react/kit'
import { useState, type ReactNode } from 'react'
import type { OnrampApi } from '../api.js'
import { countriesOf } from '../providers/countries.js'
import { Search } from './Search.js'
import { useFormats } from './useFormats.js'
import { useForm } from './useForm.js'

/** Countries that are named under a currency. */
const MAX_COUNTRIES = 4

/** The currencies to pay with, found by their names or by the countries that pay with them. */
export function CurrencyList({ api: given }: ViewProps<undefined, OnrampApi>): ReactNode {
  const api = useForm(given)
  const { paymentCurrencies, paymentCurrency } = useObservable(api.state)
  const { name, locale } = useFormats()
  const [typed, setTyped] = useState('')
  const search = typed.trim().toLocaleLowerCase(locale)
  const all = paymentCurrencies.map(({ id }) => ({
    id,
    words: name('currency', id),
    countries: countriesOf(id).map((country) => name('region', country)),
  }))
  const found = all.filter(({ id, words, countries }) =>
    [id, words, ...countries].some((text) => text.toLocaleLowerCase(locale).includes(search)),
  )
  /** Countries that were searched for come first. */
  const shown = (countries: readonly string[]): string => {
    const isHit = (country: string): number =>
      Number(country.toLocaleLowerCase(locale).includes(search))
    const sorted = [...countries].sort((a, b) => isHit(b) - isHit(a)).slice(0, MAX_COUNTRIES)
    return (
      new Intl.ListFormat(locale, { type: 'unit' }).format(sorted) +
      (countries.length > MAX_COUNTRIES ? ' …' : '')
    )
  }
  return (
    <div className="stack">
      <Search
        k="onramp.searchCurrencies"
        typed={typed}
        onType={setTyped}
        all={all.length}
        found={found.length}
      />
      <List label={{ k: 'onramp.currencyTitle' }}>
        {found.map(({ id, words, countries }) => (
          <Row
            key={id}
            current={id === paymentCurrency?.id}
            start={<Picture name={id} round />}
            note={countries.length ? <bdi>{shown(countries)}</bdi> : undefined}
            end={<bdi>{showHidden(id)}</bdi>}
            onClick={() => {
              api.setPaymentCurrency(id)
              api.back()
            }}
          >
            <bdi>{showHidden(words)}</bdi>
          </Row>
        ))}
      </List>
    </div>
  )
}
