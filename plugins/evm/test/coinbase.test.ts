import { definePlugin, type AnyPlugin } from '@latchkey/plugin-api'
import { inWorld } from '@latchkey/plugin-testkit'
import type { Kernel } from '@latchkey/kernel'
import { verifyMessage } from 'viem'
import { mainnet, sepolia } from 'viem/chains'
import { describe, expect, it, vi } from 'vitest'
import { coinbaseWallet } from '../src/connectors/index.js'
import { evm } from '../src/index.js'
import { CoinbaseWindow, KEYS } from './fakes/CoinbaseWindow.js'
import { put } from './fakes/page.js'

// Chunks that are loaded for the first time take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const eventually = <T>(look: () => T): Promise<T> => vi.waitFor(look, { timeout: 20_000 })

const ID = 'coinbaseWalletSDK'
const wallet = new CoinbaseWindow()
interface On {
  kernel: Kernel
  reload(): Promise<Kernel>
}
async function onPage(
  run: (on: On) => Promise<void>,
  fetch?: typeof globalThis.fetch,
  asker: readonly AnyPlugin[] = [],
): Promise<void> {
  await inWorld(
    {
      make: coinbaseWallet,
      options: {
        beside: () => [evm({ networks: [mainnet, sepolia] }), ...asker],
        page: () => wallet.install(),
        ...(fetch && { fetch }),
      },
    },
    async ({ create }) => {
      const start = async (): Promise<Kernel> => {
        const kernel = create(coinbaseWallet())
        await kernel.ready
        await kernel.ports.late.load()
        return kernel
      }
      const kernel = await start()
      await run({ kernel, reload: () => (kernel.dispose(), start()) })
    },
  )
}
const providerOf = (kernel: Kernel) =>
  (
    kernel.plugins as unknown as {
      evm: { provider: { request(request: object): Promise<unknown> } }
    }
  ).evm.provider
const sign = (kernel: Kernel) =>
  providerOf(kernel).request({
    method: 'personal_sign',
    params: ['0x48656c6c6f', wallet.signer.address],
  })
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no failure',
    (error: unknown) => error,
  )

describe('the window', () => {
  it('The window opens at its own origin in the task of the click, and messages go only there', () =>
    onPage(async ({ kernel }) => {
      const connecting = kernel.connect(ID)
      expect(wallet.opened).toHaveLength(1)
      expect(wallet.opened[0]?.url).toMatchObject({ origin: KEYS, pathname: '/connect' })
      await connecting
      expect(new Set(wallet.opened[0]?.posted.map(({ to }) => to))).toEqual(new Set([KEYS]))
      expect(kernel.ports.accounts.active()).toMatchObject({
        address: wallet.signer.address,
        connectionId: ID,
        type: 'smartAccount',
      })
    }))
  it('The window learns the origin of the page that asks, and neither its path nor its query (audit L10)', () =>
    onPage(async ({ kernel }) => {
      const back = put(window.location, {
        href: 'https://host.test/PATH?q=QUERY#HASH',
        pathname: '/PATH',
        search: '?q=QUERY',
        hash: '#HASH',
      })
      await kernel.connect(ID).finally(back)
      const [{ url, posted } = { url: undefined, posted: [] }] = wallet.opened
      expect(
        posted
          .map(({ data }) => (data as { data?: { location?: string } }).data?.location)
          .filter(Boolean),
      ).toEqual(['https://host.test'])
      expect(JSON.stringify([url, posted])).not.toMatch(/PATH|QUERY|HASH/)
    }))
  it('The window opens in the task of the click even where the visitor is to sign in', () =>
    onPage(
      async ({ kernel }) => {
        const connecting = kernel.connect(ID)
        expect(wallet.opened).toHaveLength(1)
        await connecting
        expect(wallet.prompts()).toBe(1)
      },
      undefined,
      [
        definePlugin({
          id: 'asker',
          version: '0.1.0',
          kernelApi: '>=0.1 <1',
          setup: (ctx) =>
            void ctx.flow.connect.before(
              (attempt) =>
                void (attempt.signIn = {
                  message: { domain: 'a.test', uri: 'https://a.test', nonce: '12345678' },
                  fulfil: () => undefined,
                }),
            ),
        }),
      ],
    ))
  it('A window that the browser blocks is reported at once', () =>
    onPage(async ({ kernel }) => {
      wallet.isBlocked = true
      await expect(kernel.connect(ID)).rejects.toMatchObject({ code: 'wallet.popup_blocked' })
      wallet.isBlocked = false
      await kernel.connect(ID)
    }))
  it.each<[string, () => void]>([
    ['says that it is closed', () => wallet.shut()],
    ['is just gone', () => void (wallet.current!.closed = true)],
  ])('A window that %s ends the attempt to connect', (_, close) =>
    onPage(async ({ kernel }) => {
      wallet.behave('silence')
      const connecting = kernel.connect(ID)
      connecting.catch(() => undefined)
      await eventually(() => expect(wallet.prompts()).toBe(1))
      close()
      await expect(connecting).rejects.toMatchObject({ code: 'wallet.popup_closed' })
      expect(wallet.listeners()).toBe(0)
    }),
  )
  it('The window is closed when the visitor goes back', () =>
    onPage(async ({ kernel }) => {
      wallet.behave('silence')
      const controller = new AbortController()
      const connecting = kernel.connect(ID, { signal: controller.signal })
      connecting.catch(() => undefined)
      await eventually(() => expect(wallet.prompts()).toBe(1))
      controller.abort()
      await failure(connecting)
      expect([wallet.opened[0]?.closed, wallet.listeners()]).toEqual([true, 0])
    }))
})

it.each<[string, () => void]>([
  [
    'another origin',
    () => wallet.say({ event: 'PopupUnload' }, { origin: 'https://keys.coinbase.com.evil.io' }),
  ],
  ['another window of that origin', () => wallet.say({ event: 'PopupUnload' }, { source: {} })],
  [
    'another origin, as an answer',
    () =>
      wallet.say(
        { requestId: requestId(), sender: '00', content: { failure: { code: 4001 } } },
        { origin: 'https://evil.io' },
      ),
  ],
  [
    'another window, as an answer',
    () =>
      wallet.say(
        { requestId: requestId(), sender: '00', content: { failure: { code: 4001 } } },
        { source: globalThis },
      ),
  ],
  [
    'the window but is junk',
    () =>
      [
        null,
        7,
        'x',
        [],
        { requestId: {} },
        { requestId: '__proto__' },
        { requestId: 'another' },
      ].forEach((data) => wallet.say(data)),
  ],
])('A message is ignored when it comes from %s', (_, say) =>
  onPage(async ({ kernel }) => {
    wallet.behave('silence')
    const connecting = kernel.connect(ID)
    await eventually(() => expect(wallet.prompts()).toBe(1))
    say()
    wallet.answerLate()
    expect((await connecting).scopes['eip155']?.accounts).toMatchObject([
      { address: wallet.signer.address },
    ])
  }),
)
const requestId = (): unknown => (wallet.opened[0]!.posted.at(-1)!.data as { id: unknown }).id

it.each<[string, (answer: { sender?: unknown; content?: unknown }) => object]>([
  [
    'another key',
    (answer) => ({
      ...answer,
      sender: '3059301306072a8648ce3d020106082a8648ce3d03010703420004' + '11'.repeat(64),
    }),
  ],
  [
    'no key',
    (answer) => ({
      ...answer,
      sender: {
        toString: () => {
          throw new Error('no')
        },
      },
    }),
  ],
  ['no content', (answer) => ({ ...answer, content: undefined })],
  [
    'content that nobody encrypted',
    (answer) => ({
      ...answer,
      content: { encrypted: { iv: new Uint8Array(12), cipherText: new Uint8Array(64) } },
    }),
  ],
])('An answer with %s connects nobody', (_, tamper) =>
  onPage(async ({ kernel }) => {
    wallet.tamper = tamper
    await expect(kernel.connect(ID)).rejects.toMatchObject({ code: 'wallet.bad_answer' })
    expect(kernel.ports.accounts.active()).toBeUndefined()
  }),
)

it('A window that offers another wallet than the smart wallet is refused', () =>
  onPage(async ({ kernel }) => {
    wallet.offers = 'walletlink'
    await expect(kernel.connect(ID)).rejects.toMatchObject({ code: 'wallet.bad_answer' })
    expect(wallet.prompts()).toBe(0)
  }))

describe('connected', () => {
  it('The smart wallet signs in a window of its own, and the request is encrypted for that window', () =>
    onPage(async ({ kernel }) => {
      await kernel.connect(ID)
      expect(
        await verifyMessage({
          address: wallet.signer.address as never,
          message: 'Hello',
          signature: (await sign(kernel)) as never,
        }),
      ).toBe(true)
      expect(wallet.opened).toHaveLength(2)
      expect(wallet.actions).toMatchObject([{ action: { method: 'personal_sign' }, chainId: 1 }])
      expect(JSON.stringify(wallet.opened[1]?.posted)).not.toContain('48656c6c6f')
    }))
  it('A request that the user declines in the window is reported as declined', () =>
    onPage(async ({ kernel }) => {
      await kernel.connect(ID)
      wallet.behave({ reject: { code: 4001, message: 'no' } })
      expect(await failure(sign(kernel))).toMatchObject({ code: 4001 })
    }))
  it("The smart wallet switches to known chains without a window, and reads by the network's own node", () => {
    const asked: string[] = []
    return onPage(
      async ({ kernel }) => {
        await kernel.connect(ID)
        await kernel.switchNetwork('eip155:11155111')
        expect(kernel.ports.activeNetwork.current()?.id).toBe('eip155:11155111')
        expect(await providerOf(kernel).request({ method: 'eth_blockNumber' })).toBe('0x10')
        expect(new Set(asked)).toEqual(new Set(sepolia.rpcUrls.default.http))
        await sign(kernel)
        expect([wallet.opened.length, wallet.actions.at(-1)?.chainId]).toEqual([2, 11_155_111])
      },
      async (url) => {
        asked.push(String(url))
        return Response.json({ jsonrpc: '2.0', id: 1, result: '0x10' })
      },
    )
  })
  it("The smart wallet states its capabilities, and only the status of calls comes from Coinbase's node", () => {
    const asked: string[] = []
    return onPage(
      async ({ kernel }) => {
        await kernel.connect(ID)
        expect(
          await providerOf(kernel).request({
            method: 'wallet_getCapabilities',
            params: [wallet.signer.address],
          }),
        ).toEqual({ '0x1': { atomicBatch: { supported: true } } })
        expect(
          await providerOf(kernel).request({ method: 'wallet_sendCalls', params: [{ calls: [] }] }),
        ).toEqual({ id: '0xba7c4' })
        expect(asked).toEqual([])
        await providerOf(kernel).request({ method: 'wallet_getCallsStatus', params: ['0xba7c4'] })
        expect(asked).toEqual(['https://rpc.wallet.coinbase.com'])
        expect(coinbaseWallet().reaches).toMatchObject({
          origins: ['https://rpc.wallet.coinbase.com'],
          popups: expect.arrayContaining([KEYS]),
        })
      },
      async (url) => {
        asked.push(String(url))
        return Response.json({ jsonrpc: '2.0', id: 1, result: { status: 200 } })
      },
    )
  })
  it('The smart wallet comes back after a reload without a window, and signs with the same key', () =>
    onPage(async ({ kernel, reload }) => {
      await kernel.connect(ID)
      const next = await reload()
      await eventually(() =>
        expect(next.ports.accounts.active()?.address).toBe(wallet.signer.address),
      )
      expect(wallet.opened).toHaveLength(1)
      expect(await sign(next)).toMatch(/^0x/)
      expect(
        new Set(
          wallet.opened
            .flatMap(({ posted }) => posted.map(({ data }) => (data as { sender?: string }).sender))
            .filter(Boolean),
        ).size,
      ).toBe(1)
    }))
  it('The key of the smart wallet cannot be read out, and is gone after a disconnect', () =>
    onPage(async ({ kernel, reload }) => {
      await kernel.connect(ID)
      const [{ name = '' } = {}] = await indexedDB.databases()
      const all = () =>
        new Promise<{ keys: CryptoKeyPair; shared: CryptoKey }[]>((resolve) => {
          const opening = indexedDB.open(name)
          opening.onsuccess = () => {
            const request = opening.result.transaction('sessions').objectStore('sessions').getAll()
            request.onsuccess = () => resolve((opening.result.close(), request.result))
          }
        })
      expect(
        (await all()).map(({ keys, shared }) => [keys.privateKey.extractable, shared.extractable]),
      ).toEqual([[false, false]])
      await kernel.disconnect()
      expect(await all()).toEqual([])
      expect((await reload()).ports.accounts.active()).toBeUndefined()
    }))
  it('The smart wallet works without a place for keys until the visitor leaves the page', () =>
    onPage(async ({ kernel, reload }) => {
      vi.stubGlobal('indexedDB', undefined)
      try {
        await kernel.connect(ID)
        expect(await sign(kernel)).toMatch(/^0x/)
        const next = await reload()
        await eventually(() => expect(next.ports.connections.get().restoring).toBe(false))
        expect(next.ports.accounts.active()).toBeUndefined()
      } finally {
        vi.unstubAllGlobals()
      }
    }))
})
