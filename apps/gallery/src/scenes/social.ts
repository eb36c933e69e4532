import { SOCIALS, type EmailChange, type SocialState } from '@latchkey/embedded-wallet'
import { LatchkeyError } from '@latchkey/plugin-api'
import type { World } from '../world/types.js'
import type { Scene, Scenes } from './types.js'

const LONG = 'accounts.of.the.largest.shop.of.the.whole.country@mail.the-largest-shop.example'
const NEW_EMAIL = 'ada@new.example'

const world = (email: NonNullable<World['email']>, more: World = {}): Partial<Scene> => ({
  world: () => ({ email: { email: '', ...email }, ...more }),
})
/** A failure that the frame gives this reason for. */
const refused = (reason: string, event = 'connect social'): LatchkeyError =>
  new LatchkeyError('embedded.request_failed', 'Made for the gallery.', {
    context: { event, reason },
  })

const inConnect = (socials: NonNullable<World['email']>['socials'], more: World = {}): Scene => ({
  shows: 'Continue with Google',
  ...world({ socials: socials ?? [] }, more),
  play: ({ kernel }) => kernel.open('Connect'),
})
const withoutEmail: World = { options: { remoteFeatures: { email: false } } }

const panelScenes: Scenes = {
  'embedded.socials': inConnect(SOCIALS),
  'embedded.socials / one': inConnect(['google']),
  'embedded.socials / two': inConnect(['google', 'apple']),
  'embedded.socials / four': inConnect(['google', 'x', 'discord', 'github']),
  'embedded.socials / without email': inConnect(SOCIALS, withoutEmail),
  'embedded.socials / without wallets': inConnect(SOCIALS, {
    connectors: [],
    options: { features: { allWallets: false } },
  }),
  'EmailLogin / with social accounts': {
    shows: 'Continue with Google',
    ...world({ socials: SOCIALS }),
  },
}

const social = (shows: string | RegExp, state: Partial<SocialState> = {}): Scene => ({
  shows,
  ...world({ social: { status: 'started', provider: 'google', ...state } }),
})
const failed = (shows: string | RegExp, error: unknown): Scene =>
  social(shows, { status: 'error', error })

const waitingScenes: Scenes = {
  'embedded.social': social('Continue at Google'),
  'embedded.social / the window seems closed': social('Finish in the window, or cancel', {
    isLost: true,
  }),
  'embedded.social / signing in': social('Signing in…', { status: 'request user data' }),
  'embedded.social / blocked': failed(
    'Your browser blocked the window',
    new LatchkeyError('wallet.popup_blocked', 'Made for the gallery.'),
  ),
  'embedded.social / closed': failed(
    'Popup closed',
    new LatchkeyError('embedded.popup_closed', 'Made for the gallery.'),
  ),
  'embedded.social / not started': failed(
    'Failed to initiate social connection',
    new LatchkeyError('embedded.social_not_started', 'Made for the gallery.', {
      context: { provider: 'google' },
    }),
  ),
  'embedded.social / denied': failed('You did not allow the sign-in', refused('denied')),
  'embedded.social / provider away': failed('cannot be reached', refused('provider_failed')),
  'embedded.social / over': failed('The time for this sign-in is over', refused('expired')),
  'embedded.social / another person': failed('another account', refused('other_person')),
  'embedded.social / offline': { ...social('You are offline'), offline: true },
}

const uri = 'https://farcaster.example/~/sign-in-with-farcaster?channelToken=C0FFEE'
const farcaster = (shows: string | RegExp, state: Partial<SocialState> = {}): Scene =>
  social(shows, { provider: 'farcaster', ...state })

const farcasterScenes: Scenes = {
  ConnectingFarcaster: farcaster('Copy link', { uri }),
  'ConnectingFarcaster / on a phone': {
    ...farcaster('Open Farcaster', { uri }),
    only: 'phone',
  },
  'ConnectingFarcaster / making the code': farcaster('Copy link'),
  'ConnectingFarcaster / signing in': farcaster('Signing in…', {
    uri,
    status: 'request user data',
  }),
  'ConnectingFarcaster / failed': farcaster('Failed to connect to farcaster', {
    status: 'error',
    error: new LatchkeyError('embedded.farcaster_failed', 'Made for the gallery.', { context: {} }),
  }),
  'ConnectingFarcaster / offline': { ...farcaster('You are offline', { uri }), offline: true },
}

const change = (shows: string | RegExp, state: Partial<EmailChange> = {}): Scene => ({
  shows,
  ...world({ change: { step: 'address', ...state } }),
})
const code = (
  shows: string | RegExp,
  step: EmailChange['step'],
  state: Partial<EmailChange> = {},
): Scene => change(shows, { step, email: NEW_EMAIL, ...state })

const changeScenes: Scenes = {
  UpdateEmailWallet: change('A code goes to your old address first'),
  'UpdateEmailWallet / sending': change('Continue', { email: NEW_EMAIL, isBusy: true }),
  'UpdateEmailWallet / not an address': change('This is not an email address', {
    email: 'ada@',
    error: new LatchkeyError('embedded.invalid_email', 'Made for the gallery.'),
  }),
  'UpdateEmailWallet / the same address': change('This is your address already', {
    email: NEW_EMAIL,
    error: refused('same_email', 'update email'),
  }),
  'UpdateEmailWallet / sign in again': change('Your sign-in is too old', {
    email: NEW_EMAIL,
    error: refused('fresh', 'update email'),
  }),
  'UpdateEmailWallet / old code': {
    ...code('your old address', 'oldCode'),
    world: () => ({
      email: {
        email: '',
        change: { step: 'oldCode', email: NEW_EMAIL, resendAt: Date.now() + 29_000 },
      },
    }),
  },
  'UpdateEmailWallet / old code is wrong': code('This code is wrong', 'oldCode', {
    failures: 1,
    resendAt: 1,
    error: refused('code_wrong', 'update email primary otp'),
  }),
  'UpdateEmailWallet / new code': code(NEW_EMAIL, 'newCode'),
  'UpdateEmailWallet / new code is checked': code('Checking the code', 'newCode', { isBusy: true }),
  'UpdateEmailWallet / a long address': code('largest', 'newCode', { email: LONG }),
  'UpdateEmailWallet / over': code('The time for this change is over', 'newCode', {
    error: refused('expired', 'update email secondary otp'),
  }),
  'UpdateEmailWallet / done': code('Your email is changed', 'done'),
  'UpdateEmailWallet / offline': { ...change('You are offline'), offline: true },
}

/** The sign-in with social accounts, and the change of email. */
export const socialScenes: Scenes = {
  ...panelScenes,
  ...waitingScenes,
  ...farcasterScenes,
  ...changeScenes,
}
