import type { EmbeddedAccount, EmbeddedState } from '@latchkey/embedded-wallet'
import { LatchkeyError } from '@latchkey/plugin-api'
import type { World } from '../world/types.js'
import type { Scene, Scenes } from './types.js'

const EMAIL = 'ada@shop.example'
const LONG = 'accounts.of.the.largest.shop.of.the.whole.country@mail.the-largest-shop.example'
/** The countdown of another mail, which is over in a scene that does not set it. */
const soon = (): Pick<EmbeddedState, 'resendAt'> => ({ resendAt: Date.now() + 29_000 })

/** A failure that the frame gives this reason for. */
const refused = (reason: string, retryAfter?: number): LatchkeyError =>
  new LatchkeyError('embedded.request_failed', 'Made for the gallery.', {
    context: { event: 'connect otp', reason, ...(retryAfter !== undefined && { retryAfter }) },
  })
const notLoaded = new LatchkeyError('embedded.load_failed', 'Made for the gallery.', {
  context: { url: 'https://secure.example/frame' },
})

const on = (
  shows: string | RegExp,
  email: NonNullable<World['email']> = {},
  more: Partial<Scene> = {},
): Scene => ({ shows, world: () => ({ email: { email: EMAIL, ...email } }), ...more })
const inConnect = { play: ({ kernel }) => kernel.open('Connect') } satisfies Partial<Scene>

const fieldScenes: Scenes = {
  'embedded.email': on('Continue with email', { email: '' }, inConnect),
  'embedded.email / sending': on('Continue with email', { step: 'sending' }, inConnect),
  'embedded.email / not an address': on(
    'This is not an email address',
    {
      email: 'ada@',
      error: new LatchkeyError('embedded.invalid_email', 'Made for the gallery.'),
    },
    inConnect,
  ),
  'embedded.email / too soon': {
    ...on(/Please try again after \d+ seconds/, {}, inConnect),
    world: () => ({
      email: {
        email: EMAIL,
        ...soon(),
        error: new LatchkeyError('embedded.too_soon', 'Made for the gallery.', {
          context: { seconds: 29 },
        }),
      },
    }),
  },
  'embedded.email / the frame is away': on(
    'Unable to load email login dependency',
    { error: notLoaded },
    inConnect,
  ),
  'embedded.email / the mail was not sent': on(
    'The mail could not be sent',
    { error: refused('mail_failed') },
    inConnect,
  ),
  'embedded.email / offline': on('You are offline', {}, { ...inConnect, offline: true }),
  'embedded.email / without wallets': {
    ...on('Continue with email', {}, inConnect),
    world: {
      email: { email: '' },
      connectors: [],
      options: { features: { allWallets: false } },
    },
  },
  EmailLogin: on('You get a wallet without installing anything', { email: '' }),
  'EmailLogin / sending': on('Continue with email', { step: 'sending' }),
  'EmailLogin / too many': on('Try again in 12 minutes', {
    error: refused('rate_limited', 700),
  }),
}

const code = (shows: string | RegExp, state: NonNullable<World['email']> = {}): Scene =>
  on(shows, { step: 'code', ...state })

const codeScenes: Scenes = {
  'embedded.code': {
    ...code(/Send another mail in \d+ s/),
    world: () => ({ email: { step: 'code', email: EMAIL, ...soon() } }),
  },
  'embedded.code / another mail': code(/Send another mail/),
  'embedded.code / another mail is sent': code('Send another mail', { step: 'sending' }),
  'embedded.code / a long address': code('largest', { email: LONG }),
  'embedded.code / checked': code('Checking the code', { step: 'checking' }),
  'embedded.code / wrong or over': code('This code is wrong or has expired', {
    error: refused('code_wrong'),
    failures: 1,
  }),
  'embedded.code / too many': code('Try again in 5 minutes', {
    error: refused('rate_limited', 300),
  }),
  'embedded.code / server away': code('server cannot be reached', {
    error: refused('unreachable'),
  }),
  'embedded.code / no answer': code('This took too long', {
    error: new LatchkeyError('embedded.timed_out', 'Made for the gallery.', {
      context: { event: 'connect otp', ms: 120_000 },
    }),
  }),
  // Where a site asks for a sign-in message together with the connect.
  'embedded.code / declined': code('Connection rejected', {
    accepted: true,
    error: new LatchkeyError('wallet.user_rejected', 'Made for the gallery.'),
  }),
  'embedded.code / sign-in over': code('The time for this sign-in is over', {
    step: 'idle',
    error: refused('no_attempt'),
  }),
  'embedded.code / offline': { ...code('You are offline'), offline: true },
}

const device = (shows: string | RegExp, state: NonNullable<World['email']> = {}): Scene =>
  on(shows, { step: 'device', ...state })

const deviceScenes: Scenes = {
  'embedded.device': {
    ...device(/Send another mail in \d+ s/),
    world: () => ({ email: { step: 'device', email: EMAIL, ...soon() } }),
  },
  'embedded.device / another mail': device(/Send another mail/),
  'embedded.device / a long address': device('largest', { email: LONG }),
  'embedded.device / stopped': device('stopped from the link', {
    step: 'idle',
    error: refused('denied'),
  }),
  'embedded.device / over': device('The time for this sign-in is over', {
    step: 'idle',
    error: refused('expired'),
  }),
  'embedded.device / the mail was not sent': device('The mail could not be sent', {
    step: 'idle',
    error: refused('mail_failed'),
  }),
}

/** The frame is laid over these; its own pages are another origin's. */
const frameScenes: Scenes = {
  ApproveTransaction: on('Your wallet', { approvals: 1 }),
  'ApproveTransaction / several wait': on('3 requests wait', { approvals: 3 }),
  'ApproveTransaction / the frame loads': on('Your wallet', { approvals: 1, isFrameLoading: true }),
  'ApproveTransaction / offline': { ...on('You are offline', { approvals: 1 }), offline: true },
  'embedded.security': on('Wallet and security'),
  'embedded.security / the frame loads': on('Wallet and security', { isFrameLoading: true }),
  'embedded.security / the frame is away': on('Your wallet’s pages did not open', {
    securityError: notLoaded,
  }),
  'embedded.security / signed out': on('Your wallet’s pages did not open', {
    securityError: refused('signed_out'),
  }),
}

const ethers = (value: bigint) => ({ value, decimals: 18, symbol: 'ETH' })
const key: EmbeddedAccount = {
  type: 'eoa',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  isInUse: false,
  isHere: true,
  balance: ethers(1_250_000_000_000_000_000n),
}
const contract: EmbeddedAccount = {
  type: 'smartAccount',
  address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  isInUse: true,
  isHere: true,
  balance: ethers(0n),
}
const withoutBalance = ({ balance: _, ...account }: EmbeddedAccount): EmbeddedAccount => account

/** The accounts of one person on EVM. */
const accountScenes: Scenes = {
  'embedded.accountType': on('Use the standard account', { accounts: [key, contract] }),
  'embedded.accountType / the standard account is in use': on('Use the smart account', {
    accounts: [
      { ...key, isInUse: true },
      { ...contract, isInUse: false },
    ],
  }),
  'embedded.accountType / not on this network': on('Not on this network', {
    accounts: [
      { ...key, isInUse: true },
      withoutBalance({ ...contract, isInUse: false, isHere: false }),
    ],
  }),
  'embedded.accountType / balances unknown': on('Use the standard account', {
    accounts: [key, contract].map(withoutBalance),
  }),
  'embedded.accountType / loading': on('Account type', {}, { loading: true }),
  'embedded.accountType / failed': on('The accounts could not be read', { accounts: notLoaded }),
}

/** The sign-in by email, and the views over which the secure frame is laid. */
export const emailScenes: Scenes = {
  ...fieldScenes,
  ...codeScenes,
  ...deviceScenes,
  ...frameScenes,
  ...accountScenes,
}
