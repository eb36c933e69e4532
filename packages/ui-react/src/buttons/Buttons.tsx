import type { Kernel } from '@latchkey/kernel'
import { useContext, useEffect, useRef, type ReactNode } from 'react'
import { KernelContext } from '../context.js'
import { drawButton, type ButtonKind } from './drawButton.js'

export interface ButtonProps {
  /** Replaces the button's text. */
  children?: ReactNode
  className?: string
  /** Left out: the provider's. */
  kernel?: Kernel
}

/** The drawing holds a place of the button's size in a server's HTML, where no shadow root is yet. */
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

/** 'Connect wallet'; once somebody is connected, their address. A skeleton while stored connections are being restored. */
export const ConnectButton = (props: ButtonProps): ReactNode => (
  <ButtonHost kind="connect" {...props} />
)
/** The address in use, opening the Account view. Nothing while nobody is connected. */
export const AccountButton = (props: ButtonProps): ReactNode => (
  <ButtonHost kind="account" {...props} />
)
/** The network in use, opening the network list. */
export const NetworkButton = (props: ButtonProps): ReactNode => (
  <ButtonHost kind="network" {...props} />
)
