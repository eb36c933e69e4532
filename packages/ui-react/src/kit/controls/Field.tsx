import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react'
import { parseAmount, toInput } from '../text/amounts.js'
import { Text, useLocale, useReadLabel, type Label } from '../text/messages.js'
import { Button } from './Button.js'

export interface FieldProps {
  label: Label
  value: string
  onChange(value: string): void
  /** The error of the value, shown below the field and tied to it for screen readers. */
  error?: Label | undefined
  hint?: Label | undefined
  placeholder?: Label
  /** Content inside the field, before and after the text. */
  start?: ReactNode
  end?: ReactNode
  /** Attributes for the input: `autoComplete`, `inputMode`, `type`... */
  input?: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'type'
    | 'inputMode'
    | 'autoComplete'
    | 'autoFocus'
    | 'maxLength'
    | 'spellCheck'
    | 'dir'
    | 'onPaste'
    | 'enterKeyHint'
  >
  /** Hides the label on screen. Screen readers still read it. */
  labelHidden?: boolean
}

/** A text field with its label, hint and error. */
export function Field({
  label,
  value,
  onChange,
  error,
  hint,
  placeholder,
  start,
  end,
  input,
  labelHidden,
}: FieldProps): ReactNode {
  const id = useId()
  const read = useReadLabel()
  const name = read(label)
  const empty = read(placeholder)
  const below = read(error ?? hint)
  return (
    <div className="field" data-invalid={error === undefined ? undefined : ''}>
      <label htmlFor={id} className={labelHidden ? 'quiet' : undefined} data-key={name.key}>
        {name.text}
      </label>
      <div className="box">
        {start}
        <input
          id={id}
          value={value}
          placeholder={empty.text}
          data-key-placeholder={empty.key}
          aria-invalid={error !== undefined}
          aria-describedby={below.text === undefined ? undefined : `${id}-below`}
          onChange={(event) => onChange(event.target.value)}
          {...input}
        />
        {end}
      </div>
      {below.text !== undefined && (
        <p
          className={error === undefined ? 'hint' : 'hint error'}
          id={`${id}-below`}
          role={error === undefined ? undefined : 'alert'}
          data-key={below.key}
        >
          {below.text}
        </p>
      )}
    </div>
  )
}

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
      input={{ inputMode: 'decimal', autoComplete: 'off', dir: 'ltr', spellCheck: false }}
    />
  )
}
