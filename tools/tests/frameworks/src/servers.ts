import { renderToString as renderReact } from 'react-dom/server'
import { render as renderSvelte } from 'svelte/server'
import { createSSRApp } from 'vue'
import { renderToString as renderVue } from 'vue/server-renderer'
import type { Render } from './driver.js'
import Page from './Page.svelte'
import { reactPage } from './react.js'
import { vueApp } from './vue.js'

/** The servers of the three frameworks, by the framework's name. */
export const SERVERS: Readonly<Record<string, Render>> = {
  React: (kernel, use) => renderReact(reactPage(kernel, use)),
  Vue: (kernel, use) => renderVue(vueApp(kernel, use, createSSRApp)),
  Svelte: (kernel, use) => renderSvelte(Page, { props: { kernel, use } }).body,
}
