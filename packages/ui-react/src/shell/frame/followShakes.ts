import type { KernelPorts } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'

const SHAKE_MS = 500

/** Shakes the card when a close was refused. */
export function followShakes({ modal }: KernelPorts, card: HTMLElement): Dispose {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = modal.subscribe(({ shakes }, previous) => {
    if (shakes === previous.shakes) return
    clearTimeout(timer)
    card.classList.remove('shake')
    // Reading the layout restarts an animation that is still running.
    void card.offsetWidth
    card.classList.add('shake')
    timer = setTimeout(() => card.classList.remove('shake'), SHAKE_MS)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
