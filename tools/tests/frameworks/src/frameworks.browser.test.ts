import { afterEach, beforeEach, describe, it, vi } from 'vitest'
import reactHtml from '../html/React.txt?raw'
import svelteHtml from '../html/Svelte.txt?raw'
import vueHtml from '../html/Vue.txt?raw'
import { CASES, everything, type Stand } from './test/cases.js'
import type { Driver } from './driver.js'
import { reactDriver } from './reactDriver.js'
import { svelteDriver } from './svelteDriver.js'
import { vueDriver } from './vueDriver.js'
import { makeKernel } from './world.js'

const HTML: Readonly<Record<string, string>> = {
  React: reactHtml,
  Vue: vueHtml,
  Svelte: svelteHtml,
}

const ends: (() => void)[] = []
const complaints: unknown[] = []
beforeEach(() => {
  complaints.length = 0
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation((...said) => void complaints.push(said))
})
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

const standOf = (driver: Driver): Stand => ({
  make(world) {
    const made = makeKernel(world)
    ends.push(() => made.kernel.dispose())
    return made
  },
  mount(kernel, use) {
    const page = driver.mount(kernel, use)
    let isGone = false
    const unmount = (): void => {
      if (!isGone) page.unmount()
      isGone = true
    }
    ends.push(unmount)
    return { ...page, unmount }
  },
  hydrate(kernel) {
    const page = driver.hydrate(HTML[driver.name]!, kernel, everything)
    ends.push(page.unmount)
    return page
  },
  complaints: () => complaints,
})

describe.each([reactDriver, vueDriver, svelteDriver])('$name in a page', (driver) => {
  for (const each of CASES) if ('page' in each) it(each.title, () => each.page(standOf(driver)))
})
