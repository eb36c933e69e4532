import { Text, useObservable } from '@latchkey/ui-react/kit'
import type { ReactNode } from 'react'
import type { AssetsApi, OthersState } from '../api.js'
import { totalOf } from '../tokens/mergeTokens.js'
import { styles } from './styles.js'
import { useNumbers } from './useNumbers.js'

/** The names of the networks that are not in a sum, on demand. */
const Missing = ({
  missing,
  api,
}: Pick<OthersState, 'missing'> & { api: AssetsApi }): ReactNode => (
  <details>
    <summary>
      <Text k="assets.withoutNetworks" params={{ count: missing.length }} />
    </summary>
    {missing.map((id) => (
      <bdi key={id} style={styles.line}>
        {api.networkOf(id)?.name ?? id}
      </bdi>
    ))}
  </details>
)

/** The sum over all networks: it comes after the other one, and never keeps anybody waiting. */
function Everywhere({
  own,
  currency,
  others: { value, missing, loading },
  api,
}: {
  own: number
  currency: string
  others: OthersState
  api: AssetsApi
}): ReactNode {
  const numbers = useNumbers()
  return (
    <div style={styles.total} aria-busy={loading}>
      <span className="hint" role="status">
        {loading ? (
          <Text k="assets.everywhereLoading" />
        ) : value === undefined ? (
          <Text k="assets.everywhereUnread" />
        ) : (
          <Text k="assets.everywhere" params={{ value: numbers.value(own + value, currency) }} />
        )}
      </span>
      {!loading && missing.length > 0 && <Missing missing={missing} api={api} />}
    </div>
  )
}

/** The sum of what has a price, how much is not in it, and the sum over all networks. */
export function Totals({ api }: { api: AssetsApi }): ReactNode {
  const { tokens, currency, wanted, others } = useObservable(api.state)
  const numbers = useNumbers()
  const { value, without } = totalOf(tokens)
  if (value === undefined && !others) return null
  return (
    <div style={styles.total}>
      {value !== undefined && (
        <p style={styles.sum}>
          <bdi dir="ltr">{numbers.value(value, currency)}</bdi>
        </p>
      )}
      {value !== undefined && without > 0 && (
        <span className="hint">
          <Text k="assets.without" params={{ count: without }} />
        </span>
      )}
      {others && <Everywhere own={value ?? 0} currency={currency} others={others} api={api} />}
      {value !== undefined && currency !== wanted && (
        <span className="hint">
          <Text
            k="assets.otherCurrency"
            params={{ wanted: wanted.toUpperCase(), shown: currency.toUpperCase() }}
          />
        </span>
      )}
    </div>
  )
}
