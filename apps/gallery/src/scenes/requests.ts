import type { Description } from '@latchkey/plugin-api'
import type { Scene, Scenes, Stage } from '../stage.js'
import { adapter, ADDRESSES, EVM } from '../world.js'

const TEXTS = { 'parts.message': 'Message', 'parts.sign': 'Sign a message', 'parts.typed': 'Sign data', 'parts.spender': 'Spender', 'parts.amount': 'Amount', 'parts.token': 'Token', 'parts.to': 'To', 'parts.sendToken': 'Send {amount}', 'parts.unlimited': 'Without a limit', 'parts.hidden': 'This text has characters that cannot be seen' }
const MESSAGE = 'shop.example wants you to sign in with your Ethereum account:\n0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\n\nSee your orders.\n\nURI: https://shop.example\nVersion: 1\nChain ID: 1\nNonce: 7f6e504bfad60b48'

interface Asked {
  description?: Description
  method?: string
  params?: unknown
  /** How many at once; the last one is first to be confirmed. */
  count?: number
}
/** Somebody's request, held before the wallet. */
const asked = (shows: string | RegExp, { description, method = 'personal_sign', params = [MESSAGE, ADDRESSES[0]], count = 1 }: Asked): Scene => ({
  shows,
  connected: true,
  world: () => ({
    adapters: [{ ...adapter(EVM, { describe: async () => description }), abilities: ['balance', 'describe'] }],
    setup(ctx) {
      ctx.messages.add({ en: TEXTS })
      ctx.rpc.allow({ namespace: EVM, methods: { personal_sign: 'sign', eth_signTypedData_v4: 'sign', eth_sendTransaction: 'send', wallet_grantPermissions: 'sign' } })
    },
  }),
  play({ ctx }: Stage) {
    for (let turn = 0; turn < count; turn++) ctx.connections.request({ network: `${EVM}:1`, method, params }).catch(() => undefined)
  },
})
const message = (value: string): Description => ({ title: 'parts.sign', rows: [{ label: 'parts.message', value, raw: true }], complete: true })
const PERMIT: Description = {
  title: 'parts.typed',
  rows: [
    { label: 'parts.token', value: 'USD Coin' }, { label: 'parts.spender', value: ADDRESSES[1] }, { label: 'owner', value: ADDRESSES[0] },
    { label: 'value', value: `${2n ** 256n - 1n}`, warning: 'parts.unlimited' }, { label: 'deadline', value: '1795260000' },
  ],
  complete: true,
}
const TRANSFER: Description = {
  title: 'parts.sendToken', params: { amount: '1.5 USDC' },
  rows: [{ label: 'parts.amount', value: '1.5 USDC' }, { label: 'parts.to', value: ADDRESSES[1] }, { label: 'parts.token', value: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }],
  complete: true,
}
const HOSTILE: Description = { title: 'parts.sign', rows: [{ label: 'parts.message', value: 'Pay \u202E000,1\u202C to al\u200Bice, أليس, and nobody else.', warning: 'parts.hidden' }], complete: false }

export const requestScenes: Scenes = {
  'preview.request': asked('Sign a message', { description: message(MESSAGE) }),
  'preview.request / unlimited approval': asked('Without a limit', { description: PERMIT, method: 'eth_signTypedData_v4', params: [ADDRESSES[0], '{"types":{}}'] }),
  'preview.request / token transfer': asked('Send \u20681.5 USDC', { description: TRANSFER, method: 'eth_sendTransaction', params: [{ to: ADDRESSES[1], data: '0xa9059cbb' }] }),
  'preview.request / unknown': asked('Unknown request', { method: 'wallet_grantPermissions', params: [{ expiry: 1_795_260_000, permissions: [{ type: 'native-token-transfer', data: { ticker: 'ETH', allowance: 2n ** 64n }, proof: new Uint8Array(64) }] }] }),
  'preview.request / hidden characters': asked('[U+202E]', { description: HOSTILE, params: ['0x50617920', ADDRESSES[0]] }),
  'preview.request / very long': asked('Show all', { description: message(`${MESSAGE}\n`.repeat(20)) }),
  'preview.request / one of three': asked('1 of 3', { description: message(MESSAGE), count: 3 }),
}
