import { Children, forwardRef, type KeyboardEvent, type ReactNode } from 'react'
import { useLabel, type Label } from '../text/messages.js'

export interface RowProps {
  /** First line. */
  children: ReactNode
  /** Second line, smaller. */
  note?: ReactNode
  /** A picture of 32 x 32, or an icon. */
  start?: ReactNode
  /** A tag, an amount or an arrow at the end of the row. */
  end?: ReactNode
  /** Makes the row a button. */
  onClick?(): void
  /** Called on hover, focus and press, so that a view can load ahead of the click. */
  onApproach?(): void
  disabled?: boolean
  /** Marks the row that is in use. */
  current?: boolean
  /** -1 takes the row out of the Tab order, for a list with arrow keys. */
  tabIndex?: 0 | -1 | undefined
}

/**
 * One line of a list: a button where it has `onClick`.
 * @example <Row start={<Picture src={icon} name={name} />} end={<Amount amount={amount} />}
 * onClick={choose}>{name}</Row>
 */
export const Row = forwardRef<HTMLButtonElement, RowProps>(function Row(
  { children, note, start, end, onClick, onApproach, disabled, current, tabIndex },
  ref,
) {
  const inside = (
    <>
      {start}
      <span className="main">
        <span className="name">{children}</span>
        {note !== undefined && note !== null && <span className="note">{note}</span>}
      </span>
      {end !== undefined && <span className="tail">{end}</span>}
    </>
  )
  if (!onClick) return <div className="row">{inside}</div>
  return (
    <button
      ref={ref}
      className="row"
      type="button"
      tabIndex={tabIndex}
      disabled={disabled}
      aria-current={current || undefined}
      onClick={onClick}
      onPointerEnter={onApproach}
      onPointerDown={onApproach}
      onFocus={onApproach}
    >
      {inside}
    </button>
  )
})

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** A list of rows: arrow keys, Home and End move the focus from row to row. */
export function List({
  children,
  label,
}: {
  children: ReactNode
  label?: Label | undefined
}): ReactNode {
  const named = useLabel()
  const move = (event: KeyboardEvent<HTMLUListElement>): void => {
    const step = STEPS[event.key]
    const rows = [
      ...event.currentTarget.querySelectorAll<HTMLElement>('.row:is(button,a):enabled, a.row'),
    ]
    const at = rows.findIndex((row) => row === event.target)
    if (!step || at < 0) return
    event.preventDefault()
    rows[step(at, rows.length - 1)]?.focus()
  }
  return (
    <ul className="list" {...named(label)} onKeyDown={move}>
      {Children.map(children, (child) =>
        child === null || child === false ? child : <li>{child}</li>,
      )}
    </ul>
  )
}
