import { definePlugin, type Caip2, type Network } from '@latchkey/plugin-api'
import { afterEach, describe, expect, it } from 'vitest'
import { createKernel, type Kernel, type KernelOptions } from '../src/index.js'
import { account, adapterFor, connectorFor, FakeLink, network, settle } from './walks/support.js'

const kernels: Kernel[] = []
afterEach(() => kernels.splice(0).forEach((kernel) => kernel.dispose()))

/** Two namespaces, of which one has a wallet that moves, refuses, or goes where it likes. */
async function start(options: Partial<KernelOptions> = {}, refuses?: () => unknown) {
  const asked: string[] = []
  const activeWhenAsked: (string | undefined)[] = []
  const plugin = definePlugin({
    id: 'chains',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: ['one', 'two'],
    setup(ctx) {
      for (const namespace of ['one', 'two']) {
        ctx.adapters.add(adapterFor(namespace, () => true))
        ctx.networks.add(network(`${namespace}:1`))
        ctx.networks.add(network(`${namespace}:2`))
        const link = new FakeLink(
          `wallet-${namespace}`,
          `wallet-${namespace}`,
          {
            [namespace]: {
              accounts: [account(namespace, 'a')],
              network: `${namespace}:1`,
              networks: 'any',
              methods: 'any',
            },
          },
          {
            answer: () => null,
            async switchNetwork({ id }: Network) {
              asked.push(id)
              activeWhenAsked.push(ctx.activeNetwork.current()?.id)
              const reason = refuses?.()
              if (reason !== undefined) throw reason
              link.tell({ network: id })
            },
          },
        )
        links.set(namespace, link)
        ctx.connectors.add(connectorFor(`wallet-${namespace}`, [namespace], () => link))
      }
    },
  })
  const links = new Map<string, FakeLink>()
  const kernel = createKernel({
    metadata: { name: 'Test' },
    storage: null,
    logLevel: 'silent',
    plugins: [plugin],
    defaultNetwork: 'one:1',
    ...options,
  })
  kernels.push(kernel)
  await kernel.ready
  const strange = async (id: Caip2 = 'one:999'): Promise<void> => {
    links.get('one')?.tell({ network: id })
    await settle()
  }
  const views = () => kernel.ports.router.get().map(({ view }) => view)
  return { kernel, asked, activeWhenAsked, strange, views }
}
const declined = () => Object.assign(new Error('no'), { code: 4001 })

describe('switching the network', () => {
  it('A switch asks the wallet and ends on that network', async () => {
    const { kernel, asked } = await start()
    await kernel.connect('wallet-one')
    await kernel.switchNetwork('one:2')
    expect(asked).toEqual(['one:2'])
    expect(kernel.ports.activeNetwork.current()?.id).toBe('one:2')
  })

  it('A switch ends on the chosen network, connected or not [FEAT-14]', async () => {
    const { kernel } = await start()
    await kernel.connect('wallet-one')
    await kernel.switchNetwork('one:2')
    expect(kernel.ports.activeNetwork.get().networks['one']).toBe('one:2')
  })

  it('A failed switch goes back one view [NET-01]', async () => {
    const { kernel, views } = await start({}, declined)
    await kernel.connect('wallet-one')
    kernel.open('Account')
    kernel.ports.router.push('SwitchNetwork', { network: 'one:2' })
    await expect(kernel.switchNetwork('one:2')).rejects.toMatchObject({
      code: 'wallet.user_rejected',
    })
    expect(views()).toEqual(['Account'])
    expect(kernel.ports.activeNetwork.current()?.id).toBe('one:1')
  })

  it('A switch to another namespace takes effect before its wallet is asked [NET-02] [NET-03]', async () => {
    const { kernel, activeWhenAsked } = await start()
    await kernel.connect('wallet-two')
    await kernel.switchNetwork('one:1')
    await kernel.switchNetwork('two:2')
    expect(activeWhenAsked).toEqual(['two:2'])
    expect(kernel.ports.activeNetwork.get()).toMatchObject({
      namespace: 'two',
      networks: { two: 'two:2' },
    })
  })

  it("Of two switches the last counts, whatever the first one's wallet answers later", async () => {
    const { kernel } = await start()
    await kernel.connect('wallet-one')
    const first = kernel.switchNetwork('two:1').catch((error: unknown) => error)
    const second = kernel.switchNetwork('one:2')
    await Promise.all([first, second])
    expect(kernel.ports.activeNetwork.current()?.id).toBe('one:2')
  })

  it('A switch away from an unsupported network closes the modal, and no other switch [NET-10]', async () => {
    const { kernel, strange } = await start()
    await kernel.connect('wallet-one')
    kernel.open('Networks')
    await kernel.switchNetwork('one:2')
    expect(kernel.ports.modal.get().open).toBe(true)
    kernel.close()
    await strange()
    expect(kernel.ports.modal.get().open).toBe(true)
    await kernel.switchNetwork('one:1')
    expect(kernel.ports.modal.get().open).toBe(false)
  })

  it('A switch is refused if the host turned it off, and allowed by default', async () => {
    const off = await start({ networkSwitching: false })
    await expect(off.kernel.switchNetwork('one:2')).rejects.toMatchObject({
      code: 'kernel.network_switch_disabled',
    })
    const on = await start()
    await on.kernel.switchNetwork('one:2')
    expect(on.kernel.ports.activeNetwork.current()?.id).toBe('one:2')
  })

  it('A switch to an unconfigured network or an unknown namespace is refused [VALID-11]', async () => {
    const { kernel } = await start()
    await expect(kernel.switchNetwork('one:77')).rejects.toMatchObject({
      code: 'kernel.network_unknown',
    })
    await expect(kernel.switchNetwork('three:1')).rejects.toMatchObject({
      code: 'kernel.adapter_missing',
      message: 'Chain adapter not found',
    })
  })

  it('A switch is refused if the wallet cannot be moved to a network that it does not serve [VALID-12]', async () => {
    const plugin = definePlugin({
      id: 'fixed',
      version: '0.1.0',
      kernelApi: '^0.1',
      chains: ['one'],
      setup(ctx) {
        ctx.adapters.add(adapterFor('one', () => true))
        for (const id of ['one:1', 'one:2'] as const) ctx.networks.add(network(id))
        ctx.connectors.add(
          connectorFor(
            'fixed',
            ['one'],
            () =>
              new FakeLink('fixed', 'fixed', {
                one: { accounts: [account('one', 'a')], networks: ['one:1'], methods: 'any' },
              }),
          ),
        )
      },
    })
    const kernel = createKernel({ metadata: { name: 'Test' }, storage: null, plugins: [plugin] })
    kernels.push(kernel)
    await kernel.connect('fixed')
    await expect(kernel.switchNetwork('one:2')).rejects.toMatchObject({
      code: 'kernel.network_client_missing',
      message: 'NetworkController client not set',
    })
  })

  it('A switch leads to SwitchActiveChain if the other namespace has no account [VIEW-14]', async () => {
    const { kernel } = await start()
    await kernel.connect('wallet-one')
    kernel.open('Networks')
    await kernel.switchNetwork('two:1')
    expect(kernel.ports.router.get().at(-1)).toMatchObject({
      view: 'SwitchActiveChain',
      params: { switchToChain: 'two', navigateTo: 'Connect' },
    })
  })
})

describe('a wallet on a network that nobody configured', () => {
  it('A wallet on an unconfigured network opens UnsupportedChain [NET-05]', async () => {
    const { kernel, strange, views } = await start()
    await kernel.connect('wallet-one')
    await strange()
    expect(kernel.ports.modal.get().open).toBe(true)
    expect(views().at(-1)).toBe('UnsupportedChain')
  })

  it.each<[string, Partial<KernelOptions>, Caip2]>([
    ['the network is supported [NET-06]', {}, 'one:2'],
    ['switching is disabled [NET-07]', { networkSwitching: false }, 'one:999'],
    ['unsupported networks are allowed [NET-08]', { allowUnsupportedNetworks: true }, 'one:999'],
    ['the modal is in basic mode [NET-09]', { basic: true }, 'one:999'],
  ])('A wallet on an unconfigured network opens nothing when %s', async (_, options, id) => {
    const { kernel, strange, views } = await start(options)
    await kernel.connect('wallet-one')
    await strange(id)
    expect(views()).not.toContain('UnsupportedChain')
    expect(kernel.ports.activeNetwork.current()?.id).toBe(id)
  })

  it('An unconfigured network has a label [NET-11]', async () => {
    const { kernel, strange } = await start()
    await kernel.connect('wallet-one')
    await strange('one:999999')
    expect(kernel.ports.activeNetwork.current()).toMatchObject({
      id: 'one:999999',
      name: 'Unknown Network',
      supported: false,
    })
  })
})

describe('the rpc door', () => {
  const door = (
    policies: Record<string, 'read' | 'sign' | 'send' | 'wallet-state'>[],
    options: Partial<KernelOptions> = {},
  ) => {
    const seen: string[] = []
    const plugin = definePlugin({
      id: 'chains',
      version: '0.1.0',
      kernelApi: '^0.1',
      chains: ['one'],
      setup(ctx) {
        ctx.adapters.add(
          adapterFor('one', () => true, { read: async ({ method }) => `read ${method}` }),
        )
        ctx.networks.add(network('one:1'))
        for (const methods of policies)
          ctx.rpc.allow({ namespace: 'one', methods, nodes: Object.keys(methods) })
        ctx.connectors.add(
          connectorFor(
            'wallet',
            ['one'],
            () =>
              new FakeLink(
                'wallet',
                'wallet',
                {
                  one: {
                    accounts: [account('one', 'a')],
                    networks: 'any',
                    methods: ['listed', 'signs'],
                  },
                },
                { answer: ({ method }) => (seen.push(method), `wallet ${method}`) },
              ),
          ),
        )
      },
    })
    const kernel = createKernel({
      metadata: { name: 'Test' },
      storage: null,
      plugins: [plugin],
      ...options,
    })
    kernels.push(kernel)
    return {
      kernel,
      seen,
      ask: (method: string) => kernel.ports.connections.request({ network: 'one:1', method }),
    }
  }

  it('A method that no policy lists by its exact name is refused [RPC-24]', async () => {
    const { kernel, seen, ask } = door([{ listed: 'read', signs: 'sign' }])
    await kernel.connect('wallet')
    for (const method of [
      'eth_foo',
      'Listed',
      ' listed',
      'listed ',
      '__proto__',
      'constructor',
      'hasOwnProperty',
      '',
    ]) {
      const error: unknown = await ask(method).catch((reason: unknown) => reason)
      expect(error).toMatchObject({
        code: 'rpc.method_not_allowed',
        message: expect.stringMatching(/^Requested RPC call is not allowed/),
      })
    }
    expect(seen).toEqual([])
  })

  it('Each method has one class, the strictest of those that policies give it [RPC-21]', async () => {
    const { kernel, seen, ask } = door([{ unlisted: 'read' }, { unlisted: 'send' }])
    await kernel.connect('wallet')
    // As a read it would have gone to the network.
    expect(await ask('unlisted')).toBe('wallet unlisted')
    expect(seen).toEqual(['unlisted'])
  })

  it('Reads that the wallet does not list go to the node, and the rest to the wallet', async () => {
    const { kernel, seen, ask } = door([{ listed: 'read', unlisted: 'read', signs: 'sign' }])
    expect(await ask('listed')).toBe('read listed')
    await kernel.connect('wallet')
    expect(await ask('listed')).toBe('wallet listed')
    expect(await ask('unlisted')).toBe('read unlisted')
    expect(await ask('signs')).toBe('wallet signs')
    expect(seen).toEqual(['listed', 'signs'])
  })

  it('The host may allow and deny methods, and denying wins', async () => {
    const { kernel, ask } = door([{ listed: 'read' }], {
      rpcPolicy: { allow: { signs: 'sign', both: 'sign' }, deny: ['listed', 'both'] },
    })
    await kernel.connect('wallet')
    expect(await ask('signs')).toBe('wallet signs')
    for (const method of ['listed', 'both'])
      await expect(ask(method)).rejects.toMatchObject({ code: 'rpc.method_not_allowed' })
  })
})
