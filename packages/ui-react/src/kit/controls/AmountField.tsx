import { useState, type ReactNode } from 'react'
import { parseAmount, toInput } from '../text/amounts.js'
import { Text, useLocale, type Label } from '../text/messages.js'
import { Button } from './Button.js'
import { Field } from './Field.js'

export interface AmountFieldProps {
  label: Label
  /** Base units, such as wei. `undefined`: the field is empty or does not hold an amount. */
  value: bigint | undefined
  onChange(value: bigint | undefined): void
  decimals: number
  symbol?: string
  /**
   * The amount that the "Max" button fills in, in base units: the balance less the fee. No button
   * if left out.
   */
  max?: bigint | undefined
  error?: Label | undefined
  hint?: Label | undefined
}

/**
 * A field for an amount in base units. Accepts the locale's decimal mark and pasted group
 * separators.
 * @example <AmountField label={{ k: 'send.amount' }} value={value} onChange={setValue}
 * decimals={18} symbol="ETH" max={balance - fee} />
 */
export function AmountField({
  label,
  value,
  onChange,
  decimals,
  symbol,
  max,
  error,
  hint,
}: AmountFieldProps): ReactNode {
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  // The typed text stays as it is as long as it stands for the value.
  const shown =
    parseAmount(typed, decimals, locale) === value
      ? typed
      : value === undefined
        ? ''
        : toInput(value, decimals, locale)
  const change = (text: string): void => {
    setTyped(text)
    onChange(parseAmount(text, decimals, locale))
  }
  const end = (
    <>
      {symbol !== undefined && <bdi>{symbol}</bdi>}
      {max !== undefined && (
        <Button variant="plain" onClick={() => change(toInput(max, decimals, locale))}>
          <Text k="ui.max" />
        </Button>
      )}
    </>
  )
  return (
    <Field
      label={label}
      value={shown}
      onChange={change}
      error={error}
      hint={hint}
      placeholder="0"
      end={end}
      input={{ inputMode: 'decimal', autoComplete: 'off', dir: 'ltr' }}
    />
  )
}
