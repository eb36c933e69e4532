import { useEffect, useRef, type ReactNode } from 'react'
import type { Family } from '../wallet/namespaces.js'
import type { Peer } from '../wallet/state.js'

/**
 * The card of one proposal or request that the user decides about; `children` holds its details and
 * buttons. Its heading takes the focus, so that screen readers read it. `peer`: the site that asks.
 * `more`: how many decisions wait after this one.
 */
export function Decision({
  title,
  peer,
  more,
  children,
}: {
  title: string
  peer: Peer
  more: number
  children: ReactNode
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card decision" aria-labelledby="decision">
      <h2 id="decision" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>
        <strong>
          <bdi>{peer.name}</bdi>
        </strong>{' '}
        <span className="muted">
          <bdi>{peer.url}</bdi>
        </span>
      </p>
      {children}
      {more > 0 && <p className="muted">{more} more after this.</p>}
    </section>
  )
}

/** The two buttons of a decision. `busy`: the user has chosen, and the wallet is carrying it out. */
export function YesNo({
  yes,
  no,
  busy,
  disabled = false,
  onYes,
  onNo,
}: {
  yes: string
  no: string
  busy: boolean
  disabled?: boolean
  onYes(): void
  onNo(): void
}): ReactNode {
  return (
    <div className="row">
      <button onClick={onNo} disabled={busy}>
        {no}
      </button>
      <button className="primary" onClick={onYes} disabled={busy || disabled}>
        {busy ? 'Working...' : yes}
      </button>
    </div>
  )
}

interface ChecksProps<T> {
  legend: string
  options: readonly { value: T; label: ReactNode }[]
  chosen: readonly T[]
  disabled?: boolean
  /** Choices that cannot be unticked. The last ticked one if left out. */
  fixed?: readonly T[]
  onChange(chosen: T[]): void
}

/** Checkboxes to choose several values of a list. `onChange` gets all values that are then ticked. */
export function Checks<T extends string | number>({
  legend,
  options,
  chosen,
  disabled = false,
  fixed = chosen.length === 1 ? chosen : [],
  onChange,
}: ChecksProps<T>): ReactNode {
  const toggle = (value: T): void =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  return (
    <fieldset disabled={disabled}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            disabled={fixed.includes(value)}
            onChange={() => toggle(value)}
          />{' '}
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** A chain family's name and the wallet's addresses of it, shortened. */
export function FamilyName({ family: { name, addresses } }: { family: Family }): ReactNode {
  return (
    <>
      <strong>{name}</strong>{' '}
      {addresses.map((address) => (
        <code key={address} title={address}>
          {shortAddress(address)}{' '}
        </code>
      ))}
    </>
  )
}

/** `0x1234...abcd`: the first six and the last four characters. */
export const shortAddress = (address: string): string =>
  `${address.slice(0, 6)}...${address.slice(-4)}`
