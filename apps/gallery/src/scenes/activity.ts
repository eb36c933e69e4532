import type { ActivityApi, ActivityState, PendingTransaction } from '@latchkey/feature-activity'
import { LatchkeyError } from '@latchkey/plugin-api'
import { ADDRESSES, network } from '../world/chains.js'
import type { Scene, Scenes } from './types.js'

type Entry = ActivityState['transactions'][number]
type Transfer = Entry['transfers'][number]

const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const FALSE_BOB = '0x3C44CdD0000000000000000000000000004293BC'
const MALLORY = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
/** Long ago, so that the date stands in the rows, and a picture is the same on every day. */
const [NOVEMBER, MARCH] = ['2025-11-22T19:30:00.000Z', '2024-03-05T08:00:00.000Z']

const token = (
  direction: 'in' | 'out',
  numeric = '1.5',
  symbol = 'ETH',
  name = 'Ether',
): Transfer => ({
  direction,
  from: direction === 'out' ? ADDRESSES[0] : BOB,
  to: direction === 'out' ? BOB : ADDRESSES[0],
  quantity: { numeric },
  fungible_info: { name, symbol, decimals: 18, flags: { is_spam: false } },
})
const nft = (isSpam = false): Transfer => ({
  direction: 'in',
  from: `0x${'0'.repeat(40)}`,
  to: ADDRESSES[0],
  quantity: { numeric: '1' },
  nft_info: {
    name: isSpam ? 'Claim your reward' : 'Cat 7',
    contract: `eip155:1:${BOB}`,
    token_id: '7',
    standard: 'erc721',
    flags: { is_spam: isSpam },
    content: { preview: { url: '' } },
  },
})
const entry = (
  id: string,
  transfers: readonly Transfer[],
  more: Partial<Entry['metadata']> = {},
): Entry => ({
  id,
  metadata: {
    hash: `0x${id.padStart(64, '0')}`,
    minedAt: NOVEMBER,
    chain: 'eip155:1',
    operationType: 'send',
    status: 'confirmed',
    sentFrom: ADDRESSES[0],
    sentTo: BOB,
    fee: '315000000000000',
    ...more,
  },
  transfers,
})
const ENTRIES = [
  entry('a1', [token('out')]),
  entry('a2', [token('in', '0.25')], { sentFrom: MALLORY, sentTo: ADDRESSES[0] }),
  entry('a3', [token('out', '0.5'), token('in', '1560.27', 'USDC', 'USD Coin')]),
  entry('a4', [], { operationType: 'approve' }),
  entry('a5', [nft()], { minedAt: MARCH }),
  entry('a6', [], { minedAt: MARCH, status: 'failed', operationType: 'execute' }),
]
const FAKE = entry('f1', [token('in', '0')], { sentFrom: MALLORY, sentTo: FALSE_BOB })
const pending = (
  status: PendingTransaction['status'],
  at = Date.parse(NOVEMBER),
): PendingTransaction => ({
  id: `send ${status}`,
  network: 'eip155:1',
  account: ADDRESSES[0],
  at,
  status,
  amount: '0.5',
  symbol: 'ETH',
  receiver: BOB,
})
const READ: Partial<ActivityState> = {
  hasBackend: true,
  lastAccountInView: ADDRESSES[0],
  lastNetworkInView: 'eip155:1',
  network: network('1', 'Ethereum'),
  timeZone: 'UTC',
  readAt: Date.UTC(2025, 10, 22, 12, 4),
}
const failure = (status: number): LatchkeyError =>
  new LatchkeyError('http.status', `HTTP status code: ${status}`, {
    context: { status, url: 'https://api.shop.example/v1/account' },
  })
const named = (text: string, index: number): Entry =>
  entry(`d${index}`, [token('out', '1', text, text)])

/** The tab in the Account view. */
const tab = (
  shows: string | RegExp,
  activity: Partial<ActivityState>,
  more: Partial<Scene> = {},
): Scene => ({
  connected: true,
  shows,
  world: { activity: { ...READ, ...activity } },
  play: async ({ kernel, press }) => {
    await kernel.open('Account')
    await press('Activity')
  },
  ...more,
})
const apiOf = ({ plugins }: { plugins: unknown }): ActivityApi =>
  (plugins as { activity: ActivityApi }).activity
/** The view of one transaction. */
const one = (shows: string | RegExp, id: string, activity: Partial<ActivityState>): Scene => ({
  connected: true,
  shows,
  world: { activity: { ...READ, ...activity } },
  play: async ({ kernel, press, shows: drawn }) => {
    await kernel.open('Account')
    await press('Activity')
    await drawn('activity.list')
    // As a row does: nobody else knows when the late part has registered the view.
    apiOf(kernel).show(id)
  },
})
const MANY = Array.from({ length: 10_000 }, (_, index) =>
  entry(index.toString(16), [token(index % 2 ? 'in' : 'out', `${index + 1}`)], {
    minedAt: new Date(Date.parse(NOVEMBER) - index * 3_600_000).toISOString(),
  }),
)

export const activityScenes: Scenes = {
  'Account / activity': tab('Approved', { transactions: ENTRIES }),
  'Account / activity, loading': tab(
    'Activity',
    { readAt: undefined, loading: true },
    { loading: true },
  ),
  'Account / activity, empty': tab('Nothing yet', { empty: true }),
  'Account / activity, empty, and payments of before are not listed': tab('from before', {
    empty: true,
    coinsSince: Date.parse(NOVEMBER),
  }),
  'Account / activity, failed': tab('Activity could not be loaded', {
    readAt: undefined,
    empty: true,
    error: failure(500),
  }),
  'Account / activity, offline': tab('As of', { transactions: ENTRIES }, { offline: true }),
  'Account / activity, offline without a list': tab(
    'Activity is shown once you are online again',
    { readAt: undefined, empty: true, error: failure(500) },
    { offline: true },
  ),
  'Account / activity, stale': tab('As of', { transactions: ENTRIES, error: failure(500) }),
  'Account / activity, blocked': tab('It can be tried again in', {
    readAt: undefined,
    empty: true,
    error: failure(429),
    blockedUntil: Date.UTC(2100, 0),
  }),
  'Account / activity, no server': tab('This site does not show past activity', {
    hasBackend: false,
    readAt: undefined,
  }),
  'Account / activity, no server, something sent': tab('On its way', {
    hasBackend: false,
    readAt: undefined,
    pending: [pending('pending')],
  }),
  'Account / activity, pending, replaced, dropped': tab('Dropped', {
    transactions: ENTRIES,
    pending: [pending('pending'), pending('replaced'), pending('dropped')],
  }),
  'Account / activity, new ones': tab('3 new', { transactions: ENTRIES, fresh: 3 }),
  'Account / activity, taken back': tab('took a transaction back', {
    transactions: ENTRIES,
    undone: 1,
  }),
  'Account / activity, hidden': tab('2 hidden', {
    transactions: [...ENTRIES, entry('e1', [nft(true)]), entry('e2', [nft(true)])],
  }),
  'Account / activity, suspicious': tab('Suspicious', {
    transactions: [FAKE, ...ENTRIES],
    suspicions: { f1: { doubts: ['zeroValue'] } },
  }),
  'Account / activity, one': tab('Sent', { transactions: ENTRIES.slice(0, 1) }),
  'Account / activity, 10,000': tab('Load more', { transactions: MANY, next: 'c2' }),
  'Account / activity, odd names': tab('Sent', {
    transactions: ['x'.repeat(300), '\u202eETH\u202c', '👩‍👩‍👧‍👦🦄', 'مرحبا'].map(named),
  }),
  'activity.entry': one('Network fee', 'a3', { transactions: ENTRIES }),
  'activity.entry / failed': one('The network undid the transaction', 'a6', {
    transactions: ENTRIES,
  }),
  'activity.entry / failed, with a reason': one('transfer amount exceeds balance', 'a7', {
    transactions: [
      entry('a7', [], {
        status: 'failed',
        operationType: 'execute',
        reason: 'ERC20: transfer amount exceeds balance',
      }),
    ],
  }),
  'activity.entry / more than is told': one('and 1,000 more transfers', 'a8', {
    transactions: [{ ...entry('a8', [token('in', '3', 'GIFT', 'Gift')]), more: 1_000 }],
  }),
  'activity.entry / NFT': one('Cat 7', 'a5', { transactions: ENTRIES }),
  'activity.entry / odd names': one('Sent', 'd0', {
    transactions: [named(`\u202eUSDC\u202c ${'x'.repeat(300)} 🦄`, 0)],
  }),
  'activity.entry / look-alike': one('The address only looks like one that you know', 'f1', {
    transactions: [FAKE, ...ENTRIES],
    suspicions: {
      f1: {
        doubts: ['zeroValue', 'lookalike'],
        address: FALSE_BOB,
        lookalike: { known: BOB, from: 'history', differences: [[9, 36]] },
      },
    },
  }),
  'activity.entry / other doubts': one('spelled like USDC', 'a3', {
    transactions: ENTRIES,
    suspicions: { a3: { doubts: ['spelling', 'link', 'dust'], spelled: 'USDC' } },
  }),
  'activity.entry / pending': one('On its way', 'send pending', { pending: [pending('pending')] }),
  'activity.entry / dropped': one('The network let go of it', 'send dropped', {
    pending: [pending('dropped')],
  }),
  'activity.entry / gone': one('not there any more', 'nothing', {}),
}
