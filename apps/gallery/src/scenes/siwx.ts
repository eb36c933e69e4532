import { LatchkeyError } from '@latchkey/plugin-api'
import type { SignRequest, SiwxState } from '@latchkey/feature-siwx'
import type { Scene, Scenes } from './types.js'
import { account, ADDRESSES, iconOf, network } from '../world/chains.js'

const data = {
  domain: 'shop.example',
  accountAddress: ADDRESSES[0],
  chainId: 'eip155:1',
  uri: 'https://shop.example',
  version: '1',
  nonce: '4f0e5a7d9b1c3e8f60a2d4c6b8e0f1a3',
  issuedAt: '2026-11-21T19:00:00.000Z',
  expirationTime: '2026-11-22T19:00:00.000Z',
  statement: 'I accept the terms of the shop: https://shop.example/terms',
  resources: ['https://shop.example/terms'],
} as const
const message = `shop.example wants you to sign in with your Ethereum account:
${ADDRESSES[0]}

${data.statement}

URI: ${data.uri}
Version: 1
Chain ID: 1
Nonce: ${data.nonce}
Issued At: ${data.issuedAt}
Expiration Time: ${data.expirationTime}
Resources:
- ${data.resources[0]}`
const request: SignRequest = {
  account: { ...account(), connectionId: 'rabby link' },
  network: network('1', 'Ethereum'),
  data,
  message,
  wallet: { name: 'Rabby', icon: iconOf('#7a5af8') },
}
const { statement: _, ...bare } = data

const at = (
  shows: string | RegExp,
  state: Partial<SiwxState> & { required?: boolean } = {},
  more: Partial<Scene> = {},
): Scene => ({ shows, world: { signing: { status: 'asking', request, ...state } }, ...more })
const failed = (error: unknown): Partial<SiwxState> => ({ error })
const opened = (press: string, shows: string): Scene =>
  at(
    shows,
    {},
    {
      async play({ kernel, press: click }) {
        kernel.open('SIWXSignMessage')
        await click(press)
      },
    },
  )

export const siwxScenes: Scenes = {
  SIWXSignMessage: at('Sign in to shop.example'),
  'SIWXSignMessage / required': at('You need to sign in to go on', { required: true }),
  'SIWXSignMessage / without a statement': at('Sign in to shop.example', {
    request: { ...request, data: bare },
  }),
  'SIWXSignMessage / a long domain': at('Sign in to accounts', {
    request: {
      ...request,
      data: { ...data, domain: 'accounts.the-largest-shop-of-the-country.example:8443' },
    },
  }),
  'SIWXSignMessage / whole address': opened('Show the whole address', ADDRESSES[0]),
  'SIWXSignMessage / whole message': opened('Show what you sign', 'Issued At'),
  'SIWXSignMessage / wallet is asked': at('Confirm in Rabby', { status: 'signing' }),
  'SIWXSignMessage / signature is checked': at('Checking the signature', { status: 'verifying' }),
  'SIWXSignMessage / cancelling': at('Cancelling…', { status: 'leaving', required: true }),
  'SIWXSignMessage / declined': at(
    'Signature declined',
    failed(new LatchkeyError('wallet.user_rejected', 'no')),
  ),
  'SIWXSignMessage / refused': at(
    'Sign-in failed',
    failed(
      new LatchkeyError(
        'siwx.bad_signature',
        'The signature is not one of 0xf39F… over this message.',
        { context: { accountAddress: ADDRESSES[0], chainId: 'eip155:1' } },
      ),
    ),
  ),
  'SIWXSignMessage / a smart account': at('might not support Smart Accounts', {
    ...failed(
      new LatchkeyError('rpc.failed', 'execution reverted', {
        context: { method: 'personal_sign' },
      }),
    ),
    request: { ...request, account: { ...request.account, type: 'smartAccount' } },
  }),
  'SIWXSignMessage / offline': at(
    'You are offline. Try again',
    failed(
      new LatchkeyError('http.unreachable', 'No answer', {
        context: { url: 'https://shop.example/siwx' },
      }),
    ),
    { offline: true },
  ),
  'SIWXSignMessage / nobody is connected': at('Nothing to sign', {
    status: 'idle',
    request: undefined,
  }),
  'SIWXSignMessage / looking for a session': {
    ...at('', { status: 'checking', request: undefined }),
    loading: true,
  },
}
