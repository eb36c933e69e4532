// @vitest-environment happy-dom
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  connect,
  createConfig,
  disconnect,
  getConnection,
  getConnectorClient,
  reconnect,
  signMessage,
  switchChain,
  watchConnection,
  type GetConnectionReturnType,
} from '@wagmi/core'
import type { Dispose } from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { http, verifyMessage } from 'viem'
import { mainnet, optimism, sepolia } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { latchkey } from '../src/index.js'
import { choose, createWallet, keep, openPage, WALLET, type Kept, type Page } from './support.js'

// Chunks that are loaded for the first time take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const eventually = <T>(look: () => T): Promise<T> => vi.waitFor(look, { timeout: 20_000 })

const wallet = createWallet()
let uninstall: Dispose
const pages: Page[] = []
beforeEach(() => {
  uninstall = wallet.install()
})
afterEach(() => {
  pages.splice(0).forEach(({ kernel }) => kernel.dispose())
  uninstall()
})
const open = (...options: Parameters<typeof openPage>): Page => {
  const page = openPage(...options)
  pages.push(page)
  return page
}
/** Connected through wagmi, by the modal. */
async function connected(kept?: Kept): Promise<Page> {
  const page = open(kept)
  const [answer] = await Promise.all([
    connect(page.config, { connector: page.connector }),
    choose(page),
  ])
  expect(answer).toEqual({ accounts: [wallet.address], chainId: mainnet.id })
  return page
}
/** Every status and address that wagmi shows from now on. */
function record({ config }: Page): readonly string[] {
  const seen: string[] = []
  watchConnection(config, {
    onChange: ({ status, address, chainId }: GetConnectionReturnType) =>
      void seen.push([status, address, chainId].join(' ')),
  })
  return seen
}
const status = ({ config }: Page) => getConnection(config).status

describe('connecting through wagmi', () => {
  it('Connecting opens the modal, and wagmi gets the wallet that the visitor connects there', async () => {
    const page = await connected()
    expect(getConnection(page.config)).toMatchObject({
      status: 'connected',
      address: wallet.address,
      chainId: mainnet.id,
      connector: { id: 'latchkey', name: 'Latchkey', type: 'latchkey' },
    })
    expect(page.kernel.ports.modal.get().open).toBe(false)
    expect(wallet.asked).toEqual(['eth_requestAccounts'])
  })
  it('Connecting does not open the modal where an EVM wallet is connected already', async () => {
    const page = open()
    await page.kernel.ready
    await page.kernel.ports.late.load()
    await page.kernel.connect(WALLET)
    await disconnectWagmiOnly(page)
    const opened = vi.fn()
    page.kernel.on('modal:opened', opened)
    await connect(page.config, { connector: page.connector })
    expect([status(page), opened.mock.calls.length, wallet.asked]).toEqual([
      'connected',
      0,
      ['eth_requestAccounts'],
    ])
  })
  it('Closing the modal rejects the connect as wagmi spells it, and the visitor can try again', async () => {
    const page = open()
    const answer = connect(page.config, { connector: page.connector })
    answer.catch(() => undefined)
    await eventually(() => expect(page.kernel.ports.modal.get().open).toBe(true))
    await page.kernel.ports.late.load()
    page.kernel.close()
    await expect(answer).rejects.toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
    expect(status(page)).toBe('disconnected')
    await Promise.all([connect(page.config, { connector: page.connector }), choose(page)])
    expect(status(page)).toBe('connected')
  })
  it('Connecting goes to the chain that was asked for', async () => {
    const page = open()
    const [{ chainId }] = await Promise.all([
      connect(page.config, { connector: page.connector, chainId: sepolia.id }),
      choose(page),
    ])
    expect([chainId, page.kernel.ports.activeNetwork.current()?.id]).toEqual([
      sepolia.id,
      'eip155:11155111',
    ])
  })
  it("Connecting stays on the wallet's chain where the chain that was asked for is not available", async () => {
    const page = open()
    const [{ chainId }] = await Promise.all([
      connect(page.config, { connector: page.connector, chainId: optimism.id }),
      choose(page),
    ])
    expect([chainId, status(page)]).toEqual([mainnet.id, 'connected'])
  })
  it('The connected wallet signs messages for wagmi', async () => {
    const { config } = await connected()
    expect(
      await verifyMessage({
        address: wallet.address as never,
        message: 'Hello',
        signature: await signMessage(config, { message: 'Hello' }),
      }),
    ).toBe(true)
    expect((await getConnectorClient(config)).account.address).toBe(wallet.address)
  })
})

/** wagmi forgets, the kernel does not: as after a reload of wagmi's storage alone. */
const disconnectWagmiOnly = async ({ config }: Page): Promise<void> => {
  config.setState((state) => ({
    ...state,
    connections: new Map(),
    current: null,
    status: 'disconnected',
  }))
}

describe('in step', () => {
  it('A switch of network in wagmi is made in the modal as well', async () => {
    const page = await connected()
    expect((await switchChain(page.config, { chainId: sepolia.id })).id).toBe(sepolia.id)
    expect(page.kernel.ports.activeNetwork.current()?.id).toBe('eip155:11155111')
    expect([getConnection(page.config).chainId, page.config.state.chainId]).toEqual([
      sepolia.id,
      sepolia.id,
    ])
  })
  it('A switch of network in the modal is made in wagmi as well', async () => {
    const page = await connected()
    await page.kernel.switchNetwork('eip155:11155111')
    expect([getConnection(page.config).chainId, page.config.state.chainId]).toEqual([
      sepolia.id,
      sepolia.id,
    ])
  })
  it('A switch that is declined or impossible fails with the error names of wagmi', async () => {
    const page = await connected()
    wallet.behave({ reject: { code: 4001, message: 'no' } })
    await expect(switchChain(page.config, { chainId: sepolia.id })).rejects.toMatchObject({
      name: 'UserRejectedRequestError',
    })
    await expect(switchChain(page.config, { chainId: optimism.id })).rejects.toMatchObject({
      name: 'SwitchChainError',
    })
    await expect(switchChain(page.config, { chainId: 5 as never })).rejects.toMatchObject({
      name: 'SwitchChainError',
    })
    expect(getConnection(page.config).chainId).toBe(mainnet.id)
  })
  it('A change of account or network in the wallet reaches wagmi', async () => {
    const page = await connected()
    const first = wallet.address
    wallet.show('other')
    await eventually(() => expect(getConnection(page.config).address).toBe(wallet.address))
    expect(wallet.address).not.toBe(first)
    wallet.move('other')
    await eventually(() => expect(getConnection(page.config).chainId).toBe(sepolia.id))
  })
  it('A disconnect in wagmi disconnects the wallet in the modal as well', async () => {
    const page = await connected()
    await disconnect(page.config)
    expect([status(page), page.kernel.ports.connections.get().connections]).toEqual([
      'disconnected',
      [],
    ])
  })
  it.each<[string, (page: Page) => unknown]>([
    ['the modal', ({ kernel }) => kernel.disconnect()],
    ['the wallet', () => wallet.close()],
  ])('A disconnect in %s reaches wagmi, and so does the next connect', async (_, end) => {
    const page = await connected()
    await end(page)
    await eventually(() => expect(status(page)).toBe('disconnected'))
    await page.kernel.connect(WALLET)
    expect(getConnection(page.config)).toMatchObject({
      status: 'connected',
      address: wallet.address,
    })
  })
  it('A visitor who connects in the modal is connected in wagmi as well', async () => {
    const page = open()
    page.kernel.open()
    await choose(page)
    expect(getConnection(page.config)).toMatchObject({
      status: 'connected',
      address: wallet.address,
    })
    await switchChain(page.config, { chainId: sepolia.id })
    expect(page.kernel.ports.activeNetwork.current()?.id).toBe('eip155:11155111')
  })
})

it('A visitor who connects in another tab is connected in wagmi as well', async () => {
  const storage = fakeStorage()
  const [here, there] = [open({ ...keep(), kernel: storage }), open({ ...keep(), kernel: storage })]
  await Promise.all(
    [here, there].map(({ kernel }) => kernel.ready.then(() => kernel.ports.late.load())),
  )
  await eventually(() =>
    expect([here, there].map(({ kernel }) => kernel.ports.connections.get().restoring)).toEqual([
      false,
      false,
    ]),
  )
  await there.kernel.connect(WALLET)
  expect(status(here)).toBe('disconnected')
  // The browser tells every tab what is stored.
  Object.keys(storage.entries()).forEach((key) => storage.elsewhere(key, storage.getItem(key)))
  await eventually(() =>
    expect(getConnection(here.config)).toMatchObject({
      status: 'connected',
      address: wallet.address,
      chainId: mainnet.id,
    }),
  )
})

describe('configs that come and go on one kernel', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const makeConfig = ({ kernel }: Page) =>
    createConfig({
      chains: [mainnet, sepolia],
      connectors: [latchkey({ kernel })],
      storage: null,
      multiInjectedProviderDiscovery: false,
      transports: {
        [mainnet.id]: http('https://one.test'),
        [sepolia.id]: http('https://two.test'),
      },
    })

  it('Two configs on one kernel are both connected: StrictMode keeps the first of two', async () => {
    const page = open()
    const other = makeConfig(page)
    await page.kernel.ready
    await page.kernel.connect(WALLET)
    expect([page.config, other].map((config) => getConnection(config).status)).toEqual([
      'connected',
      'connected',
    ])
  })
  it('The kernel does not keep dropped configs alive, neither before a connect nor after', async () => {
    const page = open()
    const gone: WeakRef<object>[] = []
    const drop = (): void => void gone.push(new WeakRef(makeConfig(page).connectors[0]!.emitter))
    drop()
    await page.kernel.ready
    await eventually(() => (collect(), expect(gone[0]!.deref() === undefined).toBe(true)))
    drop()
    await page.kernel.connect(WALLET)
    await eventually(() => (collect(), expect(gone[1]!.deref() === undefined).toBe(true)))
    expect(status(page)).toBe('connected')
    await page.kernel.switchNetwork('eip155:11155111')
    expect(getConnection(page.config).chainId).toBe(sepolia.id)
  })
})

describe('after a reload', () => {
  const reload = (page: Page, kept: Kept): Page => {
    page.kernel.dispose()
    return open(kept)
  }
  it('After a reload wagmi reconnects without a prompt, the modal or a disconnected moment', async () => {
    const kept = keep()
    const page = reload(await connected(kept), kept)
    const opened = vi.fn()
    page.kernel.on('modal:opened', opened)
    // wagmi reads its own storage first.
    await eventually(() => expect(page.config.state.current).not.toBeNull())
    const seen = record(page)
    await reconnect(page.config)
    expect([...new Set(seen)]).toEqual([
      `reconnecting ${wallet.address} ${mainnet.id}`,
      `connected ${wallet.address} ${mainnet.id}`,
    ])
    expect([opened.mock.calls.length, wallet.asked]).toEqual([0, ['eth_requestAccounts']])
    await page.kernel.switchNetwork('eip155:11155111')
    expect(getConnection(page.config).chainId).toBe(sepolia.id)
  })
  it('After a reload wagmi is disconnected, without a prompt or the modal, where the wallet is locked', async () => {
    const kept = keep()
    const first = await connected(kept)
    wallet.lock()
    const page = reload(first, kept)
    await reconnect(page.config)
    expect([status(page), page.kernel.ports.modal.get().open, wallet.asked]).toEqual([
      'disconnected',
      false,
      ['eth_requestAccounts'],
    ])
  })
  it('After a reload wagmi stays disconnected until it is told to reconnect', async () => {
    const kept = keep()
    const page = reload(await connected(kept), { ...kept, wagmi: keep().wagmi })
    await eventually(() =>
      expect(page.kernel.ports.accounts.active()?.address).toBe(wallet.address),
    )
    expect(status(page)).toBe('disconnected')
  })
})
