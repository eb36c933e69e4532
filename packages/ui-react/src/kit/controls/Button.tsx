import { isWebLink } from '@latchkey/plugin-api/explorer'
import { forwardRef, type ReactNode } from 'react'
import { useLabel, type Label } from '../text/messages.js'
import { Icon, type IconName } from './Icon.js'

export interface ButtonProps {
  children: ReactNode
  /** `primary`: the main action of the view. `plain`: without background and border. */
  variant?: 'primary' | 'normal' | 'plain'
  onClick?(): void
  /** Makes it a link that opens in a new tab. Only http and https addresses work. */
  href?: string
  disabled?: boolean
  /** Shows a spinner and ignores clicks. */
  busy?: boolean
  wide?: boolean
  /** For one of several exclusive choices: whether it is the chosen one. */
  pressed?: boolean
  type?: 'button' | 'submit'
}

/**
 * A button of the modal. Put at most one `primary` on a view.
 * @example <Button variant="primary" wide onClick={pay}><Text k="swap.confirm" /></Button>
 */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { children, variant = 'normal', onClick, href, disabled, busy, wide, pressed, type = 'button' },
  ref,
) {
  const className = `button ${variant}${wide ? ' wide' : ''}`
  const click = (): void => {
    if (!busy) onClick?.()
  }
  if (isWebLink(href))
    return (
      <a
        className={className}
        href={href}
        target="_blank"
        rel="noreferrer noopener"
        onClick={click}
      >
        {children}
      </a>
    )
  return (
    <button
      ref={ref}
      className={className}
      type={type}
      disabled={disabled}
      aria-busy={busy}
      aria-pressed={pressed}
      onClick={click}
    >
      {busy && <Icon name="loading" />}
      {children}
    </button>
  )
})

export interface IconButtonProps {
  icon: IconName
  /** The action, for screen readers and as a tooltip. */
  label: Label
  onClick?(): void
  href?: string
  /** Name of its CSS part, for `::part()`. */
  part?: string
  pressed?: boolean
}

/** A button that shows only an icon. */
export function IconButton({
  icon,
  label,
  onClick,
  href,
  part,
  pressed,
}: IconButtonProps): ReactNode {
  const named = useLabel()(label)
  const title = named['aria-label']
  if (isWebLink(href))
    return (
      <a
        className="iconButton"
        href={href}
        target="_blank"
        rel="noreferrer noopener"
        {...named}
        title={title}
      >
        <Icon name={icon} />
      </a>
    )
  return (
    <button
      className="iconButton"
      type="button"
      {...named}
      title={title}
      aria-pressed={pressed}
      onClick={onClick}
      part={part}
    >
      <Icon name={icon} />
    </button>
  )
}
