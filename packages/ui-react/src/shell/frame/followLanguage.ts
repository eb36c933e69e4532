import type { KernelPorts } from '@latchkey/kernel'
import type { Dispose } from '@latchkey/plugin-api'
import { directionOf } from '../../theme/direction.js'

/**
 * Sets language and direction on the modal's root: right to left if the locale or the page around
 * is.
 */
export function followLanguage({ messages }: KernelPorts, root: HTMLElement): Dispose {
  const page = document.documentElement
  const apply = (): void => {
    const locale = messages.locale.get()
    root.lang = locale
    root.dir = directionOf(locale) === 'rtl' || page.dir === 'rtl' ? 'rtl' : 'ltr'
  }
  apply()
  const observer = new MutationObserver(apply)
  observer.observe(page, { attributeFilter: ['dir'] })
  const stop = messages.locale.subscribe(apply)
  return () => {
    observer.disconnect()
    stop()
  }
}
