// @vitest-environment happy-dom
import {
  definePlugin,
  defineView,
  type ConnectedAccount,
  type Connection,
  type Scopes,
} from '@latchkey/plugin-api'
import { afterEach, expect, it } from 'vitest'
import { contentSecurityPolicy, createKernel, type Kernel } from '../../src/index.js'
import {
  account,
  adapterFor,
  connectorFor,
  FakeLink,
  memoryStorage,
  network,
  settle,
} from './support.js'

declare module '@latchkey/plugin-api' {
  interface ViewParams {
    'walk.approve': { method: string; answer(yes: boolean): void }
  }
  interface PluginApis {
    vault: {
      frame(): HTMLIFrameElement | undefined
      finishPopup(user: string): void
      show(anchor: Element): void
    }
  }
}

const scopes: Scopes = {
  eip155: {
    accounts: [
      account('eip155', '0xeoa', { type: 'eoa' }),
      account('eip155', '0xsmart', { type: 'smartAccount' }),
    ],
    selected: '0xsmart',
    networks: 'any',
    methods: 'any',
  },
  solana: {
    accounts: [account('solana', 'So1', { type: 'eoa' })],
    networks: 'any',
    methods: 'any',
  },
}
const asText = (value: unknown) => {
  if (typeof value !== 'string') throw new TypeError('not a text')
  return value
}

/**
 * A hidden frame that keeps the keys, a popup for the login, and an approve view for every
 * signature.
 */
const vault = (popups: string[]) =>
  definePlugin({
    id: 'vault',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['eip155', 'solana'],
    reaches: { frames: ['https://secure.test'], popups: ['https://login.test'] },
    storage: { version: 1, keys: { redirect: asText } },
    setup(ctx) {
      let frame: HTMLIFrameElement | undefined
      let loggedIn: ((user: string) => void) | undefined
      const stage = ctx.lazy('secure frame', async () => {
        frame = document.createElement('iframe')
        frame.src = 'about:blank'
        return ctx.stage.mount(frame)
      })
      const approve = (method: string) =>
        new Promise<boolean>((answer) =>
          ctx.router.push('walk.approve', {
            method,
            answer: (yes) => (ctx.router.back(), answer(yes)),
          }),
        )
      for (const space of ['eip155', 'solana']) {
        ctx.adapters.add(adapterFor(space, Boolean))
        ctx.networks.add(network(`${space}:1`))
        ctx.rpc.allow({ namespace: space, methods: { sign: 'sign' } })
      }
      ctx.views.add(
        defineView({
          id: 'walk.approve',
          title: 'vault.approve',
          foreignOverlays: true,
          render: {},
        }),
      )
      ctx.connectMethods.add({ id: 'vault.email', group: 'email', view: 'EmailLogin' })
      const link = (): Connection =>
        new FakeLink('vault', 'ID_AUTH', scopes, {
          async answer({ method }) {
            ctx.modal.open()
            if (!(await approve(method))) throw Object.assign(new Error('no'), { code: 4001 })
            return `signed ${method}`
          },
          canRelease: () => true,
        })
      ctx.connectors.add(
        connectorFor(
          'ID_AUTH',
          ['eip155', 'solana'],
          async ({ silent }) => {
            // In the task of the click: a popup keeps its gesture.
            const user = silent
              ? ctx.storage.get('redirect')
              : await new Promise<string>(
                  (resolve) => ((loggedIn = resolve), popups.push('https://login.test')),
                )
            if (user === undefined) throw new Error('nobody logged in')
            await stage()
            return link()
          },
          { kind: 'auth' },
        ),
      )
      return {
        frame: () => frame,
        finishPopup: (user: string) => loggedIn?.(user),
        show: (anchor: Element) => void stage().then((mount) => mount.show(anchor)),
      }
    },
    async start(ctx) {
      // A social login that left the page and came back left its single-use state in storage.
      if (ctx.storage.get('redirect') !== undefined)
        await ctx.connections
          .connect('ID_AUTH', { silent: true })
          .finally(() => ctx.storage.remove('redirect'))
    },
  })

let kernel: Kernel | undefined
afterEach(() => kernel?.dispose())

it("A login opens a popup in the click's task and gives two kinds of accounts in two namespaces", async () => {
  const popups: string[] = []
  const made = createKernel({ metadata: { name: 'Walk' }, storage: null, plugins: [vault(popups)] })
  kernel = made
  await made.ready
  await made.ports.late.load()
  const connecting = made.connect('ID_AUTH')
  expect(popups).toEqual(['https://login.test'])
  made.plugins.vault.finishPopup('ada')
  await connecting
  expect(made.ports.stage.get()).toHaveLength(1)
  expect(made.ports.stage.get()[0]?.anchor).toBeUndefined()
  expect(made.ports.accounts.active('eip155')).toMatchObject({
    address: '0xsmart',
    type: 'smartAccount',
  })
  expect(made.ports.accounts.all('eip155').map(({ type }: ConnectedAccount) => type)).toEqual([
    'eoa',
    'smartAccount',
  ])
  const eoa = made.ports.accounts.all('eip155')[0]!
  await made.ports.accounts.select({
    connectionId: eoa.connectionId,
    namespace: 'eip155',
    key: eoa.key,
  })
  expect(made.ports.accounts.active('eip155')?.type).toBe('eoa')
  expect(made.ports.accounts.active('solana')?.address).toBe('So1')
})

it('An embedded wallet asks in its own view before it signs', async () => {
  const made = createKernel({ metadata: { name: 'Walk' }, storage: null, plugins: [vault([])] })
  kernel = made
  await made.ready
  const connecting = made.connect('ID_AUTH')
  await settle()
  made.plugins.vault.finishPopup('ada')
  await connecting
  const answer = async (yes: boolean) => {
    await expect.poll(() => made.ports.router.get().at(-1)?.view).toBe('walk.approve')
    const { params } = made.ports.router.get().at(-1)!
    if (
      typeof params === 'object' &&
      params !== null &&
      'answer' in params &&
      typeof params.answer === 'function'
    )
      params.answer(yes)
  }
  const first = made.ports.connections.request({ network: 'eip155:1', method: 'sign' })
  await answer(true)
  expect(await first).toBe('signed sign')
  const second = made.ports.connections.request({ network: 'eip155:1', method: 'sign' })
  const refused = expect(second).rejects.toMatchObject({ code: 'wallet.user_rejected' })
  await answer(false)
  await refused
})

it('The result of a redirect is taken at start, once', async () => {
  const storage = memoryStorage()
  storage.setItem('latchkey-default:vault:v1:redirect', JSON.stringify('ada'))
  const made = createKernel({ metadata: { name: 'Walk' }, storage, plugins: [vault([])] })
  kernel = made
  await made.ready
  expect(made.ports.accounts.active('eip155')?.address).toBe('0xsmart')
  expect(JSON.stringify(storage.entries())).not.toContain('ada')
})

it("The page policy follows from the plugin's passport", () => {
  const made = createKernel({ metadata: { name: 'Walk' }, storage: null, plugins: [vault([])] })
  kernel = made
  expect(contentSecurityPolicy(made).frame).toContain('https://secure.test')
})
