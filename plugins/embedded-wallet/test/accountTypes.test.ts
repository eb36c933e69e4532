// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { definePlugin, type Caip2, type SignInRequest } from '@latchkey/plugin-api'
import { frameMethodKind } from '../src/protocol/index.js'
import { EVM_ADDRESS, SIGNATURE, SMART_ADDRESS } from './fakeFrame.js'
import type { FrameWindow } from './frameWindow.js'
import { apiOf, openSite, signedInWindow, type Site } from './site.js'

const smartWindow = (networks: number[]): FrameWindow => {
  const content = signedInWindow()
  content.page.smartNetworks = networks
  return content
}
/** A site on Ethereum whose frame has smart accounts on these networks. */
async function openWith(networks: number[], more: Parameters<typeof openSite>[0] = {}) {
  const site = await openSite({ content: smartWindow(networks), ...more })
  await site.kernel.connect('ID_AUTH')
  return site
}
const activeOf = ({ kernel }: Site) => kernel.ports.accounts.active('eip155')
const told = ({ content }: Site) =>
  content.page.of('set preferred account').map(({ payload }) => payload.type)
const storedType = ({ kernel }: Site) => kernel.ports.accounts.preferredType('eip155')
const keyOf = (type: string, address: string) => ({
  connectionId: 'ID_AUTH',
  namespace: 'eip155',
  key: `${type}:${address}`,
})
const codeOf = (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(
    () => undefined,
    (error: unknown) => (error as { code: string }).code,
  )

it('Whether the smart account has code is known of each network that the frame named it on', async () => {
  const site = await openWith([1, 10])
  const deployed = () => apiOf(site.kernel).state.get().smartAccountDeployed
  expect(deployed()).toEqual({ 'eip155:1': false })
  await site.kernel.ports.activeNetwork.switch('eip155:10')
  site.content.page.isDeployed = true
  site.content.page.tell({ type: 'user changed' })
  await vi.waitFor(() => expect(deployed()).toEqual({ 'eip155:1': false, 'eip155:10': true }))
  await site.kernel.disconnect()
  expect(deployed()).toBeUndefined()
})

describe('The account in use', () => {
  it('A first visit uses the smart account where the network has one, or what the host says', async () => {
    const first = await openWith([1])
    expect(activeOf(first)?.address).toBe(SMART_ADDRESS)
    expect(await first.request('eth_accounts')).toEqual([SMART_ADDRESS])
    const elsewhere = await openWith([10])
    expect(activeOf(elsewhere)?.address).toBe(EVM_ADDRESS)
    const plain = await openWith([1], { kernel: { accountTypes: { eip155: 'eoa' } } })
    expect(activeOf(plain)?.address).toBe(EVM_ADDRESS)
    const without = await openWith([8453])
    expect(without.kernel.ports.accounts.all('eip155').map(({ type }) => type)).toEqual(['eoa'])
  })

  it('[ACCT-13] A network without smart accounts uses the key’s account, and the preference stays', async () => {
    const site = await openWith([1])
    await site.kernel.ports.accounts.select(keyOf('eoa', EVM_ADDRESS))
    await site.kernel.ports.accounts.select(keyOf('smartAccount', SMART_ADDRESS))
    expect([activeOf(site)?.address, storedType(site)]).toEqual([SMART_ADDRESS, 'smartAccount'])
    await site.kernel.ports.activeNetwork.switch('eip155:10')
    expect([activeOf(site)?.address, storedType(site)]).toEqual([EVM_ADDRESS, 'smartAccount'])
    expect(await site.request('eth_accounts', [], 'eip155:10')).toEqual([EVM_ADDRESS])
    await site.kernel.ports.activeNetwork.switch('eip155:1')
    expect([activeOf(site)?.address, storedType(site)]).toEqual([SMART_ADDRESS, 'smartAccount'])
  })

  it('A visitor who chose the account of the key keeps it on every network', async () => {
    const site = await openWith([1, 10])
    await apiOf(site.kernel).switchAccountType('eoa')
    for (const network of ['eip155:10', 'eip155:1'] as const) {
      await site.kernel.ports.activeNetwork.switch(network)
      expect(activeOf(site)?.address).toBe(EVM_ADDRESS)
    }
  })

  it('[STORE-21] The networks with smart accounts are stored, and read back after a reload', async () => {
    const first = await openWith([1, 137])
    const stored = () =>
      Object.entries(first.storage.entries()).find(([key]) =>
        key.endsWith('smartAccountNetworks'),
      )?.[1]
    await vi.waitFor(() => expect(stored()).toContain('[1,137]'))
    first.kernel.dispose()
    const content = smartWindow([1, 137])
    content.isListening = false
    const site = await openSite({ storage: first.storage, content })
    // The frame has said nothing yet.
    await vi.waitFor(() => expect(activeOf(site)?.address).toBe(SMART_ADDRESS))
    expect(activeOf(site)?.networks).toEqual(['eip155:1'])
    expect(content.page.seen).toEqual([])
  })

  it('The view hears which account is in use, and what each holds', async () => {
    const site = await openWith([1])
    vi.stubGlobal('fetch', async (_url: unknown, init: { body: string }) => {
      const { id, params } = JSON.parse(init.body) as { id: number; params: string[] }
      const result = params[0]?.toLowerCase() === EVM_ADDRESS.toLowerCase() ? '0x2' : '0x1'
      return Response.json({ jsonrpc: '2.0', id, result })
    })
    expect(await apiOf(site.kernel).readAccounts()).toMatchObject([
      { type: 'eoa', address: EVM_ADDRESS, isInUse: false, isHere: true, balance: { value: 2n } },
      { type: 'smartAccount', address: SMART_ADDRESS, isInUse: true, balance: { value: 1n } },
    ])
    await site.kernel.ports.activeNetwork.switch('eip155:10')
    expect(await apiOf(site.kernel).readAccounts()).toMatchObject([
      { type: 'eoa', isInUse: true, isHere: true },
      { type: 'smartAccount', isInUse: false, isHere: false },
    ])
  })
})

describe('A switch', () => {
  it('[ACCT-02] To a smart account is refused where the network has none, and the preference stays eoa', async () => {
    const site = await openWith([10])
    await site.kernel.ports.accounts.select(keyOf('eoa', EVM_ADDRESS))
    const before = site.content.page.seen.length
    for (const tried of [
      apiOf(site.kernel).switchAccountType('smartAccount'),
      site.kernel.ports.accounts.select(keyOf('smartAccount', SMART_ADDRESS)),
    ])
      expect(await codeOf(tried)).toBe('embedded.smart_accounts_off')
    expect(site.content.page.seen.slice(before)).toEqual([])
    expect([activeOf(site)?.address, storedType(site)]).toEqual([EVM_ADDRESS, 'eoa'])
  })

  it('[ACCT-03] To the smart account that is in use already sends no message', async () => {
    const site = await openWith([1])
    const before = site.content.page.seen.length
    expect(await codeOf(apiOf(site.kernel).switchAccountType('smartAccount'))).toBe(
      'embedded.account_in_use',
    )
    await site.kernel.ports.accounts.select(keyOf('smartAccount', SMART_ADDRESS))
    expect(site.content.page.seen.slice(before)).toEqual([])
    expect(told(site)).toEqual([])
  })

  it('The frame is told the type before the first request, and with each switch', async () => {
    const site = await openWith([1])
    await site.request('personal_sign', ['0x68', SMART_ADDRESS])
    await site.request('personal_sign', ['0x68', SMART_ADDRESS])
    expect(told(site)).toEqual(['smartAccount'])
    await apiOf(site.kernel).switchAccountType('eoa')
    expect(told(site)).toEqual(['smartAccount', 'eoa'])
    await apiOf(site.kernel).switchAccountType('smartAccount')
    expect(told(site)).toEqual(['smartAccount', 'eoa', 'smartAccount'])
  })

  it('Requests for the account before are rejected, also those that come during the switch', async () => {
    const site = await openWith([1])
    site.content.page.approval = 'wait'
    const waiting = codeOf(site.request('personal_sign', ['0x68', SMART_ADDRESS]))
    await vi.waitFor(() => expect(site.content.page.of('rpc request')).toHaveLength(1))
    // The frame takes its time.
    site.content.page.overrides.set('set preferred account', () => null)
    const switching = apiOf(site.kernel).switchAccountType('eoa')
    await vi.waitFor(() => expect(told(site)).toEqual(['smartAccount', 'eoa']))
    const during = codeOf(site.request('personal_sign', ['0x68', SMART_ADDRESS]))
    const [, ask] = site.content.page.of('set preferred account')
    site.content.page.reply(ask!, { success: { type: 'eoa' } })
    await switching
    expect([await waiting, await during]).toEqual(['kernel.aborted', 'wallet.account_changed'])
    expect(site.content.page.of('rpc request')).toHaveLength(1)
    expect(activeOf(site)?.address).toBe(EVM_ADDRESS)
  })

  it('A request that is given up during a switch leaves no doubt which account the frame uses', async () => {
    const site = await openWith([1])
    const { page } = site.content
    page.overrides.set('set preferred account', () => null)
    const abort = new AbortController()
    const given = site.kernel.ports.connections.request({
      network: 'eip155:1',
      method: 'personal_sign',
      params: ['0x68', SMART_ADDRESS],
      signal: abort.signal,
    })
    const code = codeOf(given)
    await vi.waitFor(() => expect(told(site)).toEqual(['smartAccount']))
    abort.abort()
    expect(await code).toBe('kernel.aborted')
    // The frame has switched, and says so when nobody waits any more.
    page.overrides.clear()
    const [ask] = page.of('set preferred account')
    page.reply(ask!, { success: { type: 'smartAccount' } })
    await apiOf(site.kernel).switchAccountType('eoa')
    await site.request('personal_sign', ['0x68', EVM_ADDRESS])
    expect(told(site)).toEqual(['smartAccount', 'eoa'])
    expect(page.of('rpc request')).toHaveLength(1)
  })

  it('A switch that the frame refuses changes nothing', async () => {
    const site = await openWith([1])
    site.content.page.overrides.set('set preferred account', () => ({
      failure: { message: 'No', code: -32_602 },
    }))
    await site.request('personal_sign', ['0x68', SMART_ADDRESS]).catch(() => undefined)
    // The first account of the frame is that of the key.
    site.content.page.overrides.clear()
    await site.request('personal_sign', ['0x68', SMART_ADDRESS])
    site.content.page.overrides.set('set preferred account', () => ({ failure: { message: 'No' } }))
    expect(await codeOf(apiOf(site.kernel).switchAccountType('eoa'))).toBeDefined()
    expect([activeOf(site)?.address, storedType(site)]).toEqual([SMART_ADDRESS, undefined])
  })
})

describe('Operations', () => {
  it("[RPC-20] eth_sendUserOperation is 'unsafe': it waits for the visitor in the frame", async () => {
    expect(frameMethodKind('eth_sendUserOperation')).toBe('unsafe')
    const classes: string[] = []
    const reader = definePlugin({
      id: 'reader',
      version: '0.1.0',
      kernelApi: '^0.1',
      setup: ({ events, rpc }) =>
        void events.on('request:settled', ({ method }) => {
          classes.push(String(rpc.ruleOf(method, 'eip155').class))
        }),
    })
    const site = await openWith([1], { plugins: [reader] })
    site.content.page.approval = 'wait'
    const sent = site.request('eth_sendUserOperation', [{ sender: SMART_ADDRESS }, '0x1'])
    await vi.waitFor(() => expect(site.top()).toBe('ApproveTransaction'))
    await vi.waitFor(() => expect(site.content.page.of('rpc request')).toHaveLength(1))
    site.content.page.decide(true)
    expect(await sent).toBe(`0x${'cd'.repeat(32)}`)
    // The kernel's word for what is unsafe because it sends.
    expect(classes).toEqual(['send'])
  })

  it('A connection without a smart account does not have the method', async () => {
    for (const [networks, has] of [
      [[1], true],
      [[], false],
    ] as const) {
      const site = await openWith([...networks])
      const { methods } = site.kernel.ports.connections.get().connections[0]!.scopes['eip155']!
      expect(methods.includes('eth_sendUserOperation')).toBe(has)
    }
  })
})

it('A sign-in while connecting is signed by the account that comes into use', async () => {
  for (const [networks, address, types] of [
    [[1], SMART_ADDRESS, ['smartAccount']],
    [[10], EVM_ADDRESS, []],
  ] as const) {
    const answers: Parameters<SignInRequest['fulfil']>[0][] = []
    const message = {
      domain: 'shop.test',
      uri: 'https://shop.test',
      version: '1',
      nonce: 'abcdefgh12345678',
      issuedAt: '2026-01-01T00:00:00.000Z',
    }
    const asking = definePlugin({
      id: 'asking',
      version: '0.1.0',
      kernelApi: '^0.1',
      setup: (ctx) =>
        void ctx.flow.connect.before((attempt) => {
          attempt.signIn = { message, fulfil: (answer) => void answers.push(answer) }
        }),
    })
    const site = await openWith([...networks], { plugins: [asking] })
    expect(answers.map(({ account, signature }) => [account.address, signature])).toEqual([
      [address, SIGNATURE],
    ])
    expect(told(site)).toEqual(types)
    expect(activeOf(site)?.address).toBe(address)
  }
})

describe('Permissions', () => {
  const METHODS = [
    ['wallet_grantPermissions', 'unsafe'],
    ['wallet_requestExecutionPermissions', 'unsafe'],
    ['wallet_revokePermissions', 'unsafe'],
    ['wallet_revokeExecutionPermission', 'unsafe'],
    ['wallet_getSupportedExecutionPermissions', 'safe'],
    ['wallet_getGrantedExecutionPermissions', 'safe'],
  ] as const
  const listed = ({ kernel }: Site): readonly string[] => {
    const [connection] = kernel.ports.connections.get().connections
    return connection!.scopes['eip155']!.methods as readonly string[]
  }

  it('Grants and revocations wait for the visitor in the frame, and what was granted is told without', () => {
    for (const [method, kind] of METHODS) expect(frameMethodKind(method), method).toBe(kind)
  })

  it('Of the account of the key are refused with the specification’s texts, and the frame is not asked', async () => {
    const site = await openWith([1])
    const refusalsOn = (network: Caip2) =>
      Promise.all(
        METHODS.map(([method]) =>
          site.request(method, [{}], network).catch((error: unknown) => {
            const { code, message } = error as { code: string; message: string }
            return [code, message]
          }),
        ),
      )
    expect(new Set((await refusalsOn('eip155:10')).map(String))).toEqual(
      new Set(['evm.permissions_unsupported,Unsupported chain']),
    )
    await apiOf(site.kernel).switchAccountType('eoa')
    expect(new Set((await refusalsOn('eip155:1')).map(String))).toEqual(
      new Set(['rpc.method_not_allowed,Requested RPC call is not allowed']),
    )
    expect(site.content.page.of('rpc request')).toEqual([])
  })

  it('They are methods of a wallet with a smart account alone', async () => {
    const [smart, plain] = [await openWith([1]), await openWith([8453])]
    for (const [method] of METHODS) {
      expect(listed(smart), method).toContain(method)
      expect(listed(plain), method).not.toContain(method)
    }
  })
})
