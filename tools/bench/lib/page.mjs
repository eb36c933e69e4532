// What runs in the measured page. Functions are sent to the browser as they stand: they use nothing from outside.

/** An EIP-6963 wallet that answers at once. */
export function installWallet() {
  const accounts = ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266']
  const provider = {
    request: async ({ method }) => (method === 'eth_chainId' ? '0x1' : method.endsWith('ccounts') ? accounts : null),
    on() {},
    removeListener() {},
  }
  const icon = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/%3E"
  const detail = Object.freeze({ info: Object.freeze({ uuid: '00000000-0000-4000-8000-000000000001', name: 'Bench Wallet', icon, rdns: 'test.bench' }), provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** Defines `window.bench`: finds through shadow roots, and times from a real input event to a hit-testable element. */
export function installStopwatch() {
  const roots = (root = document) => [root, ...[...root.querySelectorAll('*')].flatMap((element) => (element.shadowRoot ? roots(element.shadowRoot) : []))]
  const find = (test) => roots().flatMap((root) => [...root.querySelectorAll('*')]).filter(test).at(-1)
  const deepest = (x, y) => {
    let hit = document.elementFromPoint(x, y)
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y)
      if (!inner || inner === hit) break
      hit = inner
    }
    return hit
  }
  const hittable = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = width > 0 && deepest(left + width / 2, top + height / 2)
    return !!hit && (hit === element || element.contains(hit))
  }
  let since = 0
  window.addEventListener('click', (event) => (since = event.timeStamp), { capture: true })
  const tests = {
    row: (element) => element.tagName === 'BUTTON' && element.textContent.includes('Bench Wallet'),
    account: (element) => element.children.length === 0 && /^0xf39f/i.test(element.textContent.trim()),
    lazy: (element) => element.id === 'lazy-ready',
  }
  window.bench = {
    /** Starts waiting; `done` is the figure. Separate, so that no click can come before the watch runs. */
    arm(name) {
      window.bench.done = window.bench.until(name)
    },
    box(name) {
      const { left, top, width, height } = find(tests[name]).getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    },
    /** ms from the next click to a frame in which a click at its centre reaches it. */
    until: (name) => new Promise((resolve) => {
      since = 0
      const look = (now) => {
        const element = since ? find(tests[name]) : undefined
        if (element && hittable(element)) resolve(performance.now() - since)
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }),
    /** The same, from the call of `act`. */
    after(name, act) {
      const done = window.bench.until(name)
      since = performance.now()
      act()
      return done
    },
  }
}
