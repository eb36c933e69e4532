import type { KernelPorts } from '@latchkey/kernel'

/**
 * Closes the modal if no wallet is connected any more and the view on top shows connected wallets.
 */
export function closeIfDisconnected({ connections, router, modal }: KernelPorts): void {
  const view = router.get().at(-1)?.view
  if (!connections.get().connections.length && (view === 'Account' || view === 'ProfileWallets'))
    modal.close()
}
