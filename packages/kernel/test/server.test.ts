import { Window } from 'happy-dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createKernel } from '../src/index.js'
import { chain, plugin } from './support.js'

it('The kernel is imported and created on a server without a window, and fetches nothing', async () => {
  expect(typeof window).toBe('undefined')
  const kernel = createKernel({
    metadata: { name: 'Server' },
    plugins: [
      chain(),
      plugin(
        'a',
        (ctx) => (ctx.storage.set('key', 'kept for this request'), ctx.theme.get().mode),
        { storage: { version: 1, keys: { key: (value) => value } } },
      ),
    ],
  })
  await kernel.ready
  expect(kernel.plugins.a).toBe('dark')
  expect(kernel.ports.options.get().mobile).toBe(false)
  expect(kernel.ports.connections.get().restoring).toBe(true)
  expect(kernel.ports.late.now()).toBeUndefined()
  kernel.dispose()
})

it('A runtime whose window has no events, such as React Native, gets a kernel with its late half', async () => {
  Object.assign(globalThis, { window: globalThis })
  try {
    const kernel = createKernel({ metadata: { name: 'App' }, plugins: [chain()] })
    await kernel.ready
    await kernel.ports.late.load()
    expect(kernel.ports.connections.get().restoring).toBe(false)
    kernel.dispose()
  } finally {
    Reflect.deleteProperty(globalThis, 'window')
  }
})

it('A kernel on a server leaves alone the localStorage that Node 25 has, which all visitors would share', () => {
  const asked: PropertyKey[] = []
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {},
      { get: (_, name) => void asked.push(name), set: (_, name) => !!asked.push(name) },
    ),
  )
  const kernel = createKernel({
    metadata: { name: 'Server' },
    plugins: [
      plugin('a', (ctx) => ctx.storage.set('key', 'of one visitor'), {
        storage: { version: 1, keys: { key: (value) => value } },
      }),
    ],
  })
  kernel.dispose()
  expect(asked).toEqual([])
})

it('A phone is recognised by its browser', () => {
  const agents: [string, number, boolean][] = [
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
      5,
      true,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
      5,
      true,
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15',
      5,
      true,
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15',
      0,
      false,
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36',
      10,
      false,
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36', 0, false],
  ]
  for (const [userAgent, maxTouchPoints, mobile] of agents) {
    const page = new Window()
    Object.defineProperty(page.navigator, 'userAgent', { value: userAgent })
    Object.defineProperty(page.navigator, 'maxTouchPoints', { value: maxTouchPoints })
    Object.assign(globalThis, { window: page })
    try {
      const kernel = createKernel({ metadata: { name: 'Page' }, plugins: [], storage: null })
      expect(kernel.ports.options.get().mobile, userAgent).toBe(mobile)
      kernel.dispose()
    } finally {
      Reflect.deleteProperty(globalThis, 'window')
    }
  }
})
