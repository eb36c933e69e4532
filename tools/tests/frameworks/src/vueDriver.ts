import { createApp, createSSRApp, type App } from 'vue'
import type { Driver, Mounted } from './driver.js'
import { place } from './place.js'
import { vueApp } from './vue.js'

function mounted(host: HTMLElement, app: App): Mounted {
  app.mount(host)
  return {
    text: () => host.querySelector('p')?.textContent,
    unmount: () => (app.unmount(), host.remove()),
  }
}

export const vueDriver: Driver = {
  name: 'Vue',
  mount: (kernel, use) => mounted(place(), vueApp(kernel, use, createApp)),
  hydrate: (html, kernel, use) => mounted(place(html), vueApp(kernel, use, createSSRApp)),
}
