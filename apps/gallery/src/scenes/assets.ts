/* eslint-disable max-lines -- one table of scenes */
import type {
  ApprovalsState,
  AssetApproval,
  AssetNft,
  AssetsApi,
  AssetsState,
  AssetToken,
  NftsState,
  Revocation,
} from '@latchkey/feature-assets'
import { LatchkeyError } from '@latchkey/plugin-api'
import { ADDRESSES, iconOf } from '../world/chains.js'
import type { Scene, Scenes } from './types.js'

const GOLD = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const owner = { address: ADDRESSES[0], namespace: 'eip155', network: 'eip155:1' } as const
const token = (more: Partial<AssetToken> = {}): AssetToken => ({
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: GOLD,
  value: 2500.5,
  price: 1,
  quantity: { decimals: '6', numeric: '2500.5' },
  iconUrl: iconOf('#2775ca'),
  origin: 'backend',
  isVerified: true,
  isHidden: false,
  ...more,
})
const ETH = token({
  name: 'Ether',
  symbol: 'ETH',
  address: undefined,
  value: 3851.28,
  price: 3120.55,
  quantity: { decimals: '18', numeric: '1.234567890123456789' },
  iconUrl: iconOf('#627eea'),
})
const PLAIN = token({
  name: 'A token with quite a long name for a row',
  symbol: 'LONGSYMBOL',
  address: ADDRESSES[1],
  value: undefined,
  price: undefined,
  quantity: { decimals: '18', numeric: '123456789.000000000000000001' },
  iconUrl: '',
  isVerified: false,
})
const SPAM = token({
  name: 'Visit claim.example',
  symbol: 'GIFT',
  address: ADDRESSES[1].replace('0x7', '0x8'),
  iconUrl: '',
  isVerified: false,
  spam: 'link',
})
const HOSTILE = token({
  name: `${'long name '.repeat(30)}`,
  symbol: 'مصر👩‍🚀',
  address: ADDRESSES[1].replace('0x7', '0x9'),
  value: 1e21,
  quantity: { decimals: '18', numeric: `${'9'.repeat(59)}.123` },
})
const MANY = Array.from({ length: 10_000 }, (_, index) =>
  token({
    name: `Token ${index}`,
    symbol: `T${index}`,
    address: `0x${String(index).padStart(40, '0')}`,
    iconUrl: '',
  }),
)
const read = (tokens: readonly AssetToken[], more: Partial<AssetsState> = {}) => ({
  owner,
  tokens,
  at: Date.now(),
  ...more,
})
const away = new LatchkeyError('http.unreachable', 'Made for the gallery.', {
  context: { url: 'https://api.shop.example' },
})
const at = (
  view: 'tokens' | 'nfts',
  shows: string | RegExp,
  assets: () => Partial<AssetsState>,
  more: Partial<Scene> = {},
): Scene => ({
  shows,
  world: () => ({ assets: { owner, ...assets() } }),
  play: async ({ kernel, press }) => {
    await kernel.connect('rabby')
    await kernel.open('Account')
    await press(view === 'tokens' ? 'Tokens' : 'NFTs')
  },
  ...more,
})
const tokens = at.bind(undefined, 'tokens')

const nft = (index: number, more: Partial<AssetNft> = {}): AssetNft => ({
  chainId: 'eip155:1',
  contract: GOLD,
  tokenId: String(index),
  standard: 'erc721',
  amount: '1',
  collection: 'Cats of the harbour',
  name: `Cat ${index}`,
  description: 'A cat that was drawn for the gallery.',
  traits: [
    { name: 'Fur', value: 'red' },
    { name: 'Eyes', value: 'one green, one blue' },
  ],
  imageUrl: iconOf(`#${(1_000_000 + index * 77_777).toString(16).padStart(6, '0').slice(-6)}`),
  isSpam: false,
  ...more,
})
const nfts = (
  shows: string | RegExp,
  state: () => Partial<NftsState>,
  more: Partial<Scene> = {},
): Scene =>
  at(
    'nfts',
    shows,
    () => ({
      nfts: {
        items: [],
        hasMore: false,
        isRead: true,
        isServed: true,
        loading: false,
        lastRetry: undefined,
        error: undefined,
        ...state(),
      },
    }),
    more,
  )
/** A panel of the plugin, reached as a row does: the late part of the plugin registers it. */
const panel = (
  shows: string | RegExp,
  assets: () => Partial<AssetsState>,
  [view, params]: readonly [view: string, params?: unknown],
): Scene =>
  tokens(shows, assets, {
    play: async ({ kernel, shows: drawn }) => {
      await kernel.connect('rabby')
      await kernel.open('Account')
      await drawn('assets.tokens')
      const { show } = (kernel.plugins as unknown as { assets: AssetsApi }).assets
      // The cast lets a scene name any view.
      show(view as 'assets.token', params as never)
    },
  })
const ofToken = ({ chainId, address }: AssetToken) =>
  ['assets.token', { chainId, address }] as const
const listed = (): Partial<AssetsState> => read([ETH, token(), PLAIN, SPAM])
const nftList = (): Partial<AssetsState> => ({
  ...listed(),
  nfts: {
    items: [nft(1), nft(2, { standard: 'erc1155', amount: '12', imageUrl: '' })],
    hasMore: false,
    isRead: true,
    isServed: true,
    loading: false,
    lastRetry: undefined,
    error: undefined,
  },
})

const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const right = (more: Partial<AssetApproval> = {}): AssetApproval => ({
  chainId: 'eip155:1',
  kind: 'amount',
  token: GOLD,
  spender: ADDRESSES[1],
  spenderName: '',
  name: 'USD Coin',
  symbol: 'USDC',
  quantity: { decimals: 6, numeric: '2500.5' },
  isUnlimited: false,
  isSpam: false,
  ...more,
})
const PERMITTED = right({ spender: PERMIT2, spenderName: 'Permit2', isUnlimited: true })
const RIGHTS = [
  PERMITTED,
  right({ kind: 'all', name: 'Cats of the harbour', symbol: '', isUnlimited: true }),
  right(),
  right({ kind: 'item', name: 'Cats of the harbour', symbol: '', tokenId: '7' }),
  right({ token: ADDRESSES[1], name: 'Visit claim.example', symbol: 'GIFT', isSpam: true }),
]
/** As the plugin writes the key of a right. */
const keyOf = ({ kind, token: of, spender, tokenId = '' }: AssetApproval): string =>
  [kind, of.toLowerCase(), spender.toLowerCase(), tokenId].join(' ')
const approvals =
  (more: Partial<ApprovalsState> = {}): (() => Partial<AssetsState>) =>
  () => ({
    ...listed(),
    approvals: {
      items: RIGHTS,
      isRead: true,
      isServed: true,
      isWhole: true,
      loading: false,
      lastRetry: undefined,
      error: undefined,
      revocations: {},
      ...more,
    },
  })
const approvalList = (shows: string, more: Partial<ApprovalsState> = {}): Scene =>
  panel(shows, approvals(more), ['assets.approvals'])
const approvalOf = (shows: string, of: AssetApproval, revocation?: Revocation): Scene =>
  panel(shows, approvals(revocation && { revocations: { [keyOf(of)]: revocation } }), [
    'assets.approval',
    { approval: keyOf(of) },
  ])

export const assetsScenes: Scenes = {
  'assets.tokens': tokens('without one token', listed),
  'assets.tokens / loading': tokens('Tokens', () => ({}), { loading: true }),
  'assets.tokens / empty': tokens('Nothing here yet', () =>
    read([{ ...ETH, value: 0, quantity: { decimals: '18', numeric: '0' } }]),
  ),
  'assets.tokens / not read, tried again': tokens('The next try is in', () => ({
    lastRetry: Date.now(),
    error: away,
  })),
  'assets.tokens / not read': tokens('Try again', () => ({ lastRetry: 1, error: away })),
  'assets.tokens / offline': tokens('You are offline', () => read([ETH, token()]), {
    offline: true,
  }),
  'assets.tokens / old, and not read anew': tokens('As of', () =>
    read([ETH, token()], { at: Date.now() - 90_000, lastRetry: Date.now(), error: away }),
  ),
  'assets.tokens / from the network alone': tokens('1.234', () =>
    read([{ ...ETH, origin: 'network', value: undefined, price: undefined }]),
  ),
  'assets.tokens / one': tokens('$3,851.28', () => read([ETH])),
  'assets.tokens / in another currency': tokens('3,851.28', () =>
    read([ETH], { currency: 'eur', wanted: 'eur' }),
  ),
  'assets.tokens / on all networks': tokens('On all networks', () => ({
    ...listed(),
    others: { value: 12_345.6, missing: [], loading: false },
  })),
  'assets.tokens / on all networks, read': tokens('Reading the other networks', () => ({
    ...listed(),
    others: { value: undefined, missing: [], loading: true },
  })),
  'assets.tokens / on all networks, some missing': tokens('without 2 networks', () => ({
    ...listed(),
    others: { value: 12_345.6, missing: ['eip155:8453', 'solana:1'], loading: false },
  })),
  'assets.tokens / on all networks, not read': tokens('could not be read', () => ({
    ...listed(),
    others: { value: undefined, missing: ['eip155:8453'], loading: false },
  })),
  'assets.tokens / in dollars, as no other prices are known': tokens('EUR', () => ({
    ...listed(),
    wanted: 'eur',
  })),
  'assets.tokens / less than a cent': tokens('<$0.01', () =>
    read([ETH, token({ value: 0.004, price: 0.0000123456 })]),
  ),
  'assets.tokens / ten thousand': tokens('Token 3', () => read([ETH, ...MANY])),
  'assets.tokens / hostile names': tokens('long name', () => read([ETH, HOSTILE])),
  'assets.hidden': panel(
    'Its name has a link',
    () => read([ETH, SPAM, { ...PLAIN, isHidden: true }]),
    ['assets.hidden'],
  ),
  'assets.hidden / nothing': panel('Nothing is hidden', () => read([ETH]), ['assets.hidden']),
  'assets.token': panel('this site’s server', listed, ofToken(token())),
  'assets.token / native coin': panel('1.234567890123456789', listed, ofToken(ETH)),
  'assets.token / a small price': panel(
    '$0.0000123',
    () => read([ETH, token({ value: 0.004, price: 0.0000123456 })]),
    ofToken(token()),
  ),
  'assets.token / not verified': panel('Anybody can make a token', listed, ofToken(PLAIN)),
  'assets.token / spam': panel('Do not follow its links', listed, ofToken(SPAM)),
  'assets.token / hostile name': panel('long name', () => read([HOSTILE]), ofToken(HOSTILE)),
  'assets.token / gone': panel('This token is not here', () => read([ETH]), ofToken(PLAIN)),
  'assets.approvals': approvalList('Permit2', {
    revocations: { [keyOf(right())]: { status: 'pending' } },
  }),
  'assets.approvals / loading': {
    ...approvalList('Approvals', { items: [], isRead: false, loading: true }),
    loading: true,
  },
  'assets.approvals / empty': approvalList('No site or contract', { items: [] }),
  'assets.approvals / old ones still looked for': approvalList('There may be older ones', {
    items: [right()],
    isWhole: false,
  }),
  'assets.approvals / not read': approvalList('Try again', {
    items: [],
    isRead: false,
    lastRetry: 1,
    error: away,
  }),
  'assets.approvals / not read anew': approvalList('Try again', { lastRetry: 1, error: away }),
  'assets.approvals / offline': { ...approvalList('You are offline'), offline: true },
  'assets.approvals / nobody to ask': approvalList('Approvals are not shown here', {
    items: [],
    isServed: false,
  }),
  'assets.approvals / ten thousand': approvalList('T3', {
    items: Array.from({ length: 10_000 }, (_, index) =>
      right({ symbol: `T${index}`, token: `0x${String(index).padStart(40, '0')}` }),
    ),
  }),
  'assets.approvals / hostile names': approvalList('long name', {
    items: [
      right({
        symbol: HOSTILE.name,
        name: HOSTILE.name,
        spenderName: HOSTILE.name,
        quantity: { decimals: null, numeric: '9'.repeat(28) },
      }),
      right({ symbol: HOSTILE.symbol, kind: 'item', tokenId: '9'.repeat(78) }),
    ],
  }),
  'assets.approval': approvalOf('Unlimited', PERMITTED),
  'assets.approval / in the wallet': approvalOf('Confirm in your wallet', PERMITTED, {
    status: 'asked',
  }),
  'assets.approval / on its way': approvalOf('is being taken away', right(), {
    status: 'pending',
  }),
  'assets.approval / declined': approvalOf('You declined', right(), {
    status: 'failed',
    error: new LatchkeyError('wallet.user_rejected', 'Made for the gallery.'),
  }),
  'assets.approval / failed': approvalOf('was not taken away', right(), {
    status: 'failed',
    error: away,
  }),
  'assets.approval / ended': approvalOf('This right has ended', right({ token: ADDRESSES[0] })),
  'assets.nfts': nfts('Show one hidden as spam', () => ({
    items: [nft(1), nft(2), nft(3, { imageUrl: '' }), nft(4, { isSpam: true })],
    hasMore: true,
  })),
  'assets.nfts / loading': nfts('NFTs', () => ({ isRead: false, loading: true }), {
    loading: true,
  }),
  'assets.nfts / empty': nfts('No NFTs yet', () => ({})),
  'assets.nfts / nobody to ask': nfts('NFTs are not shown here', () => ({ isServed: false })),
  'assets.nfts / not read': nfts('Try again', () => ({
    isRead: false,
    lastRetry: 1,
    error: away,
  })),
  'assets.nfts / not read, tried again': nfts('The next try is in', () => ({
    items: [nft(1)],
    lastRetry: Date.now(),
    error: away,
  })),
  'assets.nfts / offline': nfts(
    'You are offline',
    () => ({ items: [nft(1), nft(2)], at: Date.now() }),
    { offline: true },
  ),
  'assets.nfts / of an earlier visit, not read anew': nfts('As of', () => ({
    items: [nft(1), nft(2)],
    isRead: false,
    at: Date.now() - 3_600_000,
    lastRetry: 1,
    error: away,
  })),
  'assets.nfts / one': nfts('Cat 1', () => ({ items: [nft(1)] })),
  'assets.nfts / ten thousand': nfts('Cat 3', () => ({
    items: Array.from({ length: 10_000 }, (_, index) => nft(index)),
  })),
  'assets.nfts / hostile names': nfts('long name', () => ({
    items: [
      nft(1, { name: HOSTILE.name, collection: HOSTILE.name, tokenId: '9'.repeat(78) }),
      nft(2, { name: HOSTILE.symbol, amount: '9'.repeat(78), standard: 'erc1155' }),
    ],
  })),
  'assets.nft': panel('one green, one blue', nftList, [
    'assets.nft',
    { contract: GOLD, tokenId: '1' },
  ]),
  'assets.nft / several pieces, without a picture': panel('Pieces', nftList, [
    'assets.nft',
    { contract: GOLD, tokenId: '2' },
  ]),
  'assets.nft / spam with hostile names': panel(
    'long name',
    () => ({
      ...nftList(),
      nfts: {
        ...nftList().nfts!,
        items: [
          nft(1, {
            name: HOSTILE.name,
            collection: HOSTILE.symbol,
            description: HOSTILE.name,
            traits: [{ name: HOSTILE.symbol, value: HOSTILE.name }],
            tokenId: '1',
            isSpam: true,
          }),
        ],
      },
    }),
    ['assets.nft', { contract: GOLD, tokenId: '1' }],
  ),
  'assets.nft / gone': panel('This NFT is not here', nftList, [
    'assets.nft',
    { contract: GOLD, tokenId: '3' },
  ]),
}
