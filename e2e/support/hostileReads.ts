// Attacks of a hostile page by script: it reads, forges, floods, and puts the frame where it is not
// meant to be.
import { expect } from '@playwright/test'
import { ask } from './frameHost.js'
import type { Attack, World } from './hostileWorld.js'

const inPage = (world: World, run: (frameUrl: string) => unknown): Promise<unknown> =>
  world.page.evaluate(run, world.frameUrl)

/** A page that embeds the frame, takes its ready event, offers it a port, and tells all to its parent. */
const innerPage = (
  frameUrl: string,
): string => `<iframe src="${frameUrl}/frame?projectId=local"></iframe>
  <script>onmessage = (event) => {
    parent.postMessage(event.data, '*')
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => parent.postMessage({ connected: data }, '*')
    const nonce = '${'cd'.repeat(16)}'
    const offer = { type: 'latchkey frame connect', version: 4, nonce, frameNonce: event.data.nonce }
    event.source.postMessage(offer, '*', [port2])
  }</script>`

/** Puts the frame into a document of an origin that is not the project's: it is not shown there. */
const nested = (
  name: string,
  attribute: 'src' | 'srcdoc',
  make: (inner: string) => string,
): Attack => ({
  name,
  async run(world) {
    await world.open()
    const value = make(innerPage(world.frameUrl))
    await world.page.evaluate(
      ([key, source]) =>
        new Promise<void>((resolve) => {
          const frame = document.createElement('iframe')
          frame.onload = () => resolve()
          // Without its own origin: a page of srcdoc has that of the page around else.
          frame.setAttribute('sandbox', 'allow-scripts')
          frame.setAttribute(key, source)
          document.body.append(frame)
        }),
      [attribute, value] as const,
    )
    await world.wait(500)
    const connected = await world.page.evaluate(() =>
      window.loot.some((data) => Object.hasOwn(Object(data), 'connected')),
    )
    expect(connected, name).toBe(false)
  },
})

/** Makes the frame with other attributes, and asks it for a signature where it answers at all. */
const attributed = (name: string, attributes: Record<string, string>): Attack => ({
  name,
  async run(world) {
    await world.open()
    await world.page.evaluate(
      ([list, frameUrl]) => {
        const frame = document.querySelector('iframe')!
        for (const [key, value] of Object.entries(list)) frame.setAttribute(key, value)
        frame.src = `${frameUrl}/frame?projectId=local&chainId=1&again=1`
      },
      [attributes, world.frameUrl] as const,
    )
    const params = ['Hello', world.address]
    await world.page.evaluate(
      ([payload, token]) => {
        addEventListener('message', ({ data }) => {
          if (!Object.hasOwn(Object(data), 'nonce')) return
          void window
            .ask('is connected', { token })
            .then(() => window.ask('rpc request', payload))
            .then((reply) => window.answers.push(reply))
        })
      },
      [{ method: 'personal_sign', params }, world.handle] as const,
    )
    await world.pause(1_200)
  },
})

export const READS: readonly Attack[] = [
  {
    name: 'reads storage, cookies and databases',
    async run(world) {
      await world.open()
      await inPage(world, async () => {
        window.loot.push(document.cookie, { ...localStorage }, { ...sessionStorage })
        window.loot.push(await indexedDB.databases())
        window.loot.push((await caches.keys()).join())
      })
    },
  },
  {
    name: "reads the globals of the frame's window",
    async run(world) {
      await world.open()
      await inPage(world, () => {
        const target = frames[0] as unknown as Record<string, unknown>
        for (const name of ['document', 'localStorage', 'origin', 'name', 'performance', 'opener'])
          try {
            window.loot.push(target[name])
          } catch (error) {
            window.loot.push(String(error))
          }
        window.loot.push(document.querySelector('iframe')!.contentDocument)
      })
    },
  },
  {
    name: "fetches the service's routes with the visitor's cookies",
    async run(world) {
      await world.open()
      await inPage(world, async (url) => {
        const paths = ['/frame', '/v1/user', '/v1/wallet/share', '/v1/wallet/home', '/v1/devices']
        for (const mode of ['cors', 'no-cors'] as const)
          for (const path of paths)
            window.loot.push(
              await fetch(url + path, { mode, credentials: 'include' }).then(
                (answer) => answer.text(),
                String,
              ),
            )
      })
    },
  },
  {
    name: 'takes the handle to the service with a key of its own',
    async run(world) {
      await world.open()
      const answers = await world.page.evaluate(
        async ([url, handle]) => {
          const body = JSON.stringify({ handle })
          const headers = { 'content-type': 'application/json' }
          const options = { method: 'POST', body, headers, credentials: 'include' } as const
          return fetch(`${url}/v1/session/resume`, options).then((answer) => answer.text(), String)
        },
        [world.frameUrl, world.handle] as const,
      )
      await world.page.evaluate((answer) => window.loot.push(answer), answers)
    },
  },
  {
    name: "loads the service's routes and files as scripts",
    async run(world) {
      await world.open()
      await inPage(world, (url) =>
        Promise.all(
          ['/frame', '/v1/user', '/v1/wallet/share'].map(
            (path) =>
              new Promise((resolve) => {
                const script = document.createElement('script')
                script.src = url + path
                script.onload = script.onerror = resolve
                document.head.append(script)
              }),
          ),
        ),
      )
    },
  },
  {
    name: 'offers a port with guessed nonces before the handshake',
    async run(world) {
      await world.page.goto(world.hostUrl)
      await world.page.evaluate(
        ([url, nonce]) =>
          new Promise<void>((resolve) => {
            window.loot = []
            window.answers = []
            const frame = document.createElement('iframe')
            frame.src = `${url}/frame?projectId=local`
            frame.onload = () => {
              for (let guess = 0; guess < 200; guess += 1) {
                const { port1, port2 } = new MessageChannel()
                port1.onmessage = ({ data }) => window.loot.push({ connected: data })
                const frameNonce = guess.toString(16).padStart(32, '0')
                const offer = { type: 'latchkey frame connect', version: 4, nonce, frameNonce }
                frame.contentWindow!.postMessage(offer, '*', [port2])
              }
              setTimeout(resolve, 500)
            }
            document.body.append(frame)
          }),
        [world.frameUrl, 'ab'.repeat(16)] as const,
      )
      expect(await world.page.evaluate(() => window.loot)).toEqual([])
    },
  },
  {
    name: 'offers a second port after the handshake',
    async run(world) {
      await world.open()
      await inPage(world, () => {
        const ready = window.loot.find((data) => Object.hasOwn(Object(data), 'nonce')) as
          { nonce: string } | undefined
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => window.loot.push({ second: data })
        const nonce = 'ab'.repeat(16)
        const frameNonce = ready?.nonce ?? nonce
        const offer = { type: 'latchkey frame connect', version: 4, nonce, frameNonce }
        frames[0]!.postMessage(offer, '*', [port2])
      })
      await world.wait(300)
      const loot = await world.page.evaluate(() => JSON.stringify(window.loot))
      expect(loot).not.toContain('second')
    },
  },
  {
    name: "forges the window's word, replies and clicks by messages to the frame",
    async run(world) {
      await world.open()
      await world.request()
      await world.armed()
      await inPage(world, () => {
        for (const data of [
          'latchkey window ready',
          { type: 'rpc request success', id: '1', payload: { result: '0x' } },
          { type: 'click' },
          { type: 'rpc request', id: 'x', payload: { method: 'personal_sign', params: ['0x'] } },
        ]) {
          frames[0]!.postMessage(data, '*')
          window.port.postMessage(data)
        }
      })
      await world.wait(300)
    },
  },
  {
    name: 'hands the port to a worker that asks and asks',
    async run(world) {
      await world.open()
      await world.page.evaluate((address) => {
        const source = `onmessage = ({ data: { address }, ports: [port] }) => {
          port.onmessage = ({ data }) => postMessage(data)
          const payload = { method: 'personal_sign', params: ['Hello', address] }
          for (let id = 0; id < 20; id++) port.postMessage({ type: 'rpc request', id: 'w' + id, payload })
        }`
        const worker = new Worker(URL.createObjectURL(new Blob([source])))
        worker.onmessage = ({ data }) => {
          window.loot.push(data)
          window.answers.push(data as { payload?: object })
        }
        worker.postMessage({ address }, [window.port])
      }, world.address)
      await world.approve().waitFor({ state: 'attached' })
      await world.wait(1_000)
    },
  },
  {
    name: 'replays ids, takes requests back and posts them again',
    async run(world) {
      await world.open()
      await world.request()
      await world.page.evaluate((address) => {
        window.port.addEventListener('message', ({ data }) => window.answers.push(data as object))
        const payload = { method: 'personal_sign', params: ['Other', address] }
        for (let turn = 0; turn < 5; turn += 1)
          for (const id of ['1', '2', '3']) {
            window.port.postMessage({ type: 'rpc request', id, payload })
            window.port.postMessage({ type: 'cancel', id })
          }
      }, world.address)
      await world.wait(500)
    },
  },
  {
    name: 'floods with a thousand requests',
    async run(world) {
      await world.open()
      await world.request()
      await world.page.evaluate((address) => {
        const payload = { method: 'personal_sign', params: ['Hello', address] }
        for (let count = 0; count < 1_000; count += 1)
          void window.ask('rpc request', payload).then((reply) => window.answers.push(reply))
      }, world.address)
      await expect.poll(() => world.page.evaluate(() => window.answers.length)).toBe(981)
    },
  },
  {
    name: "opens the frame's page in a window and speaks to it",
    async run(world) {
      await world.open()
      const opening = world.page.waitForEvent('popup')
      await inPage(world, (url) => {
        const opened = window.open(`${url}/frame?projectId=local`, 'w')!
        setInterval(() => opened.postMessage('latchkey window ready', '*'), 50)
      })
      const opened = await opening
      await opened.waitForLoadState()
      expect(await opened.locator('body').innerText()).toBe('')
      await opened.close()
    },
  },
  nested('puts the frame into a page of srcdoc', 'srcdoc', (inner) => inner),
  nested(
    'puts the frame into a page of data',
    'src',
    (inner) => `data:text/html,${encodeURIComponent(inner)}`,
  ),
  attributed('takes the origin away by the sandbox', { sandbox: 'allow-scripts' }),
  attributed('demands a policy of the frame', { csp: "style-src 'none'" }),
  attributed('asks for a frame without credentials', { credentialless: '' }),
  attributed('takes features and the referrer away', {
    allow: '',
    referrerpolicy: 'unsafe-url',
    loading: 'lazy',
  }),
  {
    name: 'listens by a service worker',
    async run(world) {
      await world.open()
      await world.page.evaluate(async () => {
        await navigator.serviceWorker.register('/sw.js')
        await navigator.serviceWorker.ready
      })
      await world.open()
      await world.page.evaluate(() => {
        navigator.serviceWorker.onmessage = ({ data }) => window.loot.push(data)
        navigator.serviceWorker.startMessages()
      })
      await world.request()
      await world.wait(300)
      await world.page.evaluate(async () => {
        for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
      })
    },
  },
  {
    name: 'navigates the frame while a card is shown',
    async run(world) {
      await world.open()
      await world.request()
      await world.armed()
      await inPage(world, (url) => {
        frames[0]!.location.href = `${url}/frame?projectId=local&again=1`
      })
      await expect(world.frame().locator('button.primary')).toHaveCount(0)
    },
  },
  {
    name: 'reloads the frame by its own event while a card is shown',
    async run(world) {
      await world.open()
      await world.request()
      await ask(world.page, 'reload')
      await expect(world.frame().locator('button.primary')).toHaveCount(0)
    },
  },
]
