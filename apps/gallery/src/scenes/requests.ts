import type { Description } from '@latchkey/plugin-api'
import type { Scene, Scenes, Stage } from './types.js'
import { adapter, ADDRESSES, EVM } from '../world/chains.js'

const TEXTS = {
  'parts.message': 'Message',
  'parts.sign': 'Sign a message',
  'parts.typed': 'Sign data',
  'parts.spender': 'Spender',
  'parts.amount': 'Amount',
  'parts.token': 'Token',
  'parts.to': 'To',
  'parts.sendToken': 'Send {amount}',
  'parts.unlimited': 'Without a limit',
  'parts.hidden': 'This text has characters that cannot be seen',
}
/** Texts of the chain plugins for dangerous requests, in two writing directions. */
const DANGERS = {
  en: {
    'parts.handOver': 'Hand over your account',
    'parts.code': 'Code of your account becomes',
    'parts.handsOver': 'This code will control your whole account',
    'parts.send': 'Send',
    'parts.value': 'Amount',
    'parts.permit': 'Let somebody spend a token, by signature',
    'parts.kind': 'Kind',
    'parts.name': 'Calls itself',
    'parts.chain': 'Network id',
    'parts.contract': 'Contract',
    'parts.deadline': 'Signature is valid until',
    'parts.everyNetwork': 'Not bound to a network: valid on all of them',
    'parts.noContract': 'Not bound to a contract',
    'parts.canSpend': 'They can take this without asking again',
    'parts.neverEnds': 'This never ends',
    'parts.transaction': 'Sign a transaction',
    'parts.change': 'Back to you',
    'parts.fee': 'Fee',
    'parts.feeUnknown': 'The fee is not proved: it may be far higher',
    'parts.order': 'Offer your tokens for trade',
    'parts.offered': 'Others can take what you offer without asking again',
    'parts.forNothing': 'You get nothing for it',
  },
  ar: {
    'parts.handOver': 'تسليم حسابك',
    'parts.code': 'تصبح شيفرة حسابك',
    'parts.handsOver': 'ستتحكم هذه الشيفرة في حسابك كله',
    'parts.send': 'إرسال',
    'parts.value': 'المبلغ',
    'parts.to': 'إلى',
    'parts.permit': 'السماح لطرف بإنفاق رمز بالتوقيع',
    'parts.kind': 'النوع',
    'parts.name': 'يسمّي نفسه',
    'parts.chain': 'معرّف الشبكة',
    'parts.contract': 'العقد',
    'parts.deadline': 'التوقيع صالح حتى',
    'parts.spender': 'المنفق',
    'parts.unlimited': 'بلا حد',
    'parts.everyNetwork': 'غير مرتبط بشبكة: صالح عليها كلها',
    'parts.noContract': 'غير مرتبط بعقد',
    'parts.canSpend': 'يمكنهم أخذ هذا دون سؤالك مرة أخرى',
    'parts.neverEnds': 'هذا لا ينتهي أبدًا',
    'parts.transaction': 'توقيع معاملة',
    'parts.change': 'يعود إليك',
    'parts.fee': 'الرسوم',
    'parts.feeUnknown': 'الرسوم غير مثبتة: قد تكون أعلى بكثير',
    'parts.order': 'عرض رموزك للمبادلة',
    'parts.offered': 'يمكن لآخرين أخذ ما تعرضه دون سؤالك مرة أخرى',
    'parts.forNothing': 'لا تحصل على شيء مقابله',
  },
}
const MESSAGE =
  'shop.example wants you to sign in with your Ethereum account:\n0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\n\nSee your orders.\n\nURI: https://shop.example\nVersion: 1\nChain ID: 1\nNonce: 7f6e504bfad60b48'

interface Asked {
  description?: Description
  method?: string
  params?: unknown
  /** Number of requests at once. The last one is confirmed first. */
  count?: number
}
/** A request that is held for review before the wallet gets it. */
const asked = (
  shows: string | RegExp,
  { description, method = 'personal_sign', params = [MESSAGE, ADDRESSES[0]], count = 1 }: Asked,
): Scene => ({
  shows,
  connected: true,
  world: () => ({
    adapters: [
      {
        ...adapter(EVM, { describe: async () => description }),
        abilities: ['balance', 'describe'],
      },
    ],
    setup(ctx) {
      ctx.messages.add({ en: { ...TEXTS, ...DANGERS.en }, ar: DANGERS.ar })
      ctx.rpc.allow({
        namespace: EVM,
        methods: {
          personal_sign: 'sign',
          eth_signTypedData_v4: 'sign',
          eth_sendTransaction: 'send',
          wallet_addSubAccount: 'sign',
        },
      })
    },
  }),
  play({ ctx }: Stage) {
    for (let turn = 0; turn < count; turn++)
      ctx.connections.request({ network: `${EVM}:1`, method, params }).catch(() => undefined)
  },
})
const message = (value: string): Description => ({
  title: 'parts.sign',
  rows: [{ label: 'parts.message', value, raw: true }],
  complete: true,
})
const PERMIT: Description = {
  title: 'parts.typed',
  rows: [
    { label: 'parts.token', value: 'USD Coin' },
    { label: 'parts.spender', value: ADDRESSES[1] },
    { label: 'owner', value: ADDRESSES[0] },
    { label: 'value', value: `${2n ** 256n - 1n}`, warning: 'parts.unlimited' },
    { label: 'deadline', value: '1795260000' },
  ],
  complete: true,
}
const TRANSFER: Description = {
  title: 'parts.sendToken',
  params: { amount: '1.5 USDC' },
  rows: [
    { label: 'parts.amount', value: '1.5 USDC' },
    { label: 'parts.to', value: ADDRESSES[1] },
    { label: 'parts.token', value: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  ],
  complete: true,
}
const HOSTILE: Description = {
  title: 'parts.sign',
  rows: [
    {
      label: 'parts.message',
      value: 'Pay \u202E000,1\u202C to al\u200Bice, أليس, and nobody else.',
      warning: 'parts.hidden',
    },
  ],
  complete: false,
}
/** An EIP-7702 authorisation as a drainer asks for it: a payment of zero to oneself. */
const HANDED: Description = {
  title: 'parts.handOver',
  rows: [
    {
      label: 'parts.code',
      value: '0x000000000000000000000000000000DeaDBeef00',
      warning: 'parts.handsOver',
    },
    { label: 'parts.send', value: '1 / 1' },
    { label: 'parts.to', value: ADDRESSES[0] },
    { label: 'parts.value', value: '0 ETH' },
  ],
  complete: false,
}
/** A permit whose domain holds only a name. */
const UNBOUND: Description = {
  title: 'parts.permit',
  rows: [
    { label: 'parts.kind', value: 'Permit' },
    { label: 'parts.name', value: 'Harmless Shop' },
    { label: 'parts.chain', value: '–', warning: 'parts.everyNetwork' },
    { label: 'parts.contract', value: '–', warning: 'parts.noContract' },
    { label: 'owner', value: ADDRESSES[0] },
    { label: 'parts.spender', value: ADDRESSES[1], warning: 'parts.canSpend' },
    { label: 'parts.amount', value: `${2n ** 256n - 1n}`, warning: 'parts.unlimited' },
    { label: 'nonce', value: '0' },
    { label: 'parts.deadline', value: `${2n ** 256n - 1n}`, warning: 'parts.neverEnds' },
  ],
  complete: false,
}
/** Two inputs whose amounts no signature commits to together. */
const UNPROVED: Description = {
  title: 'parts.transaction',
  rows: [
    { label: 'parts.to', value: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3' },
    { label: 'parts.value', value: '0.99994 BTC' },
    { label: 'parts.change', value: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    { label: 'parts.value', value: '0.00001 BTC' },
    { label: 'parts.fee', value: '?', warning: 'parts.feeUnknown' },
  ],
  complete: false,
}
const FOR_NOTHING: Description = {
  title: 'parts.order',
  rows: [
    { label: 'parts.kind', value: 'OrderComponents', warning: 'parts.offered' },
    { label: 'offer[0] › token', value: ADDRESSES[1] },
    { label: 'offer[0] › identifierOrCriteria', value: '7' },
    { label: 'consideration', value: '[]', warning: 'parts.forNothing' },
  ],
  complete: true,
}

export const requestScenes: Scenes = {
  'preview.request': asked('Sign a message', { description: message(MESSAGE) }),
  'preview.request / unlimited approval': asked('Without a limit', {
    description: PERMIT,
    method: 'eth_signTypedData_v4',
    params: [ADDRESSES[0], '{"types":{}}'],
  }),
  'preview.request / token transfer': asked('Send \u20681.5 USDC', {
    description: TRANSFER,
    method: 'eth_sendTransaction',
    params: [{ to: ADDRESSES[1], data: '0xa9059cbb' }],
  }),
  'preview.request / account handed over': asked('Hand over your account', {
    description: HANDED,
    method: 'eth_sendTransaction',
    params: [
      {
        from: ADDRESSES[0],
        to: ADDRESSES[0],
        value: '0x0',
        authorizationList: [
          { chainId: '0x1', address: '0x000000000000000000000000000000DeaDBeef00', nonce: '0x0' },
        ],
      },
    ],
  }),
  'preview.request / permit bound to nothing': asked('Not bound to a network', {
    description: UNBOUND,
    method: 'eth_signTypedData_v4',
    params: [ADDRESSES[0], '{"types":{}}'],
  }),
  'preview.request / fee not proved': asked('The fee is not proved', {
    description: UNPROVED,
    method: 'wallet_addSubAccount',
    params: [{ psbt: 'cHNidP8BAH0CAAAAAg==' }],
  }),
  'preview.request / order for nothing': asked('You get nothing for it', {
    description: FOR_NOTHING,
    method: 'eth_signTypedData_v4',
    params: [ADDRESSES[0], '{"types":{}}'],
  }),
  'preview.request / unknown': asked('Unknown request', {
    method: 'wallet_addSubAccount',
    params: [
      {
        expiry: 1_795_260_000,
        permissions: [
          {
            type: 'native-token-transfer',
            data: { ticker: 'ETH', allowance: 2n ** 64n },
            proof: new Uint8Array(64),
          },
        ],
      },
    ],
  }),
  'preview.request / hidden characters': asked('[U+202E]', {
    description: HOSTILE,
    params: ['0x50617920', ADDRESSES[0]],
  }),
  'preview.request / very long': asked('Show all', {
    description: message(`${MESSAGE}\n`.repeat(20)),
  }),
  'preview.request / one of three': asked('1 of 3', { description: message(MESSAGE), count: 3 }),
}
