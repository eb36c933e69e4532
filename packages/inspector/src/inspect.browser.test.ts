// The panel in a real browser: its content, the keyboard, a strict policy, and its end.
import { createKernel, type Kernel } from '@latchkey/kernel'
import { definePlugin } from '@latchkey/plugin-api'
import axe from 'axe-core'
import { afterEach, expect, it } from 'vitest'
import { inspect, type Inspector } from './inspect.js'

const quiet = definePlugin({
  id: 'quiet',
  version: '0.1.0',
  kernelApi: '>=0.1 <1',
  chains: ['test'],
  setup(ctx) {
    ctx.networks.add({
      id: 'test:1',
      namespace: 'test',
      reference: '1',
      name: '<b>Test</b>',
      nativeCurrency: { name: 'T', symbol: 'T', decimals: 0 },
      rpcUrls: [],
    })
    ctx.adapters.add({
      namespace: 'test',
      abilities: [],
      session: { methods: [], events: [] },
      resembles: () => true,
      load: async () => ({
        parseAddress: (text) => text,
        formatAddress: (text) => text,
        addressOn: ({ address }) => address,
      }),
    })
    ctx.connectors.add({
      id: 'quiet.<img src=x onerror=alert(1)>',
      name: 'Quiet',
      kind: 'external',
      namespaces: ['test'],
      availability: () => 'available',
      connect: () => Promise.reject(new Error('no')),
    })
  },
})

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))
function start(): {
  kernel: Kernel
  inspector: Inspector
  root: ShadowRoot
  tab(name: string): HTMLElement
  shown(): string
} {
  const kernel = createKernel({ metadata: { name: 'Test' }, plugins: [quiet], logLevel: 'silent' })
  const inspector = inspect(kernel, { open: true })
  ends.push(() => kernel.dispose(), inspector.dispose)
  const root = inspector.element.shadowRoot!
  return {
    kernel,
    inspector,
    root,
    tab: (name) =>
      [...root.querySelectorAll<HTMLElement>('[role=tab]')].find(
        ({ textContent }) => textContent === name,
      )!,
    shown: () => root.querySelector('[role=tabpanel]:not([hidden])')?.textContent ?? '',
  }
}
const press = (key: string): void =>
  void (document.activeElement?.shadowRoot?.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, composed: true }),
  )

it(
  'The inspector shows state, registries, events as they come, storage and timing',
  { timeout: 90_000 },
  async () => {
    const { kernel, tab, shown } = start()
    expect(shown()).toContain('"restoring": true')
    tab('Registries').click()
    expect(shown()).toContain('quiet.<img src=x onerror=alert(1)>')
    tab('Events').click()
    await kernel.ready
    kernel.open()
    await expect.poll(shown, { timeout: 30_000 }).toContain('modal:opened')
    await kernel.connect('quiet.<img src=x onerror=alert(1)>').catch(() => undefined)
    await expect.poll(shown, { timeout: 30_000 }).toContain('connection:failed')
    tab('Storage').click()
    expect(shown()).toContain('Storage')
    tab('Timing').click()
    expect(shown()).toContain('modal open')
  },
)

it('The inspector shows its tabs also where the browser blocks storage', () => {
  const found = Object.getOwnPropertyDescriptor(window, 'localStorage')!
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  ends.push(() => Object.defineProperty(window, 'localStorage', found))
  const { tab, shown } = start()
  tab('Storage').click()
  expect(shown()).toBe('Storage: nothing yet.')
})

it(
  'The inspector counts the entries that it no longer shows, and goes on with new ones',
  { timeout: 60_000 },
  async () => {
    const { kernel, tab, shown } = start()
    await kernel.ready
    tab('Events').click()
    for (let turn = 0; turn < 1_100; turn++) {
      kernel.open('Connect')
      kernel.close()
    }
    kernel.open('AllWallets')
    await expect.poll(shown, { timeout: 30_000 }).toContain('view: AllWallets')
    expect(shown()).toMatch(/^\d+ older entries are not shown. A log holds the first 2000./)
  },
)

it('The inspector can be used by keyboard: one tab stop, arrow keys between the tabs, and folding', async () => {
  const { root, tab } = start()
  expect(
    [...root.querySelectorAll('[role=tab]')].filter((each) => (each as HTMLElement).tabIndex === 0),
  ).toHaveLength(1)
  tab('State').focus()
  press('ArrowRight')
  expect(root.activeElement).toBe(tab('Registries'))
  expect(tab('Registries').getAttribute('aria-selected')).toBe('true')
  press('ArrowLeft')
  press('ArrowLeft')
  expect(root.activeElement).toBe(tab('Timing'))
  press('Home')
  expect(root.activeElement).toBe(tab('State'))
  const toggle = root.querySelector<HTMLElement>('.toggle')!
  toggle.click()
  expect([toggle.getAttribute('aria-expanded'), root.querySelector('section')!.hidden]).toEqual([
    'false',
    true,
  ])
})

it('The tabs of the inspector have no violations of axe', { timeout: 60_000 }, async () => {
  const { inspector, root, tab } = start()
  for (const name of ['State', 'Registries', 'Events', 'Storage', 'Timing']) {
    tab(name).click()
    const { violations } = await axe.run(inspector.element, {
      rules: { region: { enabled: false } },
    })
    expect(
      violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map(({ html }) => html).join()}`),
    ).toEqual([])
  }
  expect(root.querySelectorAll('img, script, style, [style]')).toHaveLength(0)
})

it('The inspector draws under a policy that forbids styles, inline scripts and text that becomes HTML', async () => {
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content =
    "style-src 'none'; img-src 'none'; frame-src 'none'; require-trusted-types-for 'script'"
  const violations: string[] = []
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) =>
    violations.push(`${effectiveDirective} ${sample}`),
  )
  document.head.append(policy)
  const { root, tab } = start()
  for (const name of ['Registries', 'Events', 'Storage', 'Timing', 'State']) tab(name).click()
  expect(getComputedStyle(root.querySelector('section')!).display).toBe('flex')
  expect(violations).toEqual([])
})

it('The inspector is gone when it ends, and records nothing any more', async () => {
  const { kernel, inspector } = start()
  await kernel.ready
  inspector.dispose()
  const before = inspector.log().entries.length
  kernel.open()
  expect(document.querySelector('[data-latchkey-inspector]')).toBeNull()
  expect(inspector.log().entries).toHaveLength(before)
})
