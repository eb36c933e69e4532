import type { SwapRecord, SwapReview, SwapState, SwapToken } from '@latchkey/feature-swap'
import { LatchkeyError } from '@latchkey/plugin-api'
import type { Scene, Scenes } from './types.js'
import { account, ADDRESSES, iconOf, network } from '../world/chains.js'

const token = (
  symbol: string,
  decimals: number,
  address: string | undefined,
  color: string,
): SwapToken => ({
  ...{ address, name: `${symbol} token`, symbol, decimals, iconUrl: iconOf(color) },
  isListed: true,
})
const ETH = { ...token('ETH', 18, undefined, '#627eea'), name: 'Ether' }
const USDC = token('USDC', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '#2775ca')
const DAI = token('DAI', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F', '#f4b731')
const LONG: SwapToken = {
  ...token('LONGSYMBOLNAME', 18, `0x${'12'.repeat(20)}`, '#888888'),
  ...{ name: 'A token with quite a long name for a row', iconUrl: '', isListed: false },
}
const rest = ['LINK', 'UNI', 'AAVE', 'ENS', 'ZRX', 'YFI', 'XYZ'].map((symbol, at) =>
  token(symbol, 18, `0x${String(at + 1).repeat(40)}`, '#3a7d44'),
)
const ROUTER = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const ONE = 10n ** 18n
const FEE = { value: 120_000n * 12n * 10n ** 9n, decimals: 18, symbol: 'ETH' }
/** Long enough that no picture shows the end of a price. */
const soon = (): number => Date.now() + 3_600_000

const held = {
  ...{ from: ETH, to: USDC, tokens: [ETH, USDC, DAI, ...rest, LONG], tokensRead: 'ready' },
  balances: { native: 1_234_567_890_123_456_789n, [DAI.address!.toLowerCase()]: 2_500n * ONE },
  prices: { native: 3_120.55, [USDC.address!.toLowerCase()]: 1 },
} satisfies Partial<SwapState>
const ready = (): Partial<SwapState> => ({
  ...held,
  ...{ phase: 'ready', typed: '0.5', amount: ONE / 2n, fee: FEE, loss: 0.42, renewsAt: soon() },
  quote: {
    ...{ id: 'q', source: 'uniswap', from: 'eip155:1:a', to: 'eip155:1:b', fromAmount: ONE / 2n },
    ...{ toAmount: 1_553_721_000n, priceImpact: 9, gas: 120_000n, spender: null, router: ROUTER },
    ...{ route: [{ venue: 'uniswap-v3', fee: 3_000 }], expires: soon() },
  },
})
const APPROVAL = {
  ...{ token: DAI, spender: ROUTER, amount: 1_500n * ONE },
  ...{ isBatched: false, isReset: false, isPermit: false },
}
const review = (more: Partial<SwapReview> = {}): SwapReview => ({
  account: { ...account(), connectionId: 'rabby link', label: 'Savings' },
  ...{ network: network('1', 'Ethereum'), from: DAI, to: USDC, amount: 1_500n * ONE },
  ...{ arrives: 1_498_012_345n, minimum: 1_483_032_221n, slippage: 1, source: 'uniswap' },
  ...{
    router: ROUTER,
    route: [
      { venue: 'uniswap-v3', fee: 500 },
      { venue: 'uniswap-v2', fee: 3_000 },
    ],
  },
  ...{ priceImpact: 12, loss: 0.13, isLossLarge: false, fee: FEE, checkedBy: 2, isRead: true },
  approval: APPROVAL,
  expires: soon(),
  ...more,
})
const record = (status: SwapRecord['status'], more: Partial<SwapRecord> = {}): SwapRecord => ({
  ...{ id: `0x${status}`, kind: 'transaction', network: 'eip155:1', account: ADDRESSES[0] },
  ...{ status, step: 'swap', amount: '1500', symbol: 'DAI', to: ROUTER },
  bought: { symbol: 'USDC', decimals: 6, minimum: '1483.032221', address: USDC.address! },
  at: Date.UTC(2026, 10, 21, 19, 30),
  link: 'https://explorer.example/tx/0x1',
  ...more,
})
const leftover = { token: DAI, spender: ROUTER, amount: 1_500n * ONE }

const form = (
  shows: string | RegExp,
  swapping: () => Partial<SwapState>,
  more: Partial<Scene> = {},
): Scene => ({ connected: true, shows, world: () => ({ swapping: swapping() }), ...more })
const at = (
  view: string,
  shows: string | RegExp,
  swapping: () => Partial<SwapState>,
  params?: unknown,
): Scene => ({
  shows,
  world: () => ({ swapping: swapping() }),
  play: async ({ kernel, push, shows: drawn }) => {
    await kernel.connect('rabby')
    kernel.open('Account')
    push(['Swap'])
    await drawn('Swap')
    push([view, params])
  },
})
const inReview = (
  shows: string | RegExp,
  phase: SwapState['phase'],
  more: Partial<SwapState> = {},
  changes: Partial<SwapReview> = {},
): Scene =>
  at('swap.review', shows, () => ({ ...ready(), phase, review: review(changes), ...more }))
const stopped = (problem: string): LatchkeyError =>
  new LatchkeyError('swap.not_as_quoted', `The swap is another one (${problem}).`, {
    context: { problem },
  })

export const swapScenes: Scenes = {
  Swap: form('Enter an amount', () => held),
  'Swap / tokens on their way': form('Choose both tokens', () => ({ tokensRead: 'loading' })),
  'Swap / tokens not read': form('could not be read', () => ({ tokensRead: 'failed' })),
  'Swap / not on this network': form('Network not supported for Swaps', () => ({
    isOffered: false,
  })),
  'Swap / asking for the price': form('Asking for the price', () => ({
    ...held,
    ...{ phase: 'quoting', typed: '0.5', amount: ONE / 2n },
  })),
  'Swap / with a price': form('Review', ready),
  'Swap / offline': form('You are offline', ready, { offline: true }),
  'Swap / much is lost': form('You lose 7', () => ({ ...ready(), loss: 7.25 })),
  'Swap / no prices': form('is not known', () => ({ ...ready(), prices: {}, loss: undefined })),
  'Swap / too much': form('is missing', () => ({
    ...{ ...held, typed: '2', amount: 2n * ONE, amountProblem: 'swap.amountTooMuch' },
    missing: 765_432_109_876_543_211n,
  })),
  'Swap / not enough for the fee': form('is missing for it', () => ({
    ...{ ...ready(), amountProblem: 'swap.feeTooMuch', missing: 205_432_109_876_543n },
  })),
  'Swap / no route': form('No market trades', () => ({
    ...{ ...held, phase: 'failed', typed: '0.5', amount: ONE / 2n },
    error: new LatchkeyError('swap.no_route', 'No market trades these two.'),
  })),
  'Swap / server away': form('Try again', () => ({
    ...{ ...held, phase: 'failed', typed: '0.5', amount: ONE / 2n },
    error: new LatchkeyError('http.unreachable', 'Nobody answers.', {
      context: { url: 'https://api.example' },
    }),
  })),
  'Swap / price expired': form('The price has expired', () => ({ ...ready(), phase: 'expired' })),
  'Swap / one under way': form('On its way', () => ({ ...held, sent: [record('pending')] })),
  'swap.token': at('swap.token', 'Popular', () => held, { side: 'to' }),
  'swap.token / on their way': {
    ...at('swap.token', 'Choose a token', () => ({ tokensRead: 'loading' }), { side: 'to' }),
    loading: true,
  },
  'swap.token / nobody vouches': {
    ...at('swap.token', 'Nobody vouches for this token', () => held, { side: 'to' }),
    play: async ({ kernel, push, press, reads, shows: drawn }) => {
      await kernel.connect('rabby')
      kernel.open('Account')
      push(['Swap'])
      await drawn('Swap')
      push(['swap.token', { side: 'to' }])
      await reads('Popular')
      await press(/LONGSYMBOLNAME/)
    },
  },
  'swap.slippage': at('swap.slippage', 'Another value', () => held),
  'swap.slippage / high': at('swap.slippage', 'front-run', () => ({ ...held, slippage: 8 })),
  'swap.slippage / low': at('swap.slippage', 'may fail', () => ({ ...held, slippage: 0.01 })),
  'swap.review': inReview('Two nodes of the network say so', 'review'),
  'swap.review / one node, one batch': inReview(
    'both happen, or neither',
    'review',
    {},
    {
      checkedBy: 1,
      approval: { ...APPROVAL, isBatched: true },
    },
  ),
  'swap.review / a permit': inReview(
    'that costs no fee',
    'review',
    {},
    {
      approval: { ...APPROVAL, isPermit: true },
    },
  ),
  'swap.review / not checked': inReview(
    'I go on without the check',
    'review',
    {},
    {
      ...{ checkedBy: 0, isRead: false },
    },
  ),
  'swap.review / much is lost': inReview(
    'I accept to lose',
    'review',
    {},
    {
      ...{ loss: 22.4, isLossLarge: true, slippage: 8 },
    },
  ),
  'swap.review / being built': inReview('Building the swap', 'checking'),
  'swap.review / checked once more': inReview('Checking it once more', 'proving'),
  'swap.review / price changed': inReview(
    'The price has changed',
    'changed',
    {},
    {
      before: { arrives: 1_510_000_000n, minimum: 1_494_900_000n },
    },
  ),
  'swap.review / price expired': inReview('The price has expired', 'expired'),
  'swap.review / approving': inReview('Allow it in your wallet', 'approving'),
  'swap.review / wallet silent': inReview('Confirm the swap in your wallet', 'swapping'),
  'swap.review / on its way': inReview('The swap is on its way', 'swapping', { isSent: true }),
  'swap.review / done': inReview('You got 1,498.012345', 'done', {
    ...{ isSent: true, current: '0xsuccess' },
    sent: [record('success', { received: '1498012345' })],
  }),
  'swap.review / declined': inReview('You declined', 'declined'),
  'swap.review / declined after the approval': inReview('Take it back', 'declined', { leftover }),
  'swap.review / approved, not swapped': inReview('Allowed, but not swapped', 'approved', {
    leftover,
  }),
  'swap.review / stopped': inReview('This swap was stopped', 'failed', {
    error: stopped('router'),
  }),
  'swap.review / would fail': inReview('would fail', 'failed', { error: stopped('reverts') }),
  'swap.review / failed on the chain': inReview('did not succeed', 'failed', {
    leftover,
    error: new LatchkeyError('swap.failed', 'The swap ended as failed.', {
      context: { status: 'failed', step: 'swap' },
    }),
  }),
  'swap.review / not known': inReview('not known whether', 'failed', {
    error: new LatchkeyError('kernel.aborted', 'Given up.'),
  }),
  'swap.review / nothing to confirm': at('swap.review', 'There is nothing to confirm', () => held),
  'swap.sent': at('swap.sent', 'Failed: the network fee was paid', () => ({
    sent: [
      record('pending'),
      record('success', { received: '1498012345' }),
      record('failed', { step: 'approve' }),
      record('replaced'),
      record('dropped'),
      record('unanswered'),
    ],
  })),
  'swap.sent / nothing': at('swap.sent', 'Nothing under way', () => ({})),
}
