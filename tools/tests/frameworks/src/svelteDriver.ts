import { flushSync, hydrate, mount, unmount } from 'svelte'
import type { Driver, Mounted } from './driver.js'
import Page from './Page.svelte'
import { place } from './place.js'

function mounted(host: HTMLElement, page: Record<string, unknown>): Mounted {
  flushSync()
  return {
    text: () => host.querySelector('p')?.textContent,
    unmount: () => (void unmount(page), host.remove()),
  }
}

export const svelteDriver: Driver = {
  name: 'Svelte',
  mount(kernel, use) {
    const target = place()
    return mounted(target, mount(Page, { target, props: { kernel, use } }))
  },
  hydrate(html, kernel, use) {
    const target = place(html)
    return mounted(target, hydrate(Page, { target, props: { kernel, use } }))
  },
}
