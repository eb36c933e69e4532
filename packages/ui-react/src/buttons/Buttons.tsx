import type { Kernel } from '@latchkey/kernel'
import { useContext, useEffect, useRef, type ReactNode } from 'react'
import { KernelContext } from '../context.js'
import { drawButton, type ButtonKind } from './drawButton.js'

export interface ButtonProps {
  /** The button's text, instead of its own. */
  children?: ReactNode
  className?: string
  /** The provider's kernel if left out. */
  kernel?: Kernel
}

/** Reserves the button's size in a server's HTML, which cannot hold a shadow root. */
function ButtonHost({
  kind,
  kernel,
  children,
  className,
}: ButtonProps & { kind: ButtonKind }): ReactNode {
  const nearest = useContext(KernelContext)
  const host = useRef<HTMLSpanElement>(null)
  const used = kernel ?? nearest
  useEffect(() => (host.current ? drawButton(host.current, kind, used) : undefined), [kind, used])
  return (
    <span ref={host} className={className}>
      {kind !== 'account' && <svg width="148" height="40" aria-hidden="true" />}
      {children !== undefined && <span slot="label">{children}</span>}
    </span>
  )
}

/**
 * Shows "Connect wallet", or the address once a wallet is connected. Shows a skeleton while stored
 * connections are being restored.
 */
export const ConnectButton = (props: ButtonProps): ReactNode => (
  <ButtonHost kind="connect" {...props} />
)
/**
 * Shows the address in use and opens the Account view. Draws nothing while no wallet is connected.
 */
export const AccountButton = (props: ButtonProps): ReactNode => (
  <ButtonHost kind="account" {...props} />
)
/** Shows the network in use and opens the network list. */
export const NetworkButton = (props: ButtonProps): ReactNode => (
  <ButtonHost kind="network" {...props} />
)
