// The behaviour that every binding must have, as one table. Pages run in a browser, servers in Node.
import type { Kernel } from '@latchkey/kernel'
import { isLatchkeyError, type ConnectRequest, type PluginContext } from '@latchkey/plugin-api'
import { expect } from 'vitest'
import type { Hooks, Mounted, Render, Use } from '../driver.js'
import {
  account,
  both,
  connector,
  FIRST,
  INK,
  INKLING,
  MAINNET,
  network,
  OAK,
  OAK_MAINNET,
  rejected,
  scopesOf,
  SECOND,
  Wallet,
  type World,
} from '../world.js'

/** A framework with a world of its own, which ends with the case. */
export interface Stand {
  make(world?: World): { kernel: Kernel; ctx: PluginContext }
  mount(kernel: Kernel | undefined, use: Use): Mounted
  /** The HTML that the framework's server wrote with {@link everything}, taken over by a browser. */
  hydrate(kernel: Kernel): Mounted
  /** Warnings and errors that were written to the console. */
  complaints(): readonly unknown[]
}
export type Case = { readonly title: string } & (
  { page(stand: Stand): Promise<void> } | { server(render: Render, kernel: Kernel): Promise<void> }
)

const says = (page: Mounted, text: string | RegExp): Promise<void> =>
  typeof text === 'string'
    ? expect.poll(page.text).toBe(text)
    : expect.poll(page.text).toMatch(text)
const list = (items: readonly unknown[]): string => items.join(',') || 'none'

/** Mounts a page that draws one hook, and hands out what the hook gives. */
function show<T>(
  stand: Stand,
  kernel: Kernel,
  hook: (hooks: Hooks) => () => T,
  draw: (value: T) => string,
): Mounted & { now(): T } {
  let latest: (() => T) | undefined
  const page = stand.mount(kernel, (hooks) => {
    const get = (latest = hook(hooks))
    return () => draw(get())
  })
  return { ...page, now: () => latest!() }
}

type Flow = ReturnType<ReturnType<Hooks['connect']>>
const drawFlow = ({ status, wallet, step, pairing, connection, error }: Flow): string =>
  [
    status,
    wallet?.name,
    step,
    pairing && `${pairing.uri} ${pairing.expiresAt}`,
    connection?.id,
    isLatchkeyError(error) ? error.code : error,
  ]
    .filter((part) => part !== undefined)
    .join(' ')
const showFlow = async (stand: Stand, kernel: Kernel) => {
  const page = show(
    stand,
    kernel,
    (use) => use.connect(),
    (flow) => (flow.wallets ? drawFlow(flow) : 'no wallets'),
  )
  await says(page, 'idle')
  return {
    ...page,
    press: (name: string, namespace?: string) =>
      page.now().connect(
        page.now().wallets!.find((row) => row.name === name)!,
        namespace,
      ),
  }
}

/** All hooks on one page. */
export const everything: Use = (use) => {
  const [account, accounts, network, networks] = [
    use.account(),
    use.accounts(),
    use.network(),
    use.networks(),
  ]
  const [connections, modal, theme] = [use.connections(), use.modal(), use.theme()]
  const [wallets, balance, flow] = [use.wallets(), use.balance(), use.connect()]
  return () =>
    [
      account()?.address,
      accounts().accounts.length,
      network()?.name,
      networks().networks.length,
      connections().restoring,
      connections().connections.length,
      modal().isOpen,
      theme().mode,
      wallets()?.length,
      balance().amount?.symbol,
      flow().status,
    ]
      .map(String)
      .join(' ')
}
const SERVER_TEXT = 'undefined 0 undefined 3 true 0 false dark undefined undefined idle'

const CONTEXT: readonly Case[] = [
  {
    title: 'useKernel gives the kernel that was provided',
    async page({ make, mount }) {
      const { kernel } = make()
      await says(
        mount(kernel, (use) => {
          const mine = use.kernel()
          return () => String(mine.id === kernel.id && mine.ports === kernel.ports)
        }),
        'true',
      )
    },
  },
  {
    title: 'A page without a kernel fails and says so',
    async page({ mount }) {
      expect(() => mount(undefined, (use) => (use.account(), () => ''))).toThrow(/No kernel/)
    },
  },
  {
    title: 'Two pages with two kernels see each their own wallets',
    async page(stand) {
      const [one, two] = [stand.make(), stand.make()]
      const [first, second] = [one, two].map(({ kernel }) =>
        show(
          stand,
          kernel,
          (use) => use.account(),
          (used) => used?.address ?? 'nobody',
        ),
      )
      await one.kernel.connect('Rabby')
      await says(first!, FIRST)
      expect(second?.text()).toBe('nobody')
    },
  },
]

const showAccount = (stand: Stand, kernel: Kernel, namespace?: string) =>
  show(
    stand,
    kernel,
    (use) => use.account(namespace),
    (used) => used?.address ?? 'nobody',
  )
const showAccounts = (stand: Stand, kernel: Kernel, namespace?: string) =>
  show(
    stand,
    kernel,
    (use) => use.accounts(namespace),
    ({ accounts }) => list(accounts.map(({ address }) => address)),
  )
const ACCOUNTS: readonly Case[] = [
  {
    title: 'useAccount gives nobody, then the account of the wallet that connects',
    async page(stand) {
      const { kernel } = stand.make()
      const page = showAccount(stand, kernel)
      await says(page, 'nobody')
      await kernel.connect('Rabby')
      await says(page, FIRST)
    },
  },
  {
    title: 'useAccount gives the account at the first drawing if a wallet is connected already',
    async page(stand) {
      const { kernel } = stand.make()
      await kernel.connect('Rabby')
      expect(showAccount(stand, kernel).text()).toBe(FIRST)
    },
  },
  {
    title: 'useAccount gives nobody after a disconnect',
    async page(stand) {
      const { kernel } = stand.make()
      await kernel.connect('Rabby')
      const page = showAccount(stand, kernel)
      await says(page, FIRST)
      await kernel.disconnect()
      await says(page, 'nobody')
    },
  },
  {
    title: 'useAccount gives the account of a named namespace',
    async page(stand) {
      const { kernel } = stand.make({ connectors: [both()] })
      const page = showAccount(stand, kernel, OAK)
      await kernel.connect('Both')
      await says(page, 'oak1')
    },
  },
  {
    title: 'useAccount follows a wallet whose accounts change',
    async page(stand) {
      const wallet = new Wallet('Rabby')
      const { kernel } = stand.make({ connectors: [connector('Rabby', () => wallet)] })
      const page = showAccount(stand, kernel)
      await kernel.connect('Rabby')
      await says(page, FIRST)
      wallet.tell({ scopes: scopesOf([account(SECOND)]) })
      await says(page, SECOND)
    },
  },
  {
    title: 'useAccounts lists the accounts of all wallets',
    async page(stand) {
      const other = connector('Other', () => new Wallet('Other', [account('0xother')]))
      const { kernel } = stand.make({ connectors: [both(), other] })
      const page = showAccounts(stand, kernel)
      await says(page, 'none')
      await kernel.connect('Both')
      await kernel.connect('Other')
      await expect
        .poll(() => page.text()?.split(',').sort())
        .toEqual(['0xfirst', '0xother', '0xsecond', 'oak1'])
    },
  },
  {
    title: 'useAccounts lists the accounts of one namespace',
    async page(stand) {
      const { kernel } = stand.make({ connectors: [both()] })
      const page = showAccounts(stand, kernel, OAK)
      await kernel.connect('Both')
      await says(page, 'oak1')
    },
  },
  {
    title: 'useAccounts selects the account that useAccount then gives',
    async page(stand) {
      const { kernel } = stand.make({ connectors: [both()] })
      await kernel.connect('Both')
      const page = showAccount(stand, kernel, INK)
      const all = showAccounts(stand, kernel, INK)
      await says(all, `${FIRST},${SECOND}`)
      const { connectionId, namespace, key } = all.now().accounts[1]!
      await all.now().select({ connectionId, namespace, key })
      await says(page, SECOND)
    },
  },
]

const showNetwork = (stand: Stand, kernel: Kernel, namespace?: string) =>
  show(
    stand,
    kernel,
    (use) => use.network(namespace),
    (current) => (current ? `${current.name} ${current.supported}` : 'none'),
  )
const showNetworks = (stand: Stand, kernel: Kernel, namespace?: string) =>
  show(
    stand,
    kernel,
    (use) => use.networks(namespace),
    ({ networks }) => list(networks.map(({ name }) => name)),
  )
const NETWORKS: readonly Case[] = [
  {
    title: 'useNetwork gives the network of a named namespace',
    async page(stand) {
      const { kernel } = stand.make({ connectors: [both()] })
      await kernel.connect('Both')
      await says(showNetwork(stand, kernel, OAK), 'Oak true')
    },
  },
  {
    title: 'useNetworks switches the network that useNetwork then gives',
    async page(stand) {
      const { kernel } = stand.make()
      await kernel.connect('Rabby')
      const page = showNetwork(stand, kernel)
      await says(page, 'Ink Mainnet true')
      await showNetworks(stand, kernel).now().switchNetwork(INKLING.id)
      await says(page, 'Inkling true')
    },
  },
  {
    title: 'useNetwork says that the site does not support where a wallet went by itself',
    async page(stand) {
      const wallet = new Wallet('Rabby')
      const { kernel } = stand.make({ connectors: [connector('Rabby', () => wallet)] })
      await kernel.connect('Rabby')
      const page = showNetwork(stand, kernel)
      wallet.tell({ network: `${INK}:77` })
      await says(page, 'Unknown Network false')
    },
  },
  {
    title: 'useNetworks lists the networks of the site',
    async page(stand) {
      await says(showNetworks(stand, stand.make().kernel), 'Ink Mainnet,Inkling,Oak')
    },
  },
  {
    title: 'useNetworks lists the networks of one namespace',
    async page(stand) {
      await says(showNetworks(stand, stand.make().kernel, OAK), 'Oak')
    },
  },
  {
    title: 'useNetworks lists a network that is added later',
    async page(stand) {
      const { kernel, ctx } = stand.make({ networks: [MAINNET, OAK_MAINNET] })
      const page = showNetworks(stand, kernel, INK)
      await says(page, 'Ink Mainnet')
      ctx.networks.add(network('6', 'Later'))
      await says(page, 'Ink Mainnet,Later')
    },
  },
  {
    title: 'useNetworks refuses a network that the site does not have',
    async page(stand) {
      const { switchNetwork } = showNetworks(stand, stand.make().kernel).now()
      const error: unknown = await switchNetwork(`${INK}:404`).catch((reason: unknown) => reason)
      expect(isLatchkeyError(error, 'kernel.network_unknown')).toBe(true)
    },
  },
]

const showConnections = (stand: Stand, kernel: Kernel) =>
  show(
    stand,
    kernel,
    (use) => use.connections(),
    ({ restoring, attempt, connections }) =>
      `${restoring ? 'restoring ' : ''}${attempt ? `asks ${attempt.connectorId} ` : ''}` +
      list(connections.map(({ id }) => id)),
  )
const CONNECTIONS: readonly Case[] = [
  {
    title: 'useConnections says that nothing is connected once restoring has ended',
    async page(stand) {
      await says(showConnections(stand, stand.make().kernel), 'none')
    },
  },
  {
    title: 'useConnections connects and disconnects',
    async page(stand) {
      const page = showConnections(stand, stand.make().kernel)
      await page.now().connect('Rabby')
      await says(page, 'Rabby-link')
      await page.now().disconnect()
      await says(page, 'none')
    },
  },
  {
    title: 'useConnections lists two wallets',
    async page(stand) {
      const { kernel } = stand.make({ connectors: [connector('One'), connector('Two')] })
      const page = showConnections(stand, kernel)
      await kernel.connect('One')
      await kernel.connect('Two')
      await expect.poll(() => page.text()?.split(',').sort()).toEqual(['One-link', 'Two-link'])
    },
  },
  {
    title: 'useConnections names the wallet that is being asked',
    async page(stand) {
      const answers: ((wallet: Wallet) => void)[] = []
      const slow = connector('Slow', () => new Promise((resolve) => answers.push(resolve)))
      const { kernel } = stand.make({ connectors: [slow] })
      const page = showConnections(stand, kernel)
      const connected = kernel.connect('Slow')
      await says(page, 'asks Slow none')
      await expect.poll(() => answers.length).toBe(1)
      answers[0]?.(new Wallet('Slow'))
      await connected
      await says(page, 'Slow-link')
    },
  },
]

const SURFACE: readonly Case[] = [
  {
    title: 'useModal opens and closes the modal, and follows a modal that something else opens',
    async page(stand) {
      const { kernel } = stand.make()
      const page = show(
        stand,
        kernel,
        (use) => use.modal(),
        ({ isOpen }) => (isOpen ? 'open' : 'closed'),
      )
      await says(page, 'closed')
      page.now().open()
      await says(page, 'open')
      page.now().close()
      await says(page, 'closed')
      kernel.open()
      await says(page, 'open')
    },
  },
  {
    title: 'useTheme gives mode and tokens, and changes them',
    async page(stand) {
      const page = show(
        stand,
        stand.make().kernel,
        (use) => use.theme(),
        ({ mode, variables }) => `${mode} ${variables.accent ?? ''}`.trim(),
      )
      await says(page, 'dark')
      page.now().set({ mode: 'light', variables: { accent: 'red' } })
      await says(page, 'light red')
    },
  },
  {
    title: 'useWallets gives the wallets to choose from once they are known',
    async page(stand) {
      const { kernel } = stand.make({ connectors: [connector('One'), connector('Two')] })
      const page = show(
        stand,
        kernel,
        (use) => use.wallets(),
        (rows) => list((rows ?? []).map(({ name }) => name)),
      )
      await says(page, 'One,Two')
    },
  },
  {
    title: 'useWallets lists a wallet that is announced later',
    async page(stand) {
      const { kernel, ctx } = stand.make()
      const page = show(
        stand,
        kernel,
        (use) => use.wallets(),
        (rows) => list((rows ?? []).map(({ name }) => name)),
      )
      await says(page, 'Rabby')
      ctx.connectors.add(connector('Later'))
      await expect.poll(() => page.text()?.split(',').sort()).toEqual(['Later', 'Rabby'])
    },
  },
  {
    title: 'useEvents hears events while the component is there, and none after it',
    async page(stand) {
      const { kernel } = stand.make()
      const heard: string[] = []
      const page = stand.mount(kernel, (use) => {
        use.events('connection:established', ({ connectorId }) => void heard.push(connectorId))
        return () => 'there'
      })
      await kernel.connect('Rabby')
      await expect.poll(() => heard).toEqual(['Rabby'])
      page.unmount()
      await kernel.disconnect()
      await kernel.connect('Rabby')
      expect(heard).toEqual(['Rabby'])
    },
  },
  {
    title: 'A component that is gone reads nothing more',
    async page(stand) {
      const { kernel } = stand.make()
      let drawn = 0
      const page = stand.mount(kernel, (use) => {
        const [used, connections] = [use.account(), use.connections()]
        return () => (drawn++, `${used()?.address} ${connections().connections.length}`)
      })
      await says(page, 'undefined 0')
      page.unmount()
      await new Promise((resolve) => setTimeout(resolve))
      const before = drawn
      await kernel.connect('Rabby')
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(drawn).toBe(before)
    },
  },
]

const showBalance = (stand: Stand, kernel: Kernel) =>
  show(
    stand,
    kernel,
    (use) => use.balance(),
    ({ amount, error, loading }) =>
      [
        loading && 'loading',
        amount && `${amount.value} ${amount.symbol}`,
        error !== undefined && 'error',
      ]
        .filter(Boolean)
        .join(' ') || 'nothing',
  )
const inks = (value: bigint) => ({ value, decimals: 0, symbol: 'INK' })
const BALANCES: readonly Case[] = [
  {
    title: 'useBalance reads nothing while no wallet is connected, then the balance of its account',
    async page(stand) {
      const asked: string[] = []
      const { kernel } = stand.make({
        balance: async ({ network: at, address }) => (asked.push(`${at} ${address}`), inks(7n)),
      })
      const page = showBalance(stand, kernel)
      await says(page, 'nothing')
      expect(asked).toEqual([])
      await kernel.connect('Rabby')
      await says(page, '7 INK')
      expect(asked).toEqual([`${MAINNET.id} ${FIRST}`])
    },
  },
  {
    title: 'useBalance reads nothing where the adapter cannot',
    async page(stand) {
      let asked = 0
      const { kernel } = stand.make({
        abilities: [],
        balance: async () => (asked++, inks(7n)),
      })
      await kernel.connect('Rabby')
      const page = showBalance(stand, kernel)
      const used = showAccount(stand, kernel)
      await says(used, FIRST)
      await says(page, 'nothing')
      expect(asked).toBe(0)
    },
  },
  {
    title: 'useBalance reads again on another network, and shows no balance of the last one',
    async page(stand) {
      const answers: ((value: bigint) => void)[] = []
      const { kernel } = stand.make({
        balance: () => new Promise((resolve) => answers.push((value) => resolve(inks(value)))),
      })
      await kernel.connect('Rabby')
      const page = showBalance(stand, kernel)
      await says(page, 'loading')
      await expect.poll(() => answers.length).toBe(1)
      answers[0]?.(1n)
      await says(page, '1 INK')
      await kernel.ports.activeNetwork.switch(INKLING.id)
      await says(page, 'loading')
      await expect.poll(() => answers.length).toBe(2)
      answers[1]?.(2n)
      await says(page, '2 INK')
    },
  },
  {
    title: 'useBalance gives the error of a node that fails',
    async page(stand) {
      const { kernel } = stand.make({ balance: () => Promise.reject(new Error('no node')) })
      await kernel.connect('Rabby')
      await says(showBalance(stand, kernel), 'error')
    },
  },
  {
    title: 'useBalance asks the chain again when it is refreshed',
    async page(stand) {
      let value = 3n
      const { kernel } = stand.make({ balance: async () => inks(value) })
      await kernel.connect('Rabby')
      const page = showBalance(stand, kernel)
      await says(page, '3 INK')
      value = 4n
      page.now().refresh()
      await says(page, '4 INK')
    },
  },
]

const FLOWS: readonly Case[] = [
  {
    title: 'useConnect connects a wallet without opening the modal, until that is disconnected',
    async page(stand) {
      const { kernel } = stand.make()
      const page = await showFlow(stand, kernel)
      page.press('Rabby')
      await says(page, 'connected Rabby Rabby-link')
      expect(kernel.ports.modal.get().open).toBe(false)
      await kernel.disconnect()
      await says(page, 'idle Rabby')
    },
  },
  {
    title: 'useConnect gives the error of a visitor who declines, and asks again',
    async page(stand) {
      const answers = [() => Promise.reject(rejected()), () => new Wallet('Rabby')]
      const { kernel } = stand.make({ connectors: [connector('Rabby', () => answers.shift()!())] })
      const page = await showFlow(stand, kernel)
      page.press('Rabby')
      await says(page, 'failed Rabby wallet.user_rejected')
      page.now().retry()
      await says(page, 'connected Rabby Rabby-link')
    },
  },
  {
    title: 'useConnect gives the link with its expiry, and the step after it',
    async page(stand) {
      const asked: ConnectRequest[] = []
      const relay = connector('Relay', (request) => {
        asked.push(request)
        return new Promise(() => undefined)
      })
      const { kernel } = stand.make({ connectors: [relay] })
      const page = await showFlow(stand, kernel)
      page.press('Relay')
      await expect.poll(() => asked.length).toBe(1)
      asked[0]?.onStep({ step: 'uri', uri: 'wc:one@2', expiresAt: 1000 })
      await says(page, 'connecting Relay uri wc:one@2 1000')
      asked[0]?.onStep({ step: 'confirm' })
      await says(page, 'connecting Relay confirm')
    },
  },
  {
    title: 'useConnect withdraws an attempt on cancel, and with the component',
    async page(stand) {
      const signals: AbortSignal[] = []
      const silent = connector('Silent', ({ signal }) => {
        signals.push(signal)
        return new Promise(() => undefined)
      })
      const { kernel } = stand.make({ connectors: [silent] })
      const page = await showFlow(stand, kernel)
      page.press('Silent')
      await expect.poll(() => signals.length).toBe(1)
      page.now().cancel()
      await says(page, 'idle')
      await expect.poll(() => signals[0]?.aborted).toBe(true)
      page.press('Silent')
      await expect.poll(() => signals.length).toBe(2)
      page.unmount()
      await expect.poll(() => signals[1]?.aborted).toBe(true)
    },
  },
  {
    title: 'useConnect asks for the named namespace alone, and lets a connector prepare',
    async page(stand) {
      const asked: string[] = []
      let prepared = 0
      const wide = connector(
        'Wide',
        ({ networks }) => {
          asked.push(list(networks.map(({ id }) => id)))
          return new Wallet('Wide', [account('oak1', OAK)])
        },
        { namespaces: [INK, OAK], prepare: async () => void prepared++ },
      )
      const { kernel } = stand.make({ connectors: [wide] })
      const page = await showFlow(stand, kernel)
      page.now().prepare(page.now().wallets![0]!)
      await expect.poll(() => prepared).toBe(1)
      page.press('Wide', OAK)
      await says(page, 'connected Wide Wide-link')
      expect(asked).toEqual([OAK_MAINNET.id])
    },
  },
]

const SERVERS: readonly Case[] = [
  {
    title: 'A server draws restoring, whoever is connected to its kernel',
    async server(render, kernel) {
      await kernel.connect('Rabby')
      kernel.open()
      expect(await render(kernel, everything)).toContain(`<p>${SERVER_TEXT}</p>`)
    },
  },
  {
    title: 'A server’s HTML hydrates without a complaint, and shows what is connected already',
    async page(stand) {
      const { kernel } = stand.make()
      await kernel.ready
      await kernel.connect('Rabby')
      kernel.open()
      const page = stand.hydrate(kernel)
      await says(page, `${FIRST} 1 Ink Mainnet 3 false 1 true dark 1 INK idle`)
      expect(stand.complaints()).toEqual([])
    },
  },
]

export const CASES: readonly Case[] = [
  ...CONTEXT,
  ...ACCOUNTS,
  ...NETWORKS,
  ...CONNECTIONS,
  ...SURFACE,
  ...BALANCES,
  ...FLOWS,
  ...SERVERS,
]
