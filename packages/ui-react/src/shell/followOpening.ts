import type { KernelPorts } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import type { DialogBehaviour } from './dialogBehaviour.js'

export interface Opening extends Pick<DialogBehaviour, 'open' | 'close' | 'soften'> {
  /** The views and the toasts; or, while nothing was opened yet, the toasts alone. */
  draw(isOpen: boolean): void
}

/** Whether foreign windows want to draw over the modal now: its view says so, or the wallet that is connecting draws in the page. */
function wantsSoft({ router, views, connections, connectors }: KernelPorts): boolean {
  const top = router.get().at(-1)?.view
  const { attempt } = connections.get()
  return (
    !!(top && views.find(top)?.definition.foreignOverlays) ||
    !!(attempt && connectors.find(attempt.connectorId)?.value.drawsInPage)
  )
}

/** Longest time for which the first opening waits for the wallet list, ms: drawn once is quicker than a skeleton drawn first. */
const PATIENCE = 60

/** Opens and closes the dialog as the kernel's state says. What is in it is drawn before it is shown. */
export function followOpening(ports: KernelPorts, { open, close, soften, draw }: Opening): Dispose {
  let isOpen = false
  let isWaiting = false
  let hasWaited = false
  let isGone = false
  const wait = (): void => {
    isWaiting = true
    const enough = new Promise((resolve) => setTimeout(resolve, PATIENCE))
    void Promise.race([enough, ports.late.load().catch(() => undefined)]).then(() => {
      isWaiting = false
      hasWaited = true
      begin()
    })
  }
  const update = (): void => {
    if (isWaiting || isGone) return
    const wanted = ports.modal.get().open
    if (wanted && !hasWaited && !ports.late.now()) return wait()
    if (wanted && isOpen) soften(wantsSoft(ports))
    if (wanted === isOpen) return
    isOpen = wanted
    if (wanted) {
      draw(true)
      open(wantsSoft(ports))
    } else close()
  }
  const begin = (): void => {
    update()
    if (!isOpen && !isWaiting && !isGone) draw(false)
  }
  begin()
  const stops = [
    ports.modal.subscribe(update),
    ports.router.subscribe(update),
    ports.connections.subscribe(update),
    ports.views.subscribe(update),
  ]
  return () => {
    isGone = true
    for (const stop of stops) stop()
  }
}
