/* eslint-disable max-lines -- one table of scenes, with the data that they share */
import type {
  Receiver,
  Review,
  SendState,
  SendToken,
  SentTransaction,
} from '@latchkey/feature-send'
import { LatchkeyError } from '@latchkey/plugin-api'
import type { Scene, Scenes } from './types.js'
import { account, ADDRESSES, iconOf, network } from '../world/chains.js'

const ETH: SendToken = {
  name: 'Ether',
  symbol: 'ETH',
  quantity: { decimals: 18, numeric: '1.234567890123456789' },
  price: '3120.55',
  iconUrl: iconOf('#627eea'),
}
const USDC: SendToken = {
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  name: 'USD Coin',
  symbol: 'USDC',
  quantity: { decimals: 6, numeric: '2500.5' },
  price: '1',
  iconUrl: iconOf('#2775ca'),
}
const PLAIN: SendToken = {
  address: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  name: 'A token with quite a long name for a row',
  symbol: 'LONGSYMBOL',
  quantity: { decimals: 18, numeric: '123456789.000000000000000001' },
}
const MANY = ['WBTC', 'LINK', 'UNI', 'AAVE', 'ENS'].map((symbol, index): SendToken => ({
  address: `0x${String(index).repeat(40)}`,
  name: `${symbol} token`,
  symbol,
  quantity: { decimals: 18, numeric: String(index + 1) },
  price: '12.5',
}))
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const KNOWN = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const FALSE = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const ONE = 10n ** 18n
const FEE = { value: 21_000n * 12n * 10n ** 9n, decimals: 18, symbol: 'ETH' }

const ok = (more: Partial<Receiver & { status: 'ok' }> = {}): Receiver => ({
  status: 'ok',
  address: BOB,
  isFirst: false,
  isOwn: false,
  isLookalikeAccepted: false,
  ...more,
})
const held: Partial<SendState> = { token: ETH, tokenBalances: [ETH, USDC, PLAIN] }
const filled: Partial<SendState> = {
  ...held,
  sendTokenAmount: '0.5',
  value: ONE / 2n,
  receiverAddress: BOB,
  receiver: ok(),
  fee: { status: 'known', amount: FEE },
}
const form = (
  shows: string | RegExp,
  sending: Partial<SendState>,
  more: Partial<Scene> = {},
): Scene => ({ connected: true, shows, world: { sending }, ...more })

const contacts = [
  { name: 'Bob', address: BOB },
  { name: 'Accounts payable of the shop around the corner', address: KNOWN },
  { name: '', address: ADDRESSES[0] },
]
const alike = (more: Partial<Receiver & { status: 'ok' }> = {}): Partial<SendState> => ({
  ...filled,
  receiverAddress: FALSE,
  receiver: ok({
    address: FALSE,
    isFirst: true,
    lookalike: { known: KNOWN, from: 'contact', name: 'Alice', differences: [[6, 36]] },
    ...more,
  }),
})
const sent = (
  status: SentTransaction['status'],
  more: Partial<SentTransaction> = {},
): SentTransaction => ({
  id: `0x${status}`,
  kind: 'transaction',
  network: 'eip155:1',
  account: ADDRESSES[0],
  receiver: BOB,
  amount: '0.5',
  symbol: 'ETH',
  at: Date.UTC(2026, 10, 21, 19, 30),
  status,
  link: 'https://explorer.example/tx/0x1',
  ...more,
})
const { link: _link, ...unanswered } = sent('unanswered', { id: 'asked-1', kind: 'request' })
const REVIEW: Review = {
  account: { ...account(), connectionId: 'rabby link', label: 'Savings' },
  network: network('1', 'Ethereum'),
  token: ETH,
  amount: { value: ONE / 2n, decimals: 18, symbol: 'ETH' },
  worth: '1560.275',
  receiver: BOB,
  receiverName: 'bob.example',
  isFirst: true,
  fee: FEE,
  total: { ...FEE, value: ONE / 2n + FEE.value },
  method: 'eth_sendTransaction',
  params: [{ from: ADDRESSES[0], to: BOB, value: '0x6f05b59d3b20000', data: '0x' }],
  description: {
    title: 'Send',
    complete: true,
    rows: [
      { label: 'To', value: BOB },
      { label: 'Amount', value: '0.5 ETH' },
    ],
  },
}
const unread = (): Review => {
  const { fee: _, total: __, worth: ___, description: ____, ...rest } = REVIEW
  return rest
}
const toReview = (sending: Partial<SendState>): Partial<Scene> => ({
  world: { sending },
  play: async ({ kernel, push }) => {
    await kernel.connect('rabby')
    kernel.open('Account')
    push(['send.form'], ['send.review'])
  },
})

const CAT: SendToken = {
  address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  name: 'Cats #7',
  symbol: 'Cats #7',
  quantity: { decimals: 0, numeric: '1' },
  nft: { id: '7', standard: 'erc721' },
}
const SWORDS: SendToken = {
  ...CAT,
  name: 'Swords #2',
  symbol: 'Swords #2',
  quantity: { decimals: 0, numeric: '5' },
  nft: { id: '2', standard: 'erc1155' },
}
const ofNft = (token: SendToken, value: bigint): Partial<SendState> => ({
  token,
  value,
  sendTokenAmount: String(value),
})
const reviewOf = (token: SendToken, value: bigint): Review => {
  const { total: _, worth: __, ...rest } = REVIEW
  return { ...rest, token, amount: { value, decimals: 0, symbol: token.symbol } }
}

export const sendScenes: Scenes = {
  'send.form': form('Balance: 1.234567', held),
  'send.form / where names are looked up': form('Balance: 1.234567', { ...held, takesNames: true }),
  'send.form / balance on its way': form('Choose what to send', {}, { loading: true }),
  'send.form / balance not read': form('Your balance could not be read', { lastRetry: 1 }),
  'send.form / balance not read, at rest': {
    connected: true,
    shows: 'It is tried again in',
    world: () => ({ sending: { ...held, lastRetry: Date.now() } }),
  },
  'send.form / nothing to send': form('Nothing to send', {
    token: { ...ETH, quantity: { decimals: 18, numeric: '0' } },
    tokenBalances: [{ ...ETH, quantity: { decimals: 18, numeric: '0' } }],
  }),
  'send.form / filled in': form('Review', filled),
  'send.form / in dollars': form(/0\.001602\d*\sETH/, {
    ...filled,
    unit: 'fiat',
    sendTokenAmount: '5',
    value: 1_602_281_008_155_613n,
    fee: { status: 'loading' },
  }),
  'send.form / too much': form('is missing', {
    ...filled,
    sendTokenAmount: '2',
    value: 2n * ONE,
    amountProblem: 'send.amountTooMuch',
  }),
  'send.form / not enough for the fee': form('is missing for it', {
    ...filled,
    sendTokenAmount: '1.2345',
    value: 1_234_500_000_000_000_000n,
    amountProblem: 'send.feeTooMuch',
  }),
  'send.form / fee not known': form('your wallet will show it', {
    ...filled,
    token: PLAIN,
    fee: { status: 'failed' },
    value: ONE,
  }),
  'send.form / looking up a name': form('Looking up', {
    ...filled,
    receiverAddress: 'bob.example',
    receiver: { status: 'checking' },
    fee: { status: 'loading' },
  }),
  'send.form / a name': form('bob.example', {
    ...filled,
    receiverAddress: 'bob.example',
    receiverProfileName: 'bob.example',
    receiverNameSource: 'own',
    receiver: ok({ isFirst: true }),
  }),
  'send.form / contacts to choose from': form('Choose a contact', { ...held, contacts }),
  'send.form / a contact': form('one of your contacts', {
    ...filled,
    contacts,
    receiver: ok({ isFirst: true, contact: 'Bob' }),
  }),
  'send.form / of another chain': form('This address is for Solana', {
    ...filled,
    receiverAddress: ADDRESSES[2],
    receiver: {
      status: 'refused',
      problem: 'send.otherFamily',
      params: { family: 'Solana', network: 'Ethereum' },
    },
    fee: { status: 'unknown' },
  }),
  'send.form / one’s own account': form('one of your own', {
    ...filled,
    receiver: ok({ isOwn: true, isFirst: true }),
  }),
  'send.form / look-alike': form('only looks like one you know', alike()),
  'send.form / name that looks like another one': form('This name only looks like', {
    ...filled,
    receiverAddress: 'a1ice.shop.eth',
    receiverProfileName: 'a1ice.shop.eth',
    receiver: ok({
      isFirst: true,
      similarName: {
        entered: 'a1ice.shop.eth',
        name: 'alice.shop.eth',
        address: KNOWN,
        from: 'contact',
      },
    }),
  }),
  'send.form / look-alike of one’s own, one character': form('It is not your own account', {
    ...alike({
      lookalike: {
        known: FALSE.replace('5a91', '5a97').replace('3788', '3B88'),
        from: 'account',
        differences: [
          [8, 9],
          [41, 42],
        ],
      },
    }),
  }),
  'send.form / look-alike kept': form(
    'You wanted to keep it',
    alike({ isLookalikeAccepted: true }),
  ),
  'send.form / declined': form('Nothing was sent', {
    ...filled,
    error: new LatchkeyError('wallet.user_rejected', 'No.'),
  }),
  'send.form / failed': form('It was not sent', {
    ...filled,
    error: new LatchkeyError('rpc.failed', 'The node said no.', {
      context: { method: 'eth_sendTransaction' },
      details: 'execution reverted',
    }),
  }),
  'send.form / offline': form('You are offline', filled, { offline: true }),
  'send.form / one under way': form('On its way', {
    ...held,
    sent: [sent('pending'), sent('success')],
  }),
  'send.form / one not answered': form('Not answered yet', {
    ...held,
    sent: [unanswered, sent('pending')],
  }),
  'send.form / back from a wallet that does not answer': form('Stop waiting', {
    ...filled,
    loading: true,
    sent: [unanswered],
  }),
  'send.form / something must stay': form('beside the fee', {
    ...filled,
    sendTokenAmount: '1.2',
    value: (12n * ONE) / 10n,
    fee: { status: 'known', amount: FEE, reserve: ONE },
    amountProblem: 'send.mustStay',
  }),
  'send.form / in a narrow page': form('Review', {
    ...filled,
    token: PLAIN,
    sendTokenAmount: '123456789.000000000000000001',
    value: 123456789n * ONE,
  }),
  'send.token': form('USD Coin', held),
  'send.token / many': form('LINK', { ...held, tokenBalances: [ETH, USDC, PLAIN, ...MANY] }),
  'send.token / nothing found': form(
    'Nothing found',
    { ...held, tokenBalances: [ETH, USDC, PLAIN, ...MANY] },
    {
      play: async ({ kernel, type, shows, reads }) => {
        await kernel.connect('rabby')
        kernel.open('Account')
        kernel.ports.router.push('send.token')
        await shows('send.token')
        await reads('LINK')
        type('nobody has this')
      },
    },
  ),
  'send.contacts': form('Accounts payable', { ...held, namespace: 'eip155', contacts }),
  'send.contacts / many': form('Friend 7', {
    ...held,
    namespace: 'eip155',
    contacts: [
      ...contacts,
      ...Array.from({ length: 120 }, (_, index) => ({
        name: `Friend ${index + 1}`,
        address: `0x${String(index).padStart(40, '0')}`,
      })),
    ],
  }),
  'send.contacts / none': form('no such contact', { ...held, contacts: [] }),
  'send.token / not read': form('could not be read', { lastRetry: 1 }),
  'send.form / an NFT': form('Cats #7', { ...filled, ...ofNft(CAT, 1n) }),
  'send.form / an NFT to a contract': form('The receiver is a contract', {
    ...filled,
    ...ofNft(CAT, 1n),
    fee: { status: 'known', amount: FEE, isToContract: true },
  }),
  'send.form / several pieces of an NFT': form('Swords #2', { ...filled, ...ofNft(SWORDS, 3n) }),
  'send.review / an NFT': form(
    '',
    {},
    { ...toReview({ review: reviewOf(CAT, 1n), loading: true }), shows: 'Cats #7' },
  ),
  'send.review / pieces of an NFT, to a contract': form(
    '',
    {},
    {
      ...toReview({ review: { ...reviewOf(SWORDS, 3n), isToContract: true }, loading: true }),
      shows: '3 × Swords #2',
    },
  ),
  'send.review': form('Total', {}, toReview({ review: REVIEW, loading: true })),
  'send.review / on its way': form('', {}, { ...toReview({ loading: true }), shows: 'Preparing' }),
  'send.review / not readable': form(
    '',
    {},
    { ...toReview({ review: unread(), loading: true }), shows: 'Not known' },
  ),
  'send.review / with a warning': form(
    '',
    {},
    {
      ...toReview({
        review: {
          ...REVIEW,
          network: network('11155111', 'Sepolia', { testnet: true }),
          description: {
            title: 'Send',
            complete: false,
            rows: [{ label: 'Data', value: '0xdeadbeef', raw: true, warning: 'Unknown call' }],
          },
        },
        loading: true,
      }),
      shows: 'Unknown call',
    },
  ),
  'send.review / the same again': form(
    '',
    {},
    {
      ...toReview({ review: { ...REVIEW, isRepeat: true }, loading: true, sent: [unanswered] }),
      shows: 'you pay twice',
    },
  ),
  'send.review / not enough for the fee': form(
    '',
    {},
    {
      ...toReview({
        review: { ...REVIEW, missing: { ...FEE, value: FEE.value / 2n } },
        loading: true,
      }),
      shows: 'is missing for it',
    },
  ),
  'send.review / the same again, not enough for the fee': form(
    '',
    {},
    {
      ...toReview({ review: { ...REVIEW, isRepeat: true, missing: FEE }, loading: true }),
      shows: 'you pay twice',
    },
  ),
  'send.review / in the wallet': {
    ...form('Confirm in your wallet', {}),
    ...toReview({ review: REVIEW, loading: true }),
    shows: 'Confirm in your wallet',
    play: async ({ kernel, push, press }) => {
      await kernel.connect('rabby')
      kernel.open('Account')
      push(['send.form'], ['send.review'])
      await press('Confirm')
    },
  },
  'send.review / nothing there': form(
    '',
    {},
    { ...toReview({}), shows: 'There is nothing to confirm' },
  ),
  'send.sent': form('On its way', {
    sent: [sent('pending'), sent('success', { amount: '2500', symbol: 'USDC' })],
  }),
  'send.sent / not answered': form('has not said whether it sends this', {
    sent: [unanswered, sent('pending', { amount: '2500', symbol: 'USDC' })],
  }),
  'send.sent / failed, replaced, dropped': form('The network let go of it', {
    sent: [sent('failed'), sent('replaced'), sent('dropped')],
  }),
  'send.sent / empty': form('Nothing under way', {}),
}
