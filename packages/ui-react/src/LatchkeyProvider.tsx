import type { Kernel } from '@latchkey/kernel'
import { useEffect, useRef, type ReactNode } from 'react'
import { KernelContext } from './context.js'
import { mountModal } from './mount/mountModal.js'

/**
 * Gives the kernel to the hooks and buttons below it and shows its modal.
 * @example <LatchkeyProvider kernel={kernel}><ConnectButton /></LatchkeyProvider>
 */
export function LatchkeyProvider({
  kernel,
  children,
}: {
  kernel: Kernel
  children?: ReactNode
}): ReactNode {
  useEffect(() => mountModal(kernel), [kernel])
  return <KernelContext.Provider value={kernel}>{children}</KernelContext.Provider>
}

/** The place of an embedded modal in the page: use it with `createKernel({ embedded: true })`. */
export function EmbeddedModal({
  kernel,
  className,
}: {
  kernel: Kernel
  className?: string
}): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  useEffect(
    () => (place.current ? mountModal(kernel, { target: place.current, inline: true }) : undefined),
    [kernel],
  )
  return <div ref={place} className={className} />
}
