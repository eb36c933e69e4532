import { fakeClock, inWorld, type World } from '@latchkey/plugin-testkit'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import type { AnyPlugin, Connector, Dispose } from '@latchkey/plugin-api'
import { mainnet } from 'viem/chains'
import { describe, expect, it, vi } from 'vitest'
import { coinbaseWallet, ledger, okx } from '../src/connectors/index.js'
import { evm } from '../src/index.js'
import { put } from './fakes/page.js'

// Chunks that are loaded for the first time take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const PAGE = 'https://host.test/shop'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
interface On {
  connector: Connector
  world: World
  opened: string[][]
  /** Hides the page behind another app, or shows it again. */
  turn(state: 'hidden' | 'visible'): void
  kernel: ReturnType<World['create']>
}
async function onPage(
  make: () => AnyPlugin,
  id: string,
  run: (on: On) => Promise<void>,
  {
    agent = 'desktop',
    page = () => () => undefined,
  }: { agent?: string; page?: () => Dispose } = {},
): Promise<void> {
  const opened: string[][] = []
  const install = (): Dispose => {
    const stops = [
      put(navigator, { userAgent: agent }),
      put(window, { open: (...args: string[]) => void opened.push(args) }),
      put(window.location, {
        href: `${PAGE}?invitation=SECRET#SECRET`,
        pathname: '/shop',
        search: '?invitation=SECRET',
        hash: '#SECRET',
      }),
      page(),
    ]
    return () => stops.forEach((stop) => stop())
  }
  await inWorld(
    { make, options: { beside: () => [evm({ networks: [mainnet] })], page: install } },
    async (world) => {
      const kernel = world.create(make())
      await kernel.ready
      await kernel.ports.late.load()
      const connector = kernel.ports.connectors.find(id)!.value
      const turn = (state: string): void => {
        put(document, { visibilityState: state })
        document.dispatchEvent(new Event('visibilitychange'))
      }
      await run({ connector, world, opened, turn, kernel })
    },
  )
}
const there =
  (global: string, more: object = {}) =>
  (): Dispose =>
    put(window, { [global]: { request: async () => [], ...more } })

describe.each<[string, () => AnyPlugin, string, string]>([
  ['okx', okx, 'okxwallet', 'com.okex.wallet'],
  ['coinbaseWallet', coinbaseWallet, 'coinbaseWalletExtension', 'com.coinbase.wallet'],
])('%s', (id, make, global, rdns) => {
  it('A wallet with an app counts as installed where its provider is on the page', () =>
    onPage(
      make,
      id,
      async ({ connector }) => {
        expect([connector.availability(), connector.kind]).toEqual(['installed', 'injected'])
      },
      { page: there(global) },
    ))
  const genuine = new Eip155Wallet({ rdns })
  const announced = (at: Readonly<Record<string, unknown>>) => (): Dispose =>
    [put(window, at), genuine.install()].reduce((a, b) => () => (a(), b()))
  it('A wallet with an app leaves its row to its own provider when that announces itself', () =>
    onPage(
      make,
      id,
      async ({ connector, kernel }) => {
        expect(kernel.ports.connectors.find(rdns)?.value.availability()).toBe('installed')
        expect(connector.availability()).toBe('unavailable')
      },
      { page: announced({ [global]: genuine.provider }) },
    ))
  it('A wallet with an app stands beside another provider that announces its rdns, and both are marked', () =>
    onPage(
      make,
      id,
      async ({ connector, kernel }) => {
        expect(
          [connector, kernel.ports.connectors.find(rdns)?.value].map((each) =>
            each?.availability(),
          ),
        ).toEqual(['installed', 'installed'])
        const marks = Object.fromEntries(
          (await kernel.ports.late.load()).wallets
            .get()
            .flatMap(({ connectors, lookalike }) => connectors.map((each) => [each.id, lookalike])),
        )
        expect(marks).toMatchObject({ [id]: true, [rdns]: true })
      },
      { page: announced({ [global]: { request: async () => [] } }) },
    ))
  it('A link stays beside the one wallet that announces its rdns, and neither is marked (audit L10)', () =>
    onPage(
      make,
      id,
      async ({ connector, kernel }) => {
        expect(connector.availability()).toBe('available')
        const marks = Object.fromEntries(
          (await kernel.ports.late.load()).wallets
            .get()
            .flatMap(({ connectors, lookalike }) => connectors.map((each) => [each.id, lookalike])),
        )
        expect(marks).toMatchObject({ [id]: false, [rdns]: false })
      },
      { page: announced({}), agent: PHONE },
    ))
  it('A link stays beside two wallets that announce its rdns, and both of these are marked (audit L10)', () =>
    onPage(
      make,
      id,
      async ({ kernel }) => {
        const marks = (await kernel.ports.late.load()).wallets
          .get()
          .flatMap(({ connectors, lookalike }) =>
            connectors
              .filter((each) => each.rdns === rdns)
              .map((each) => [each.id === id, lookalike]),
          )
        expect(marks.toSorted()).toEqual([
          [false, true],
          [false, true],
          [true, false],
        ])
      },
      {
        page: () =>
          [genuine.install(), new Eip155Wallet({ rdns }).install()].reduce(
            (a, b) => () => (a(), b()),
          ),
        agent: PHONE,
      },
    ))
  it('A wallet with an app is a link on a phone', () =>
    onPage(make, id, async ({ connector }) => expect(connector.availability()).toBe('available'), {
      agent: PHONE,
    }))
  it.each<[string, unknown]>([
    ['a number', 7],
    ['an object without methods', {}],
    ['null', null],
  ])(
    'A wallet with an app does not count as installed with %s in place of its provider',
    (_, value) =>
      onPage(
        make,
        id,
        async ({ connector }) => expect(connector.availability()).not.toBe('installed'),
        { page: () => put(window, { [global]: value }) },
      ),
  )
})
it('OKX is offered on a desktop without it, with the stores that have it', () =>
  onPage(okx, 'okx', async ({ connector }) => {
    expect(connector.availability()).toBe('missing')
    expect(connector.install?.stores?.every(({ url }) => url.startsWith('https://'))).toBe(true)
  }))
it("Coinbase's app is not offered on a desktop without it, and the smart wallet is", () =>
  onPage(coinbaseWallet, 'coinbaseWallet', async ({ connector, kernel }) => {
    expect([
      connector.availability(),
      kernel.ports.connectors.find('coinbaseWalletSDK')?.value.availability(),
    ]).toEqual(['unavailable', 'available'])
  }))
it.each<[string, object, string]>([
  ['in its browser', { isLedgerLive: true }, 'installed'],
  ['in its extension', { isLedgerConnect: true }, 'installed'],
  ['beside another wallet', { isMetaMask: true }, 'available'],
])(
  'Ledger counts as installed only where its own flag is on the page: %s',
  (_, flags, availability) =>
    onPage(
      ledger,
      'ledger',
      async ({ connector }) => {
        expect(connector.availability()).toBe(availability)
      },
      { page: there('ethereum', flags) },
    ),
)

describe('a link', () => {
  it.each<[string, () => AnyPlugin, string, readonly string[]]>([
    [
      'of OKX',
      okx,
      'okx',
      [
        `https://www.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(PAGE)}`)}`,
        '_blank',
      ],
    ],
    [
      'of Coinbase',
      coinbaseWallet,
      'coinbaseWallet',
      [`https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(PAGE)}`, '_blank'],
    ],
    ['of Ledger', ledger, 'ledger', ['ledgerlive://discover', '_self']],
    [
      'of an app inside Ledger',
      () => ledger({ app: 'my/shop' }),
      'ledger',
      ['ledgerlive://discover/my%2Fshop', '_self'],
    ],
  ])('The link %s opens in the task of the tap', (_, make, id, link) =>
    onPage(
      make,
      id,
      async ({ kernel, opened, turn }) => {
        const connecting = kernel.connect(id)
        connecting.catch(() => undefined)
        expect(opened).toEqual([[...link, 'noopener,noreferrer']])
        expect(kernel.ports.connections.get().attempt?.step).toEqual({ step: 'opening' })
        // The app came up, and later the visitor came back.
        turn('hidden')
        turn('visible')
        await expect(connecting).rejects.toMatchObject({ code: 'wallet.popup_closed' })
      },
      { agent: PHONE },
    ),
  )
  it.each([
    ['okx', okx],
    ['coinbaseWallet', coinbaseWallet],
    ['ledger', ledger],
  ] as const)(
    'The link of %s tells nothing of the page but its origin and path (audit L10)',
    (id, make) =>
      onPage(
        make,
        id,
        async ({ kernel, opened }) => {
          const controller = new AbortController()
          kernel.connect(id, { signal: controller.signal }).catch(() => undefined)
          expect(opened).toHaveLength(1)
          let text = opened.flat().join(' ')
          for (let depth = 0; depth < 5; depth++) text += decodeURIComponent(text)
          expect(text).not.toMatch(/SECRET|invitation/)
          controller.abort()
        },
        { agent: PHONE },
      ),
  )
  it('A link to a desktop app waits while the app has the focus, and ends when the page has it again', () =>
    onPage(ledger, 'ledger', async ({ connector }) => {
      const clock = fakeClock()
      try {
        const answer = connector.connect({
          networks: [],
          silent: false,
          signal: new AbortController().signal,
          onStep: () => undefined,
        })
        const settled = vi.fn()
        answer.then(settled, settled)
        window.dispatchEvent(new Event('blur'))
        await clock.advance(60_000)
        expect(settled).not.toHaveBeenCalled()
        window.dispatchEvent(new Event('focus'))
        await expect(answer).rejects.toMatchObject({ code: 'wallet.popup_closed' })
      } finally {
        clock.dispose()
      }
    }))
  it('A link that opens nothing within 2 s counts as a missing app', async () => {
    await onPage(
      okx,
      'okx',
      async ({ connector }) => {
        const clock = fakeClock()
        try {
          const answer = connector.connect({
            networks: [],
            silent: false,
            signal: new AbortController().signal,
            onStep: () => undefined,
          })
          const settled = vi.fn()
          answer.then(settled, settled)
          await clock.advance(1_999)
          expect(settled).not.toHaveBeenCalled()
          await clock.advance(1)
          await expect(answer).rejects.toMatchObject({
            code: 'wallet.not_installed',
            context: { connectorId: 'okx' },
          })
        } finally {
          clock.dispose()
        }
      },
      { agent: PHONE },
    )
  })
  it('A link does not open silently, and an aborted link leaves nothing behind', () =>
    onPage(
      okx,
      'okx',
      async ({ connector, opened, world }) => {
        const request = { networks: [], onStep: () => undefined }
        await expect(
          connector.connect({ ...request, silent: true, signal: new AbortController().signal }),
        ).rejects.toMatchObject({ code: 'wallet.not_installed' })
        await expect(
          connector.connect({ ...request, silent: false, signal: AbortSignal.abort() }),
        ).rejects.toMatchObject({ code: 'kernel.aborted' })
        expect(opened).toEqual([])
        const controller = new AbortController()
        const answer = connector.connect({ ...request, silent: false, signal: controller.signal })
        const before = world.ledger.held().length
        controller.abort()
        await expect(answer).rejects.toMatchObject({ code: 'kernel.aborted' })
        expect(world.ledger.held().length).toBe(before - 4)
      },
      { agent: PHONE },
    ))
})
