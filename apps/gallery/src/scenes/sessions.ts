import type {
  SessionRevocation,
  SessionsState,
  SmartSession,
} from '@latchkey/feature-smart-sessions'
import { LatchkeyError } from '@latchkey/plugin-api'
import { ADDRESSES } from '../world/chains.js'
import type { Scene, Scenes } from './types.js'

const KEY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const ETHER = 10n ** 18n
const EXPIRY = 1_900_000_000
const START = 1_700_000_000

const session = (pci: string, more: Partial<SmartSession> = {}): SmartSession => ({
  pci,
  network: 'eip155:1',
  account: ADDRESSES[0],
  to: KEY,
  expiry: EXPIRY,
  limits: {
    permission: { type: 'native', allowance: { kind: 'total', amount: 2n * ETHER } },
    expiry: EXPIRY,
    maxCalls: 100,
  },
  permissions: undefined,
  usage: { amount: { used: ETHER / 2n, left: (3n * ETHER) / 2n }, calls: { used: 3, left: 97 } },
  context: undefined,
  dependencies: [],
  isServed: false,
  wider: [],
  ...more,
})
const COINS = session('0x01')
const TOKENS = session('0x02', {
  limits: {
    permission: {
      type: 'erc20',
      token: TOKEN,
      allowance: { kind: 'period', amount: 25_000_000n, period: 86_400, start: START },
    },
    expiry: EXPIRY,
  },
  usage: { amount: { used: 0n, left: 25_000_000n }, calls: undefined },
})
const STREAM = session('0x03', {
  limits: {
    permission: {
      type: 'native',
      allowance: {
        kind: 'stream',
        ...{ initial: 0n, perSecond: 1_234_567_890_123n, maximum: ETHER, start: START },
      },
    },
    expiry: EXPIRY,
    maxCalls: 10,
  },
  usage: { amount: { used: ETHER, left: 0n }, calls: { used: 10, left: 0 } },
})
const CALLS = session('0x04', {
  limits: {
    permission: {
      type: 'calls',
      targets: [TOKEN, KEY],
      selectors: ['0xa9059cbb', '0x095ea7b3'],
      maxValue: 0n,
    },
    expiry: EXPIRY,
  },
  usage: { amount: undefined, calls: undefined },
})
const OTHER = session('other', { limits: undefined, usage: undefined, to: undefined, expiry: 0 })
const WIDER = session('0x06', { wider: ['amount', 'maxCalls', 'expiry'] })
const USED_UP = session('0x07', {
  limits: TOKENS.limits,
  usage: { amount: { used: 25_000_000n, left: 0n }, calls: undefined },
})
const GONE = session('0x99')
const items = [COINS, TOKENS, STREAM, CALLS, OTHER]
const tokens = {
  [`eip155:1 ${TOKEN.toLowerCase()}`]: { decimals: 6, symbol: 'USDC' },
}
const read = (more: Partial<SessionsState> = {}): Partial<SessionsState> => ({
  account: ADDRESSES[0],
  isRead: true,
  items,
  tokens,
  ...more,
})
const away = new LatchkeyError('http.unreachable', 'Made for the gallery.', {
  context: { url: 'https://api.shop.example' },
})
const declined = new LatchkeyError('wallet.user_rejected', 'Made for the gallery.', { context: {} })
const broken = new LatchkeyError('wallet.bad_answer', 'Made for the gallery.', { context: {} })
const silent = new LatchkeyError('sessions.not_revoked', 'Made for the gallery.', {
  context: { pci: '0x01', network: 'eip155:1' },
})

const list = (
  shows: string | RegExp,
  sessions: Partial<SessionsState>,
  more: Partial<Scene> = {},
): Scene => ({
  connected: true,
  shows,
  world: { sessions },
  play: async ({ kernel, press }) => {
    await kernel.open('Account')
    await press('Smart sessions')
  },
  ...more,
})
const details = (
  shows: string | RegExp,
  of: SmartSession,
  revocation?: SessionRevocation,
  more: Partial<Scene> = {},
): Scene =>
  list(
    shows,
    read(revocation ? { revocations: { [`${of.network} ${of.pci}`]: revocation } } : {}),
    {
      play: async ({ kernel, push, reads }) => {
        await kernel.open('Account')
        await reads('Smart sessions')
        push(['smartSessions.list'], ['sessions.details', { session: `${of.network} ${of.pci}` }])
      },
      ...more,
    },
  )

export const sessionScenes: Scenes = {
  'smartSessions.list': list('1.5 ETH left', read()),
  'smartSessions.list / loading': list('Smart sessions', { loading: true }, { loading: true }),
  'smartSessions.list / empty': list('No smart sessions', read({ items: [] })),
  'smartSessions.list / not read': list('could not be read', {
    account: ADDRESSES[0],
    error: away,
  }),
  'smartSessions.list / nobody is connected': list('No wallet is connected', {}),
  'smartSessions.list / server and network are away': list(
    'A network does not answer',
    read({
      items: items.map((each) => ({ ...each, usage: undefined })),
      isServiceAway: true,
      unread: ['eip155:1'],
    }),
  ),
  'smartSessions.list / the wallet is away': list(
    'Your wallet does not answer',
    read({ isWalletAway: true }),
  ),
  'smartSessions.list / the wallet is away, nothing else is known': list(
    'No other sessions are known',
    read({ items: [], isWalletAway: true }),
  ),
  'smartSessions.list / one is wider than asked, one has ended by the wallet’s word': list(
    'More than was asked for',
    read({
      items: [{ ...COINS, wider: ['amount', 'maxCalls'] }, OTHER],
      ended: { 'eip155:1 other': 'wallet' },
    }),
  ),
  'smartSessions.list / offline': list('You are offline', read(), { offline: true }),
  'smartSessions.list / one is taken back': list(
    'Confirm in your wallet',
    read({
      revocations: {
        'eip155:1 0x01': { status: 'asked' },
        'eip155:1 0x02': { status: 'pending' },
        'eip155:1 0x03': { status: 'failed', error: silent },
      },
    }),
  ),
  'smartSessions.list / 200': list(
    'Take all back',
    read({ items: Array.from({ length: 200 }, (_, index) => session(`0x1${index}`)) }),
  ),
  'sessions.details': details('3 of 100', COINS),
  'sessions.details / a token': details('USDC in each period', TOKENS),
  'sessions.details / a stream': details('more each second', STREAM),
  'sessions.details / calls': details('0xa9059cbb', CALLS),
  'sessions.details / another kind': details('A permission of another kind', OTHER),
  'sessions.details / not known': details('Not known now', { ...COINS, pci: '0x05' }, undefined, {
    world: { sessions: read({ items: [{ ...COINS, pci: '0x05', usage: undefined }] }) },
  }),
  'sessions.details / asked': details('Confirm in your wallet', COINS, { status: 'asked' }),
  'sessions.details / pending': details('Waiting for the chain', COINS, { status: 'pending' }),
  'sessions.details / declined': details('You did not confirm', COINS, {
    status: 'failed',
    error: declined,
  }),
  'sessions.details / the chain is slow': details('does not say yet', COINS, {
    status: 'failed',
    error: silent,
  }),
  'sessions.details / failed': details('was not taken back', COINS, {
    status: 'failed',
    error: broken,
  }),
  'sessions.details / wider than asked': details('granted more than', WIDER, undefined, {
    world: { sessions: read({ items: [WIDER] }) },
  }),
  'sessions.details / a period that is used up': details('Next period begins', USED_UP, undefined, {
    world: { sessions: read({ items: [USED_UP] }) },
  }),
  'sessions.details / offline': details('You are offline', COINS, undefined, { offline: true }),
  'sessions.details / gone': details('This session has ended', GONE, undefined, {
    world: { sessions: read({ ended: { 'eip155:1 0x99': 'chain' } }) },
  }),
  'sessions.details / ended by the wallet’s word': details('Your wallet says', GONE, undefined, {
    world: { sessions: read({ ended: { 'eip155:1 0x99': 'wallet' } }) },
  }),
  'sessions.details / ended by the server’s word': details('server says', GONE, undefined, {
    world: { sessions: read({ ended: { 'eip155:1 0x99': 'server' } }) },
  }),
  'sessions.details / not in the list': details('is not in your list', GONE),
}
