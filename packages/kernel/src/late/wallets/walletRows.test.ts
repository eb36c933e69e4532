import { describe, expect, it } from 'vitest'
import type { ConnectorSlot } from '../../types.js'
import { connector } from '../../../test/services/support.js'
import { walletRows, type WalletRowsInput } from './walletRows.js'

const rows = (connectors: WalletRowsInput['connectors'], more: Partial<WalletRowsInput> = {}) =>
  walletRows({ connectors, mobile: false, ...more })
const names = (...args: Parameters<typeof rows>) => rows(...args).map(({ name }) => name)

describe('what is in the wallet list', () => {
  it('A connector whose rdns is excluded is left out [CONN-16] [CONN-19]', () => {
    const list = [connector({ id: 'a', rdns: 'io.test' }), connector({ id: 'b', rdns: 'io.other' })]
    expect(names(list, { excludedWallets: [{ rdns: 'io.test' }] })).toEqual(['b'])
    expect(names(list, { excludedWallets: ['IO.test'] })).toEqual(['b'])
  })

  it('A connector whose name is excluded is left out [CONN-17] [CONN-20]', () => {
    const list = [connector({ id: 'a', name: 'Foo' }), connector({ id: 'b', name: 'Bar' })]
    expect(names(list, { excludedWallets: [{ name: 'Foo' }] })).toEqual(['Bar'])
    expect(names(list, { excludedWallets: ['Foo'] })).toEqual(['Bar'])
  })

  it('A connector is left out by its id, and by what the directory knows of an excluded id [CONN-18]', () => {
    const list = [
      connector({ id: 'a', rdns: 'io.foo' }),
      connector({ id: 'b', name: 'Foo' }),
      connector({ id: 'c' }),
      connector({ id: 'd', explorerId: 'w1' }),
    ]
    expect(
      names(list, {
        excludedWallets: ['w1'],
        known: new Map([['w1', { id: 'w1', name: 'Foo', rdns: 'io.foo' }]]),
      }),
    ).toEqual(['c'])
    expect(names(list, { excludedWallets: [{ id: 'c' }] })).toEqual(['a', 'Foo', 'd'])
  })

  it('Only the wallets that the host allows by id, rdns or name are listed', () => {
    const list = [
      connector({ id: 'a', rdns: 'io.test' }),
      connector({ id: 'b', name: 'Foo' }),
      connector({ id: 'c' }),
      connector({ id: 'd', explorerId: 'w1' }),
      connector({ id: 'walletConnect', name: 'WalletConnect', kind: 'walletConnect' }),
    ]
    const only = (...onlyWallets: (string | object)[]) => names(list, { onlyWallets })
    expect(only('IO.test', { name: 'foo' })).toEqual(['a', 'Foo'])
    expect(only({ id: 'c' })).toEqual(['c'])
    expect(only('w1', 'walletConnect')).toEqual(['WalletConnect', 'd'])
    expect(only()).toEqual([])
    expect(names(list, { onlyWallets: ['a', 'c'], excludedWallets: ['a'] })).toEqual(['c'])
  })

  it('A wallet is listed by what the directory knows of an allowed id', () => {
    const list = [connector({ id: 'a', rdns: 'io.foo' }), connector({ id: 'b' })]
    const known = new Map([['w1', { id: 'w1', name: 'Foo', rdns: 'io.foo' }]])
    expect(names(list, { onlyWallets: ['w1'], known })).toEqual(['a'])
  })

  it('The generic browser wallet is left out on a desktop [CONN-21]', () => {
    expect(
      names([
        connector({ id: 'injected', name: 'Browser Wallet', kind: 'injected', rdns: 'io.x' }),
      ]),
    ).toEqual([])
  })

  it('The generic browser wallet is listed on a desktop if the host wants it and it is there (audit C1)', () => {
    const generic = {
      id: 'injected',
      name: 'Browser Wallet',
      kind: 'injected',
      alwaysListed: true,
    } as const
    expect(names([connector({ ...generic, availability: () => 'installed' })])).toEqual([
      'Browser Wallet',
    ])
    expect(names([connector({ ...generic, availability: () => 'unavailable' })])).toEqual([])
    expect(
      names([connector({ ...generic, availability: () => 'installed' })], {
        excludedWallets: [{ name: 'browser wallet' }],
      }),
    ).toEqual([])
  })

  it('The generic browser wallet is left out on a phone without rdns and if it is not installed [CONN-22]', () => {
    expect(
      names(
        [
          connector({
            id: 'injected',
            name: 'Browser Wallet',
            kind: 'injected',
            availability: () => 'available',
          }),
        ],
        { mobile: true },
      ),
    ).toEqual([])
  })

  it('The generic browser wallet is listed on a phone if it has an rdns or is installed [CONN-23]', () => {
    const generic = { id: 'injected', name: 'Browser Wallet', kind: 'injected' } as const
    expect(
      names([connector({ ...generic, availability: () => 'available', rdns: 'io.x' })], {
        mobile: true,
      }),
    ).toHaveLength(1)
    expect(
      names([connector({ ...generic, availability: () => 'installed' })], { mobile: true }),
    ).toHaveLength(1)
  })

  it('Each of the six types stands in its slot, and any other is refused [ENT-18]', () => {
    const said: unknown[] = []
    const list = [
      connector({ id: 'auth', kind: 'auth' }),
      connector({ id: 'external', kind: 'external' }),
      connector({ id: 'injected', kind: 'injected' }),
      connector({ id: 'strange', kind: 'strange' as 'external' }),
      connector({ id: 'inherited', kind: 'constructor' as 'external' }),
      connector({ id: 'announced', kind: 'announced' }),
      connector({ id: 'relay', kind: 'walletConnect' }),
      connector({ id: 'm1', name: 'Multi', kind: 'announced', namespaces: ['one'] }),
      connector({ id: 'm2', name: 'Multi', kind: 'announced', namespaces: ['two'] }),
    ]
    const shown = rows(list, { onError: (error) => said.push(error) })
    expect(shown.map(({ type }) => type)).toEqual([
      'WALLET_CONNECT',
      'INJECTED',
      'ANNOUNCED',
      'MULTI_CHAIN',
      'AUTH',
      'EXTERNAL',
    ])
    expect(said).toMatchObject([
      {
        code: 'kernel.invalid_connector_kind',
        context: { connectorId: 'strange', kind: 'strange' },
      },
      {
        code: 'kernel.invalid_connector_kind',
        context: { connectorId: 'inherited', kind: 'constructor' },
      },
    ])
  })

  it('A connector that is unavailable or throws is left out, and the others stay', () => {
    const errors: string[] = []
    const list = [
      connector({ id: 'a', availability: () => 'unavailable' }),
      connector({
        id: 'b',
        availability: () => {
          throw new Error('no')
        },
      }),
      new Proxy(connector({ id: 'c' }), {
        get: (target, key) =>
          key === 'rdns'
            ? (() => {
                throw new Error('revoked')
              })()
            : Reflect.get(target, key),
      }),
      connector({ id: 'd' }),
    ]
    expect(names(list, { onError: (_, { id }) => errors.push(id) })).toEqual(['d'])
    expect(errors).toEqual(['b', 'c'])
  })
})

describe('one wallet, one row', () => {
  it('Connectors of different namespaces with one name are one row [CONN-26]', () => {
    const list = [
      connector({ id: 'a', name: 'Phantom', namespaces: ['eip155'] }),
      connector({ id: 'b', name: 'Phantom', namespaces: ['solana'] }),
    ]
    const [row, ...others] = rows(list)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      name: 'Phantom',
      type: 'MULTI_CHAIN',
      connectors: list,
      installed: true,
      lookalike: false,
    })
  })

  it('A long name is cut between two characters', () => {
    expect(rows([connector({ id: 'a', name: `${'a'.repeat(63)}🦊🦊` })])).toMatchObject([
      { name: 'a'.repeat(63) },
    ])
  })
  it("'Trust Wallet' is shown as 'Trust', and both are one row [CONN-27]", () => {
    const list = [
      connector({ id: 'a', name: 'Trust Wallet', namespaces: ['eip155'] }),
      connector({ id: 'b', name: 'Trust', namespaces: ['solana'] }),
    ]
    expect(rows(list)).toMatchObject([{ name: 'Trust', type: 'MULTI_CHAIN', connectors: list }])
  })

  it('A row has the type of its kind', () => {
    const kinds = ['announced', 'injected', 'external', 'auth', 'walletConnect'] as const
    const types = Object.fromEntries(
      rows(
        kinds.map((kind) =>
          connector({
            id: kind,
            kind,
            namespaces:
              kind === 'walletConnect' || kind === 'auth' ? ['eip155', 'solana'] : ['eip155'],
          }),
        ),
      ).map(({ id, type }) => [id, type]),
    )
    expect(types).toEqual({
      announced: 'ANNOUNCED',
      injected: 'INJECTED',
      external: 'EXTERNAL',
      auth: 'AUTH',
      walletconnect: 'WALLET_CONNECT',
    })
    expect(rows([connector({ id: 'x', namespaces: ['eip155', 'solana'] })])[0]?.type).toBe(
      'MULTI_CHAIN',
    )
  })

  it('A row keeps its id while wallets come and go', () => {
    const [a, b] = [
      connector({ id: 'a', name: 'Phantom', namespaces: ['eip155'] }),
      connector({ id: 'b', name: 'Phantom', namespaces: ['solana'] }),
    ]
    const ids = [[a], [b], [a, b], [b, a]].map((list) => rows(list)[0]?.id)
    expect(new Set(ids).size).toBe(1)
  })

  it('A row takes only a picture that an <img> may load', () => {
    expect(rows([connector({ id: 'a', icon: 'javascript:alert(1)' })])[0]).not.toHaveProperty(
      'icon',
    )
    expect(rows([connector({ id: 'a', icon: 'http://a.test/i.png' })])[0]).not.toHaveProperty(
      'icon',
    )
    expect(rows([connector({ id: 'a', icon: 'data:image/png;base64,AA' })])[0]?.icon).toBe(
      'data:image/png;base64,AA',
    )
  })

  it('A name is shown in one line, without characters that hide or turn it', () => {
    expect(names([connector({ id: 'a', name: ' Meta\u202eMask\u200b \n x ' })])).toEqual([
      'MetaMask x',
    ])
    expect(names([connector({ id: 'a', name: 'x'.repeat(5000) })])[0]).toHaveLength(64)
    expect(names([connector({ id: 'a', name: '\u200b', rdns: 'io.a' })])).toEqual(['io.a'])
  })
})

describe('a taken name or rdns within a namespace', () => {
  const real = connector({ id: 'real', name: 'Rabby', rdns: 'io.rabby' })
  const sameName = connector({ id: 'fake', name: 'rabby ', rdns: 'com.evil' })
  const sameRdns = connector({ id: 'fake', name: 'Robby', rdns: 'IO.rabby' })
  const marks = (list: WalletRowsInput['connectors'], more: Partial<WalletRowsInput> = {}) =>
    Object.fromEntries(
      rows(list, more).map((row) => [row.connectors.map(({ id }) => id).join('+'), row.lookalike]),
    )

  it.each([
    ['a name', sameName],
    ['an rdns', sameRdns],
  ])('Both sharers of %s are marked if neither is known, in any order', (_, fake) => {
    expect(marks([real, fake])).toEqual({ real: true, fake: true })
    expect(marks([fake, real])).toEqual({ real: true, fake: true })
    expect(new Set(rows([real, fake]).map(({ id }) => id)).size).toBe(2)
  })

  const known = new Map([['r', { id: 'r', name: 'Rabby', rdns: 'io.rabby' }]])

  it('The wallet with the known rdns is not marked, in any order', () => {
    expect(marks([sameName, real], { known })).toEqual({ real: false, fake: true })
    expect(marks([real, sameName], { known })).toEqual({ real: false, fake: true })
  })

  it('A connector of a plugin is trusted more than a wallet that announces itself', () => {
    const own = connector({ id: 'own', name: 'Rabby', kind: 'external' })
    expect(marks([real, own], { known })).toEqual({ real: true, own: false })
  })

  it('A look-alike never joins the row of another namespace', () => {
    const elsewhere = connector({ id: 'else', name: 'Rabby', namespaces: ['other'] })
    expect(marks([real, elsewhere, sameName], { known })).toEqual({
      'real+else': false,
      fake: true,
    })
    expect(marks([sameName, elsewhere, real])).toEqual({ real: true, else: false, fake: true })
  })
})

describe('the order of the wallet list', () => {
  const all = [
    connector({ id: 'recommended', kind: 'external', availability: () => 'missing' }),
    connector({ id: 'external', kind: 'external' }),
    connector({ id: 'custom', kind: 'external' }),
    connector({ id: 'featured', kind: 'external' }),
    connector({ id: 'injected', kind: 'announced' }),
    connector({ id: 'recent', kind: 'external' }),
    connector({ id: 'walletConnect', kind: 'walletConnect' }),
  ]
  const more = {
    featuredWallets: ['featured'],
    customWallets: [{ id: 'custom', name: 'custom' }],
    recent: [{ id: 'recent' }],
  }

  it('The order is walletConnect, recent, injected, featured, custom, external, recommended [CONN-24]', () => {
    expect(names(all, more)).toEqual([
      'walletConnect',
      'recent',
      'injected',
      'featured',
      'custom',
      'external',
      'recommended',
    ])
    expect(names([...all].reverse(), more)).toEqual([
      'walletConnect',
      'recent',
      'injected',
      'featured',
      'custom',
      'external',
      'recommended',
    ])
  })

  it("The host's order comes first, and the other slots follow as usual [CONN-25]", () => {
    const order: ConnectorSlot[] = ['injected', 'walletConnect']
    expect(names(all, { ...more, connectorOrder: order })).toEqual([
      'injected',
      'walletConnect',
      'recent',
      'featured',
      'custom',
      'external',
      'recommended',
    ])
  })

  it('A wallet stands in none but its own slots', () => {
    expect(
      names(all, { ...more, connectorOrder: ['recommended', 'external', 'featured'] }),
    ).toEqual([
      'recommended',
      'external',
      'custom',
      'featured',
      'recent',
      'walletConnect',
      'injected',
    ])
  })

  it('Installed wallets come first if the host says so', () => {
    expect(names(all, { ...more, connectorOrder: 'installed-first' })).toEqual([
      'injected',
      'walletConnect',
      'recent',
      'featured',
      'custom',
      'external',
      'recommended',
    ])
  })

  it("Featured wallets follow the host's order, and recent ones their last use, with a tag", () => {
    const list = ['a', 'b', 'c', 'd'].map((id) => connector({ id, kind: 'external' }))
    expect(names(list, { featuredWallets: ['c', 'a'] })).toEqual(['c', 'a', 'b', 'd'])
    const recent = rows(list, { recent: [{ id: 'd' }, { id: 'b' }] })
    expect(recent.map((row) => [row.name, row.recent])).toEqual([
      ['d', true],
      ['b', true],
      ['a', false],
      ['c', false],
    ])
  })

  it('Wallets of one slot keep the order of registration', () => {
    expect(names(['b', 'a', 'c'].map((id) => connector({ id })))).toEqual(['b', 'a', 'c'])
  })

  it('10,000 wallets are listed in a time that does not grow with their square', () => {
    const list = Array.from({ length: 10_000 }, (_, index) =>
      connector({ id: `w${index}`, name: `Wallet ${index % 50}` }),
    )
    expect(rows(list)).toHaveLength(10_000)
  })
})

describe('an id that another claims', () => {
  const marks = (...args: Parameters<typeof rows>) =>
    Object.fromEntries(
      rows(...args).flatMap(({ connectors, lookalike }) =>
        connectors.map(({ id }) => [id, lookalike]),
      ),
    )
  const impostor = connector({
    id: 'cosmos.keplr',
    name: 'Keplr',
    rdns: 'cosmos.keplr',
    kind: 'announced',
    namespaces: ['eip155'],
  })
  const genuine = connector({
    id: 'cosmos.keplr:cosmos',
    name: 'Keplr',
    rdns: 'app.keplr',
    kind: 'injected',
    namespaces: ['cosmos'],
  })
  it('A claimed id marks both wallets, also on another chain and under other names (audit M3)', () => {
    expect(marks([impostor, genuine])).toEqual({
      'cosmos.keplr': true,
      'cosmos.keplr:cosmos': true,
    })
    expect(marks([{ ...impostor, name: 'Quiet' }, genuine])).toEqual({
      'cosmos.keplr': true,
      'cosmos.keplr:cosmos': true,
    })
  })
  it('A claimed id marks only the other wallet if the directory knows one of them (audit M3)', () => {
    expect(
      marks([impostor, genuine], {
        known: new Map([['k', { id: 'k', name: 'Keplr', rdns: 'app.keplr' }]]),
      }),
    ).toEqual({ 'cosmos.keplr': true, 'cosmos.keplr:cosmos': false })
  })
  it('A wallet with an id of its own on every chain is not marked (audit M3)', () => {
    const list = [
      'app.phantom',
      'solana:Phantom',
      'bitcoin.Phantom',
      'solana:injected',
      'injected',
    ].map((id, at) =>
      connector({
        id,
        name: id.includes('injected') ? id : 'Phantom',
        kind: 'announced',
        namespaces: [['eip155', 'solana', 'bip122', 'solana', 'eip155'][at]!],
      }),
    )
    expect(Object.values(marks(list))).toEqual([false, false, false, false, false])
  })
  it('A wallet is marked although its rival has no place in the list any more (audit M3)', () => {
    expect(
      marks([
        connector({ id: 'io.metamask', kind: 'announced', contested: true }),
        connector({ id: 'b', kind: 'announced' }),
      ]),
    ).toEqual({ 'io.metamask': true, b: false })
  })
})

describe('a directory', () => {
  const directory = (...wallets: { id: string; name: string; rdns?: string }[]) => ({
    known: new Map(wallets.map((wallet) => [wallet.id, wallet])),
  })
  const isMarked = (name: string, rdns: string, more: Partial<WalletRowsInput>) =>
    rows([connector({ id: 'a', name, rdns, kind: 'announced' })], more)[0]?.lookalike
  it.each([
    ['OKX Wallet', 'OKX Lite'],
    ['OKX Lite', 'OKX Wallet'],
  ])(
    'A directory with two wallets of one rdns, %s and %s, marks neither, and marks a third name (audit M5)',
    (...both) => {
      const known = directory(...both.map((name) => ({ id: name, name, rdns: 'com.okex.wallet' })))
      expect([...both, 'Evil'].map((name) => isMarked(name, 'com.okex.wallet', known))).toEqual([
        false,
        false,
        true,
      ])
    },
  )
  it('An empty rdns in the directory counts as none (audit M5)', () => {
    expect(isMarked('Rabby', 'io.rabby', directory({ id: 'r', name: 'Rabby', rdns: '' }))).toBe(
      false,
    )
    expect(isMarked('Quiet', '', directory({ id: 'r', name: 'Rabby', rdns: '' }))).toBe(false)
  })
})

describe('a link that is not installed', () => {
  const link = (availability: 'available' | 'missing' | 'installed') =>
    connector({
      id: 'okx',
      name: 'OKX Wallet',
      rdns: 'com.okex.wallet',
      kind: 'external',
      namespaces: ['eip155'],
      availability: () => availability,
    })
  const announced = (id: string, name = 'OKX Wallet') =>
    connector({
      id,
      name,
      rdns: 'com.okex.wallet',
      kind: 'announced',
      namespaces: ['eip155'],
      availability: () => 'installed',
    })
  const marks = (...list: Parameters<typeof rows>[0]) =>
    Object.fromEntries(
      rows(list).flatMap(({ connectors, lookalike }) =>
        connectors.map(({ id }) => [id, lookalike]),
      ),
    )
  it.each(['available', 'missing'] as const)(
    'A link that is not installed (%s) is not a rival of the wallet that announces itself (audit L10)',
    (availability) => {
      expect(marks(link(availability), announced('com.okex.wallet'))).toEqual({
        okx: false,
        'com.okex.wallet': false,
      })
      // A tap on the wallet opens no link.
      expect(
        rows([link(availability), announced('com.okex.wallet')])
          .map(({ connectors }) => connectors.map(({ id }) => id))
          .toSorted(),
      ).toEqual([['com.okex.wallet'], ['okx']])
    },
  )
  it('A link that is not installed marks a wallet of its name with another rdns (audit L10)', () => {
    expect(marks(link('available'), { ...announced('evil'), rdns: 'com.evil' })).toEqual({
      okx: false,
      evil: true,
    })
  })
  it('A link that is not installed does not keep two announced wallets from being marked (audit L10)', () => {
    expect(
      marks(link('available'), announced('com.okex.wallet'), announced('com.okex.wallet:2')),
    ).toEqual({ okx: false, 'com.okex.wallet': true, 'com.okex.wallet:2': true })
  })
  it('A link that is not installed is trusted over a wallet that spells its name otherwise (audit L10)', () => {
    expect(
      marks(link('available'), { ...announced('evil', 'OKX W\u0430llet'), rdns: 'com.evil' }),
    ).toEqual({ okx: false, evil: true })
  })
})
