import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { useLabel, useReadLabel, type Label } from '../text/messages.js'

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
  const named = useLabel()
  const name = read(label)
  const empty = read(placeholder)
  const below = read(error ?? hint)
  const isWrong = error !== undefined
  const belowId = below.text ? `${id}-below` : undefined
  return (
    <div className="field" data-invalid={isWrong ? '' : undefined}>
      {!labelHidden && (
        <label htmlFor={id} data-key={name.key}>
          {name.text}
        </label>
      )}
      <div className="box">
        {start}
        <input
          id={id}
          value={value}
          placeholder={empty.text}
          data-key-placeholder={empty.key}
          aria-invalid={isWrong}
          aria-describedby={belowId}
          onChange={(event) => onChange(event.target.value)}
          {...(labelHidden && named(label))}
          {...input}
        />
        {end}
      </div>
      {belowId && (
        <p
          className={`hint${isWrong ? ' error' : ''}`}
          id={belowId}
          role={isWrong ? 'alert' : undefined}
          data-key={below.key}
        >
          {below.text}
        </p>
      )}
    </div>
  )
}
