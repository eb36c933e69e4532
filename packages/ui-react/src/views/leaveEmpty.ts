import type { KernelPorts } from '@latchkey/kernel'

/** Where nobody is connected any more there is nothing left to see of it. */
export function leaveEmpty({ connections, router, modal }: KernelPorts): void {
  const view = router.get().at(-1)?.view
  if (!connections.get().connections.length && (view === 'Account' || view === 'ProfileWallets'))
    modal.close()
}
