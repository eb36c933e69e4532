import { marksOf, readAmount, writeAmount } from '@latchkey/plugin-api/amounts'
import { Field, useLocale, type Message } from '@latchkey/ui-react/kit'
import { useState, type ReactNode } from 'react'
import { trimmed } from '../quotes/decimals.js'

/** Reads what was typed as decimal text. */
function read(typed: string, places: number, locale: string): string | undefined {
  const value = readAmount(typed, places, locale)
  return typeof value === 'bigint' ? writeAmount(value, places) : undefined
}

/** A field for an amount in decimal text, typed with the marks of the visitor's language. */
export function AmountInput({
  k,
  amount,
  places,
  onChange,
  error,
  hint,
  end,
}: {
  /** Message key of its label. */
  k: string
  amount: string | undefined
  places: number
  onChange(amount: string | undefined): void
  error?: Message | undefined
  hint?: Message | undefined
  end: ReactNode
}): ReactNode {
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const now = amount === undefined ? undefined : trimmed(amount)
  // The typed text stays as it is as long as it stands for the amount.
  const shown =
    read(typed, places, locale) === now ? typed : (now?.replace('.', marksOf(locale).decimal) ?? '')
  const isWrong = shown.trim() !== '' && now === undefined
  return (
    <Field
      label={{ k }}
      value={shown}
      onChange={(text) => {
        setTyped(text)
        onChange(read(text, places, locale))
      }}
      error={isWrong ? { k: 'onramp.amountInvalid' } : error}
      hint={hint}
      placeholder="0"
      end={end}
      input={{
        inputMode: 'decimal',
        autoComplete: 'off',
        spellCheck: false,
        dir: 'ltr',
        maxLength: 40,
      }}
    />
  )
}
