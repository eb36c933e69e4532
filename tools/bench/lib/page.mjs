// Functions that run in the measured page. They are sent to the browser as text, so they must not
// use anything outside themselves.

/** An EIP-6963 wallet that answers at once. */
export function installWallet(chainId = '0x1') {
  const accounts = ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266']
  const provider = {
    request: async ({ method }) =>
      method === 'eth_chainId' ? chainId : method.endsWith('ccounts') ? accounts : null,
    on() {},
    removeListener() {},
  }
  const icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/%3E"
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: '00000000-0000-4000-8000-000000000001',
      name: 'Bench Wallet',
      icon,
      rdns: 'test.bench',
    }),
    provider,
  })
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

/**
 * Defines `window.bench`. It finds elements through shadow roots, and measures from a real input
 * event until an element can be clicked.
 */
export function installStopwatch() {
  // This check is cheap on purpose: it runs often, and must not slow down the page that it
  // measures.
  const scope = () => document.querySelector('latchkey-modal')?.shadowRoot ?? document
  const shown = () => scope().querySelector('dialog[open], div[role=dialog]:not(dialog *)')
  const find = {
    row: () =>
      [...(shown()?.querySelectorAll('button') ?? [])].find(({ textContent }) =>
        textContent.includes('Bench Wallet'),
      ),
    code: () => scope().querySelector('[data-qr]'),
    account: () =>
      document.querySelector('[data-account]') ??
      [
        ...(document.querySelector('#root > span')?.shadowRoot?.querySelectorAll('button') ?? []),
      ].find(({ textContent }) => /^0x[0-9a-f]{2}/i.test(textContent.trim())),
    lazy: () => scope().getElementById('lazy-ready'),
  }
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
  window.bench = {
    find,
    /**
     * Starts the wait; `done` is the figure. It is a call of its own, so that the watch runs before
     * the click comes.
     */
    arm(name) {
      window.bench.done = window.bench.until(name)
    },
    box(name) {
      const { left, top, width, height } = find[name]().getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    },
    /**
     * Milliseconds from the next click until a frame is drawn in which a click at its centre
     * reached it.
     */
    until: (name) =>
      new Promise((resolve) => {
        since = 0
        const look = () => {
          const element = since ? find[name]() : undefined
          if (element && hittable(element))
            requestAnimationFrame(() => resolve(performance.now() - since))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    /** The same, measured from the call of `act`. */
    after(name, act) {
      const done = window.bench.until(name)
      since = window.bench.pushedAt = performance.now()
      act()
      return done
    },
  }
}

/**
 * Adds `window.bench.painted()`: resolves with the milliseconds from the first click until a frame was
 * drawn with the wallet's row in it, clickable or not. `installStopwatch` comes before it.
 */
export function installPaintWatch() {
  const painted = new Promise((resolve) => {
    const watch = ({ timeStamp }) => {
      const look = () => {
        const isDrawn = window.bench.find.row()?.checkVisibility({ opacityProperty: true })
        requestAnimationFrame(isDrawn ? () => resolve(performance.now() - timeStamp) : look)
      }
      requestAnimationFrame(look)
    }
    window.addEventListener('click', watch, { capture: true, once: true })
  })
  window.bench.painted = () => painted
}

/**
 * Defines `window.list`. It opens a list of wallets, ours or the bare one, scrolls through it and
 * measures how long typing takes.
 */
export function installListWatch() {
  const scope = () => document.querySelector('latchkey-modal')?.shadowRoot ?? document
  const rows = () => [...scope().querySelectorAll('[data-index]')]
  const nameOf = (row) => row?.querySelector('.name')?.textContent
  const shown = () =>
    rows().find(
      (row) => /^Wallet \d/.test(nameOf(row) ?? '') && row.getBoundingClientRect().height > 0,
    )
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => resolve()))
  /** Milliseconds from `since` until a frame is drawn in which the condition held. */
  const when = async (since, holds) => {
    while (!holds()) await frame()
    await frame()
    return performance.now() - since
  }
  let typedAt = 0
  window.addEventListener('keydown', (event) => (typedAt = event.timeStamp), { capture: true })
  window.list = {
    isReady: () =>
      !!scope().querySelector('dialog[open] .row') && window.kernel.ports.late.now() !== undefined,
    async open() {
      // Loads the view's chunk first, as after an earlier visit: the bare page has no chunk to
      // load.
      if (window.kernel) {
        window.kernel.ports.router.push('AllWallets')
        await when(0, shown)
        window.kernel.ports.router.back()
        await when(0, () => !shown())
      }
      const since = performance.now()
      if (window.kernel) window.kernel.ports.router.push('AllWallets')
      else window.openList()
      return when(since, shown)
    },
    focus: () => scope().querySelector('input').focus(),
    arm(first) {
      typedAt = 0
      window.list.done = when(0, () => typedAt > 0 && nameOf(shown()) === first).then(
        () => performance.now() - typedAt,
      )
    },
    /**
     * Scrolls from end to end, and waits until each page of the directory is loaded.
     * @returns the most rows that were in the page at once
     */
    async walk(count, step) {
      const body = scope().querySelector('.body')
      let most = 0
      const look = () => (most = Math.max(most, rows().length))
      const watch = new MutationObserver(look)
      watch.observe(body, { childList: true, subtree: true })
      for (let index = 0; index <= count; index += step) {
        body.scrollTop = index * 52
        await frame()
        await when(
          0,
          () => rows().length > 0 && rows().every((row) => /\d/.test(nameOf(row) ?? '')),
        )
        look()
      }
      watch.disconnect()
      body.scrollTop = 0
      return frame().then(() => most)
    },
  }
}

/** Defines `window.scroller`. It scrolls a list, ours or the bare one, and measures each frame. */
export function installScroller() {
  const scope = () => document.querySelector('latchkey-modal')?.shadowRoot ?? document
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  window.scroller = {
    /** Chooses a tab of the account by its id. The bare list has none. */
    async choose(name) {
      const tab = () =>
        [...scope().querySelectorAll('[role=tab]')].find(
          ({ textContent }) =>
            ({ tokens: 'Tokens', transactions: 'Activity' })[name] === textContent.trim(),
        )
      if (!window.kernel) return
      while (!tab()) await frame()
      tab().click()
    },
    /** Whether a list of so many rows is drawn. */
    isWhole(count) {
      const list = scope().querySelector('.body ul:has([data-index])')
      return !!list && list.getBoundingClientRect().height > count * 48
    },
    /**
     * Scrolls from the top by so many px with each frame.
     * @returns the duration of each frame in ms
     */
    async scroll(count, px) {
      const body = scope().querySelector('.body')
      body.scrollTop = 0
      await frame()
      const times = [await frame()]
      for (let turn = 1; turn <= count; turn++) {
        body.scrollTop = turn * px
        times.push(await frame())
      }
      return times.slice(1).map((time, turn) => time - times[turn])
    },
  }
}
