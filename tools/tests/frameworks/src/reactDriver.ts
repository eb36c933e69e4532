import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import type { Driver, Mounted } from './driver.js'
import { place } from './place.js'
import { reactPage } from './react.js'

function mounted(host: HTMLElement, root: Root): Mounted {
  return {
    text: () => host.querySelector('p')?.textContent,
    unmount: () => (root.unmount(), host.remove()),
  }
}

export const reactDriver: Driver = {
  name: 'React',
  mount(kernel, use) {
    const host = place()
    let failed: { error: unknown } | undefined
    const root = createRoot(host, { onUncaughtError: (error) => (failed = { error }) })
    flushSync(() => root.render(reactPage(kernel, use)))
    if (failed) throw failed.error
    return mounted(host, root)
  },
  hydrate(html, kernel, use) {
    const host = place(html)
    const onRecoverableError = (error: unknown): void => console.error(error)
    return mounted(host, hydrateRoot(host, reactPage(kernel, use), { onRecoverableError }))
  },
}
