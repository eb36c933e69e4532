// States that the views are drawn in, for tests and for looking at them.
import type { Network } from '@latchkey/plugin-api'
import type { SwapQuote, SwapRecord, SwapReview, SwapState, SwapToken } from '../src/index.js'

export const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const ROUTER = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
export const ONE = 10n ** 18n
export const NETWORK: Network = {
  ...{ id: 'eip155:1', namespace: 'eip155', reference: '1', name: 'Ethereum', rpcUrls: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const token = (symbol: string, decimals: number, address?: string): SwapToken => ({
  ...{ address, name: `${symbol} token`, symbol, decimals, iconUrl: '', isListed: true },
})
const hex = (index: number): string => `0x${(index + 4_096).toString(16).padStart(40, '0')}`
export const ETH: SwapToken = { ...token('ETH', 18), name: 'Ether' }
export const USDC = token('USDC', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
export const TOKENS: readonly SwapToken[] = [
  ETH,
  USDC,
  ...['ZZZ', 'YYY', 'XXX', 'LINK', 'WBTC', 'DAI'].map((symbol, at) => token(symbol, 18, hex(at))),
]
export const MANY: readonly SwapToken[] = [
  ...TOKENS,
  ...Array.from({ length: 10_000 }, (_, at) => token(`T${at}`, 18, hex(at + 100))),
]
export const BALANCES = { native: 2n * ONE, [TOKENS[2]!.address!]: 5n * ONE }

export const EMPTY: SwapState = {
  ...{ phase: 'idle', isOffered: true, from: undefined, to: undefined, typed: '' },
  ...{ amount: undefined, amountProblem: undefined, missing: undefined, slippage: 1 },
  ...{ tokens: [], tokensRead: 'unread', balances: {}, prices: {}, quote: undefined },
  ...{ fee: undefined, loss: undefined, renewsAt: undefined, review: undefined },
  ...{ isSent: false, leftover: undefined, error: undefined, sent: [], current: undefined },
}
export const FEE = { value: 240_000n * 10n ** 9n, decimals: 18, symbol: 'ETH' }
export const QUOTE: SwapQuote = {
  ...{ id: 'q', source: 'uniswap', from: 'eip155:1:x', to: 'eip155:1:y', fromAmount: ONE },
  ...{ toAmount: 3_100_123_456n, priceImpact: 9, gas: 120_000n, spender: ROUTER, router: ROUTER },
  route: [{ venue: 'uniswap-v3', fee: 3_000 }],
  expires: Date.now() + 25_000,
}
export const HELD = {
  ...{ from: ETH, to: USDC, tokens: TOKENS, tokensRead: 'ready' as const, balances: BALANCES },
  prices: { native: 3_120.55, [USDC.address!.toLowerCase()]: 1 },
} satisfies Partial<SwapState>
export const READY = {
  ...HELD,
  ...{ phase: 'ready' as const, typed: '1', amount: ONE, quote: QUOTE, fee: FEE, loss: 0.66 },
  renewsAt: Date.now() + 25_000,
} satisfies Partial<SwapState>
export const REVIEW: SwapReview = {
  account: { key: ALICE, namespace: 'eip155', address: ALICE, type: 'eoa', connectionId: 'c' },
  ...{ network: NETWORK, from: TOKENS[7]!, to: USDC, amount: ONE, arrives: 998_123_456n },
  ...{ minimum: 988_142_221n, slippage: 1, source: 'uniswap', router: ROUTER, priceImpact: 9 },
  ...{ route: QUOTE.route, loss: 0.66, isLossLarge: false, fee: FEE, checkedBy: 2, isRead: true },
  approval: {
    ...{
      token: TOKENS[7]!,
      spender: ROUTER,
      amount: ONE,
      isBatched: false,
      isReset: false,
      isPermit: false,
    },
  },
  expires: Date.now() + 25_000,
}
export const REVIEWED = { ...READY, phase: 'review' as const, review: REVIEW }
export const LEFTOVER = { token: TOKENS[7]!, spender: ROUTER, amount: ONE }
export const record = (
  status: SwapRecord['status'],
  more: Partial<SwapRecord> = {},
): SwapRecord => ({
  ...{ id: `0x${status}`, kind: 'transaction', network: 'eip155:1', account: ALICE, status },
  ...{ step: 'swap', amount: '1', symbol: 'DAI', to: ROUTER, at: Date.UTC(2026, 10, 21, 19, 30) },
  bought: { symbol: 'USDC', decimals: 6, address: USDC.address!, minimum: '988.142221' },
  link: 'https://explorer.example/tx/0x1',
  ...more,
})
export const DONE = {
  ...REVIEWED,
  ...{ phase: 'done' as const, isSent: true, current: '0xsuccess' },
  sent: [record('success', { received: '998123456' })],
} satisfies Partial<SwapState>
