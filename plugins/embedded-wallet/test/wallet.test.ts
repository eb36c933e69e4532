// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { definePlugin, type AnyPlugin } from '@latchkey/plugin-api'
import { authNamespaces, ID_AUTH } from '../src/index.js'
import { createFrameOwner } from '../src/wallet/frameOwner.js'
import { authDisplayName } from '../src/wallet/displayName.js'
import { EVM_ADDRESS, SIGNATURE, SOLANA_ADDRESS, TOKEN } from './fakeFrame.js'
import { arrive, FrameWindow } from './frameWindow.js'
import {
  apiOf,
  EMAIL,
  openBare,
  openSignedIn,
  openSite,
  SECURE,
  signedInWindow,
  SOLANA_MAINNET,
} from './site.js'

/** A plugin with chain families that the wallet does not serve. */
const withFamilies = (namespaces: readonly string[]): AnyPlugin =>
  definePlugin({
    id: 'families',
    version: '0.1.0',
    kernelApi: '^0.1',
    chains: [...namespaces],
    setup: (ctx) =>
      namespaces.forEach((namespace) =>
        ctx.adapters.add({
          namespace,
          abilities: [],
          session: { methods: [], events: [] },
          resembles: () => false,
          load: () => Promise.reject(new Error('none')),
        }),
      ),
  })
function silentWindow(): FrameWindow {
  const content = new FrameWindow()
  content.isListening = false
  return content
}
const errorOf = (promise: Promise<unknown>): Promise<{ code?: string; message?: string }> =>
  promise.then(
    () => ({}),
    (error: unknown) => error as { code: string },
  )

describe('The connector', () => {
  it("[ENT-20] The connector's id is the exported ID_AUTH", async () => {
    const { kernel } = await openSite()
    expect(kernel.ports.connectors.find(ID_AUTH)?.value.id).toBe('ID_AUTH')
    expect(ID_AUTH).toBe('ID_AUTH')
  })

  it('[CONST-09] It speaks for eip155 and solana, and for no other family', async () => {
    expect(authNamespaces).toEqual(['eip155', 'solana'])
    const others = ['bip122', 'polkadot', 'cosmos']
    const { kernel } = await openSite({ plugins: [withFamilies(others)] })
    expect(kernel.ports.adapters.get().map(({ value }) => value.namespace)).toEqual(
      expect.arrayContaining([...authNamespaces, ...others]),
    )
    expect(kernel.ports.connectors.find(ID_AUTH)?.value.namespaces).toEqual(['eip155', 'solana'])
    const without = await openSite({ families: [withFamilies(others)] })
    expect(without.kernel.ports.connectors.find(ID_AUTH)).toBeUndefined()
  })

  it('A person who is signed in is connected on both families, with the networks that the frame has', async () => {
    const { kernel, frames } = await openSignedIn()
    const { connections } = kernel.ports.connections.get()
    expect(connections).toHaveLength(1)
    const { eip155, solana } = connections[0]!.scopes
    expect(eip155?.accounts.map(({ address }) => address)).toEqual([EVM_ADDRESS])
    expect(eip155?.networks).toEqual(['eip155:1', 'eip155:10'])
    expect(solana?.accounts.map(({ address }) => address)).toEqual([SOLANA_ADDRESS])
    expect(frames).toHaveLength(1)
  })

  it('Nobody who is signed out is connected silently', async () => {
    const { kernel, top } = await openSite()
    expect(await errorOf(kernel.connect(ID_AUTH, { silent: true }))).toMatchObject({
      code: 'embedded.signed_out',
    })
    expect(top()).toBeUndefined()
  })
})

describe('Without a connector', () => {
  it("[ERR-09] An action of the wallet fails with 'No auth connector found', and makes no frame", async () => {
    const missing = { code: 'embedded.no_connector', message: 'No auth connector found' }
    const { kernel, ctx, settings, frames } = await openBare()
    const owner = createFrameOwner(
      ctx,
      settings,
      () => undefined,
      () => undefined,
    )
    expect(await errorOf(owner.request('set preferred account', { type: 'eoa' }))).toMatchObject(
      missing,
    )
    apiOf(kernel).prepare()
    expect(await errorOf(apiOf(kernel).signIn(EMAIL))).toMatchObject(missing)
    expect(frames()).toEqual([])
  })
})

describe('The name', () => {
  it('[SOCIAL-12] Without a user name the name is the email', () => {
    expect(authDisplayName({ email: 'a@b.co' })).toBe('a@b.co')
  })
  it('[SOCIAL-13] A name above 30 characters is shortened with an ellipsis', () => {
    expect(authDisplayName({ email: 'a'.repeat(31) })).toBe(`${'a'.repeat(30)}...`)
    expect(authDisplayName({ userName: 'a'.repeat(31) })).toBe(`${'a'.repeat(30)}...`)
    expect(authDisplayName({ email: 'a'.repeat(30) })).toBe('a'.repeat(30))
  })
})

describe('Requests', () => {
  it('[RPC-33] A signature opens ApproveTransaction, and a read does not open the modal', async () => {
    const { request, content, top } = await openSignedIn()
    content.page.approval = 'wait'
    const read = errorOf(request('eth_getBalance', [EVM_ADDRESS, 'latest']))
    await read
    expect(top()).toBeUndefined()
    const signed = request('personal_sign', ['0x68', EVM_ADDRESS])
    await vi.waitFor(() => expect(top()).toBe('ApproveTransaction'))
    await vi.waitFor(() => expect(content.page.of('rpc request')).toHaveLength(1))
    content.page.decide(true)
    expect(await signed).toBe(SIGNATURE)
    expect(top()).toBeUndefined()
    expect(content.page.of('rpc request')[0]?.payload).toEqual({
      method: 'personal_sign',
      params: ['0x68', EVM_ADDRESS],
    })
  })

  it('A visitor who declines in the frame, or leaves the view, has rejected', async () => {
    const { request, content, kernel, top } = await openSignedIn()
    content.page.approval = 'no'
    expect(await errorOf(request('personal_sign', ['0x68', EVM_ADDRESS]))).toMatchObject({
      code: 'wallet.user_rejected',
    })
    content.page.approval = 'wait'
    const left = errorOf(request('personal_sign', ['0x68', EVM_ADDRESS]))
    await vi.waitFor(() => expect(content.page.of('rpc request')).toHaveLength(2))
    expect(top()).toBe('ApproveTransaction')
    kernel.close()
    expect(await left).toMatchObject({ code: 'wallet.user_rejected' })
    const [, second] = content.page.of('rpc request')
    await vi.waitFor(() => expect(content.page.cancelled).toEqual([second!.id]))
  })

  it('A request on another network moves the frame there first', async () => {
    const { request, content } = await openSignedIn()
    await request('personal_sign', ['0x68', EVM_ADDRESS], 'eip155:10')
    await request('personal_sign', ['0x68', EVM_ADDRESS], 'eip155:10')
    const events = content.page.seen.filter(({ type }) =>
      ['switch network', 'rpc request'].includes(type),
    )
    expect(events.map(({ type }) => type)).toEqual(['switch network', 'rpc request', 'rpc request'])
  })

  it('[RPC-26] A method that is not listed is refused, and the frame hears nothing', async () => {
    const { request, content } = await openSignedIn()
    const before = content.page.seen.length
    expect(await errorOf(request('eth_foo'))).toMatchObject({
      code: 'rpc.method_not_allowed',
      message: 'Requested RPC call is not allowed',
    })
    expect(await errorOf(request('eth_signTransaction', [{}]))).toMatchObject({
      code: 'rpc.method_not_allowed',
    })
    expect(content.page.seen.slice(before).map(({ type }) => type)).not.toContain('rpc request')
  })

  it('[RPC-28] [RPC-29] An unlisted method shows an error and rejects what waits', async () => {
    const { request, content, kernel } = await openSignedIn()
    content.page.approval = 'wait'
    const signed = errorOf(request('personal_sign', ['0x68', EVM_ADDRESS]))
    await vi.waitFor(() => expect(content.page.of('rpc request')).toHaveLength(1))
    await errorOf(request('eth_foo'))
    expect(await signed).toMatchObject({ message: 'Request was aborted' })
    expect(kernel.ports.modal.get().open).toBe(true)
    const { toasts } = await kernel.ports.late.load()
    await vi.waitFor(() =>
      expect(toasts.get()).toMatchObject({
        variant: 'error',
        // The key of the UI's text, which this site has not.
        message: 'errors.rpc.method_not_allowed',
      }),
    )
  })

  it('[RPC-27] An unlisted method opens a closed modal', async () => {
    const { request, kernel } = await openSignedIn()
    expect(kernel.ports.modal.get().open).toBe(false)
    await errorOf(request('eth_foo'))
    expect(kernel.ports.modal.get().open).toBe(true)
  })

  it('[RPC-30] The error of an unlisted method is shown after 300 ms', async () => {
    const { request, kernel } = await openSignedIn()
    const { toasts } = await kernel.ports.late.load()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await errorOf(request('eth_foo'))
      await vi.advanceTimersByTimeAsync(299)
      expect(toasts.get()?.open ?? false).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(toasts.get()).toMatchObject({ open: true, variant: 'error' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('[RPC-22] [RPC-23] Rejecting what waits aborts a signature and leaves a read alone', async () => {
    const site = await openSignedIn()
    const { request, content } = site
    content.page.approval = 'wait'
    const signed = errorOf(request('personal_sign', ['0x68', EVM_ADDRESS]))
    await vi.waitFor(() => expect(content.page.of('rpc request')).toHaveLength(1))
    const answers: (() => void)[] = []
    vi.stubGlobal(
      'fetch',
      async (_url: unknown, init: { body: string }) =>
        new Promise<Response>((resolve) => {
          const { id } = JSON.parse(init.body) as { id: number }
          answers.push(() => resolve(Response.json({ jsonrpc: '2.0', id, result: '0x10' })))
        }),
    )
    const read = request('eth_getBalance', [EVM_ADDRESS, 'latest'])
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    await errorOf(request('eth_foo'))
    expect(await signed).toMatchObject({ message: 'Request was aborted' })
    for (const answer of answers) answer()
    expect(await read).toBe('0x10')
  })

  it('Twenty requests wait at most', async () => {
    const { request, content } = await openSignedIn()
    content.page.approval = 'wait'
    const all = Array.from({ length: 21 }, () =>
      errorOf(request('personal_sign', ['0x68', EVM_ADDRESS])),
    )
    expect(await all[20]).toMatchObject({ code: 'wallet.request_pending' })
    await vi.waitFor(() => expect(content.page.of('rpc request')).toHaveLength(20))
  })

  it('Solana signs through the same frame', async () => {
    const { request, content } = await openSignedIn()
    const answer = await request(
      'solana_signMessage',
      { message: '11', pubkey: SOLANA_ADDRESS },
      SOLANA_MAINNET,
    )
    expect(answer).toMatchObject({ signature: expect.any(String) as string })
    expect(content.page.chainId).toBe(SOLANA_MAINNET)
  })
})

describe('The session', () => {
  it('[STORE-22] The handle of the session is stored, and sent with the next is connected', async () => {
    const first = await openSignedIn()
    first.kernel.dispose()
    const site = await openSite({ storage: first.storage, content: signedInWindow() })
    await vi.waitFor(() => expect(site.content.page.of('is connected').length).toBeGreaterThan(0))
    expect(site.content.page.of('is connected')[0]?.payload).toEqual({ token: TOKEN })
  })

  it('[STORE-18] The last network is stored, and the frame loads with it', async () => {
    const first = await openSignedIn()
    await first.kernel.ports.activeNetwork.switch('eip155:10')
    await vi.waitFor(() => expect(first.content.page.chainId).toBe(10))
    first.kernel.dispose()
    const site = await openSite({ storage: first.storage, content: signedInWindow() })
    await vi.waitFor(() => expect(site.frames).toHaveLength(1))
    expect(new URL(site.frames[0]!.src).searchParams.get('chainId')).toBe('10')
  })

  it('[FRAME-04] The frame loads with the network in use, also one of Solana', async () => {
    for (const [network, chainId] of [
      ['eip155:10', '10'],
      [SOLANA_MAINNET, SOLANA_MAINNET],
    ] as const) {
      const site = await openSite()
      await site.kernel.ports.activeNetwork.switch(network)
      apiOf(site.kernel).prepare()
      await vi.waitFor(() => expect(site.frames).toHaveLength(1))
      expect(new URL(site.frames[0]!.src).searchParams.get('chainId')).toBe(chainId)
    }
  })

  it('[FRAME-06] The frame loads with enableLogger on and off', async () => {
    for (const enableLogger of [true, false]) {
      const { frames } = await openSignedIn({ options: { enableLogger } })
      expect(new URL(frames[0]!.src).searchParams.get('enableLogger')).toBe(String(enableLogger))
    }
  })

  it('Accounts come back at once, before the frame has loaded', async () => {
    const first = await openSignedIn()
    first.kernel.dispose()
    const content = signedInWindow()
    content.isListening = false
    const { kernel } = await openSite({ storage: first.storage, content })
    await vi.waitFor(() =>
      expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS),
    )
    expect(content.page.seen).toEqual([])
  })

  it("The service's token on who is signed in has the nonce of the site's server", async () => {
    const { kernel, content } = await openSignedIn()
    expect(await apiOf(kernel).identityToken({ nonce: 'of the server' })).toEqual({
      token: 'a.of the server.c',
      expiresAt: 1_767_225_900_000,
    })
    await apiOf(kernel).identityToken()
    expect(content.page.of('identity token').map(({ payload }) => payload)).toEqual([
      { nonce: 'of the server' },
      {},
    ])
    expect(await errorOf(apiOf(kernel).identityToken({ nonce: 'short' }))).toBeInstanceOf(TypeError)
    const site = await openSite()
    expect(await errorOf(apiOf(site.kernel).identityToken())).toMatchObject({
      code: 'embedded.request_failed',
      message: 'Sign in first',
    })
  })

  it('A session that is over ends the connection', async () => {
    const first = await openSignedIn()
    first.kernel.dispose()
    const { kernel, storage, content } = await openSite({ storage: first.storage })
    await vi.waitFor(() => expect(content.page.of('is connected')).toHaveLength(1))
    await vi.waitFor(() => expect(kernel.ports.connections.get().connections).toEqual([]))
    expect(JSON.stringify(storage.entries())).not.toContain(TOKEN)
  })

  it('A session that ends elsewhere ends the connection', async () => {
    const { kernel, content } = await openSignedIn()
    content.page.tell({ type: 'session ended' })
    await vi.waitFor(() => expect(kernel.ports.connections.get().connections).toEqual([]))
  })

  it('[FRAME-72] A sign-out without an answer is finished at 3 s, and not before', async () => {
    const { kernel, content, storage } = await openSignedIn()
    content.page.overrides.set('sign out', () => null)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const settled = vi.fn()
      const out = kernel.disconnect().then(settled)
      // vi.waitFor would move the clock.
      while (!content.page.of('sign out').length) await arrive()
      await vi.advanceTimersByTimeAsync(2_999)
      expect(settled).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      await out
      expect(settled).toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
    }
    expect(kernel.ports.connections.get().connections).toEqual([])
    expect(JSON.stringify(storage.entries())).not.toContain(TOKEN)
  })

  it('A sign-out that the frame answers does not wait', async () => {
    const { kernel, content } = await openSignedIn()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await kernel.disconnect()
    } finally {
      vi.useRealTimers()
    }
    expect(content.page.of('sign out')).toHaveLength(1)
    expect(content.page.isSignedIn).toBe(false)
  })

  it('[FRAME-83] [FRAME-84] The frame is told of the app once and of each change of the theme', async () => {
    const { kernel, content } = await openSignedIn()
    const { page } = content
    await vi.waitFor(() => expect(page.of('sync dapp data')).toHaveLength(1))
    expect(page.of('sync dapp data')[0]?.payload).toMatchObject({
      metadata: { name: 'Shop' },
      sdkVersion: expect.any(String) as string,
      sdkType: 'latchkey',
      projectId: 'shop',
    })
    const before = page.of('sync theme').length
    kernel.setTheme({ mode: 'light' })
    await vi.waitFor(() => expect(page.of('sync theme').length).toBeGreaterThan(before))
    expect(
      page
        .of('sync theme')
        .slice(before)
        .map(({ payload }) => payload.themeMode),
    ).toEqual(['light'])
  })

  it.each([
    ['origin', `not found on Allowlist - update configuration (${location.origin})`],
    ['project', 'Invalid Project ID'],
  ])(
    'A page whose %s the service refuses is told before 3 s, by the alert of the catalogue',
    async (reason, words) => {
      const site = await openSite({ content: silentWindow() })
      const asked: string[] = []
      vi.stubGlobal('fetch', async (url: URL | string) => {
        asked.push(String(url))
        return Response.json({ allowed: false, reason })
      })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
      const { alerts } = await site.kernel.ports.late.load()
      try {
        const failed = errorOf(site.kernel.connect(ID_AUTH))
        await vi.waitFor(() => expect(site.frames).toHaveLength(1))
        await vi.advanceTimersByTimeAsync(2_999)
        expect(await failed).toMatchObject({ code: 'embedded.load_failed', context: { reason } })
      } finally {
        vi.useRealTimers()
      }
      expect(asked).toEqual([`${SECURE}/frame/check?projectId=shop`])
      expect(alerts.get()).toMatchObject([
        { title: 'Invalid App Configuration', message: expect.stringContaining(words) as string },
      ])
    },
  )

  it('[ALERT-08] A frame that does not load raises its alert once', async () => {
    const site = await openSite({ content: silentWindow() })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { alerts } = await site.kernel.ports.late.load()
    try {
      const failed = errorOf(site.kernel.connect(ID_AUTH))
      await vi.waitFor(() => expect(site.frames).toHaveLength(1))
      await vi.advanceTimersByTimeAsync(20_000)
      expect(await failed).toMatchObject({ message: 'Unable to load email login dependency' })
    } finally {
      vi.useRealTimers()
    }
    expect(alerts.get().map(({ title }) => title)).toEqual([
      'Network Error - Could not load embedded wallet',
    ])
  })
})

describe('Sign-in', () => {
  it('[ALERT-09] A request without an answer raises its alert once', async () => {
    const { kernel, content } = await openSite()
    content.page.overrides.set('connect email', () => null)
    const { alerts } = await kernel.ports.late.load()
    apiOf(kernel).prepare()
    await vi.waitFor(() => expect(content.page.of('sync dapp data')).toHaveLength(1))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const failed = errorOf(apiOf(kernel).signIn(EMAIL))
      await vi.waitFor(() => expect(content.page.of('connect email')).toHaveLength(1))
      await vi.advanceTimersByTimeAsync(120_000)
      expect(await failed).toMatchObject({ code: 'embedded.timed_out' })
    } finally {
      vi.useRealTimers()
    }
    expect(alerts.get().map(({ title }) => title)).toEqual(['Embedded Wallet Request Timed Out'])
  })
})
