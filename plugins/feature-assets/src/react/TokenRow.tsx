import { Picture, Row, showHidden } from '@latchkey/ui-react/kit'
import { useState, type ReactNode } from 'react'
import type { AssetToken } from '../api.js'
import { SPAM_TEXTS } from './spamTexts.js'
import { styles } from './styles.js'
import type { Numbers } from './useNumbers.js'

/** Picture, name, symbol, amount and value of a token; the whole amount while it has the focus. */
// eslint-disable-next-line max-lines-per-function -- the markup of one row
export function TokenRow({
  token,
  currency,
  numbers,
  tabIndex,
  isTall = false,
  onClick,
}: {
  token: AssetToken
  currency: string
  numbers: Numbers
  tabIndex?: 0 | -1
  /** Whether the row may take more lines, for what is said of the token. */
  isTall?: boolean
  onClick(): void
}): ReactNode {
  const { name, symbol, quantity, value, iconUrl, isVerified, spam } = token
  const [isExact, setExact] = useState(false)
  const exact = numbers.exact(quantity)
  const mark = spam ? SPAM_TEXTS[spam] : isVerified ? undefined : 'assets.unverified'
  return (
    <div style={styles.rows} onFocus={() => setExact(true)} onBlur={() => setExact(false)}>
      <Row
        tabIndex={tabIndex}
        onClick={onClick}
        start={<Picture src={iconUrl || undefined} name={symbol || name} round />}
        note={
          <span style={isTall ? styles.wrapped : styles.note}>
            <bdi>{showHidden(symbol)}</bdi>
            {mark !== undefined && (
              <>
                {' · '}
                <span className="warning" data-key={mark}>
                  {numbers.text(mark)}
                </span>
              </>
            )}
          </span>
        }
        end={
          isExact ? (
            <bdi dir="ltr" style={styles.exact}>
              {exact}
            </bdi>
          ) : (
            <span style={styles.tail} title={exact}>
              <bdi dir="ltr" style={styles.line}>
                {numbers.amount(quantity)}
              </bdi>
              {value !== undefined && (
                <bdi dir="ltr" style={styles.line}>
                  {numbers.value(value, currency)}
                </bdi>
              )}
            </span>
          )
        }
      >
        <bdi>{showHidden(name || symbol)}</bdi>
      </Row>
    </div>
  )
}
