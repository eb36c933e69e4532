import type { NameChange, NamesState, NameTexts, OwnedNames } from '@latchkey/feature-names'
import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import { ADDRESSES, NETWORKS } from '../world/chains.js'
import type { Scene, Scenes } from './types.js'

const network: Network = {
  ...NETWORKS[0]!,
  blockExplorers: [{ name: 'Scan', url: 'https://explorer.example' }],
}
const suggestions = ['alice1', 'alice-shop', 'alice2026'].map((label) => ({
  name: `${label}.shop.eth`,
}))
const ready = (more: Partial<NamesState> = {}): Partial<NamesState> => ({
  offer: { status: 'ready', address: ADDRESSES[0], network },
  ...more,
})
const typed = (label: string, more: Partial<NamesState> = {}): Partial<NamesState> =>
  ready({ typed: label, availability: 'free', ...more })
const refused = (reason: string): LatchkeyError =>
  new LatchkeyError('names.register_failed', reason || 'Error registering name alice', {
    context: { name: 'alice', reason },
  })

const at = (
  shows: string | RegExp,
  naming: Partial<NamesState>,
  view: 'RegisterAccountName' | 'RegisterAccountNameSuccess' = 'RegisterAccountName',
  more: Partial<Scene> = {},
): Scene => ({
  connected: true,
  shows,
  world: { naming },
  play: async ({ kernel, push }) => {
    await kernel.open('Account')
    push([view])
  },
  ...more,
})
const cannot = (
  shows: string,
  status: 'zone' | 'account' | 'namespace' | 'network' | 'wallet',
  wallets: readonly string[] = [],
): Scene => at(shows, { offer: { status, wallets } })
const success = (name: string): Scene =>
  at(
    'is yours',
    ready({ registered: { name, address: ADDRESSES[0], network: network.id } }),
    'RegisterAccountNameSuccess',
  )
const LONG = 'a'.repeat(63)

const TEXTS: NameTexts = {
  avatar: 'https://alice.example/picture.png',
  url: 'https://alice.example',
  description: 'I sell paper boats.',
}
const changed = (more: Partial<NameChange> = {}): Partial<NamesState> =>
  ready({
    change: {
      ...{ name: 'alice.shop.eth', address: ADDRESSES[0], coinType: 60 },
      ...{ status: 'ready', readError: undefined },
      ...{ texts: TEXTS, saved: TEXTS, problems: {} },
      ...more,
    },
  })
/** A view of an owner, above the form: its part of the plugin is loaded there. */
const owning = (
  view: 'names.details' | 'names.giveUp',
  shows: string | RegExp,
  {
    step,
    error,
    ...more
  }: Partial<NameChange> & { step?: 'signing' | 'sending'; error?: LatchkeyError } = {},
  scene: Partial<Scene> = {},
): Scene => ({
  connected: true,
  shows,
  world: {
    naming: {
      ...changed(more),
      ...(step && { asking: { view, name: 'alice.shop.eth', address: ADDRESSES[0], step } }),
      ...(error && { failed: { view, name: 'alice.shop.eth', error } }),
    },
  },
  play: async ({ kernel, push, reads }) => {
    await kernel.open('Account')
    push(['RegisterAccountName'])
    await reads('Your name')
    push([view, { name: more.name ?? 'alice.shop.eth' }])
  },
  ...scene,
})
const owned = (more: Partial<OwnedNames> = {}): Partial<NamesState> =>
  ready({
    owned: {
      ...{ address: ADDRESSES[0], status: 'ready', error: undefined },
      ...{ names: ['alice.shop.eth', `${LONG}.shop.eth`] },
      ...more,
    },
  })
const failed = (
  code: 'names.change_failed' | 'names.release_failed' | 'names.resolve_failed',
  retryAfterMs?: number,
): LatchkeyError =>
  new LatchkeyError(code, 'Made for the gallery.', {
    context: { name: 'alice.shop.eth', reason: '', ...(retryAfterMs && { retryAfterMs }) },
  })
const declined = new LatchkeyError('wallet.user_rejected', 'Made for the gallery.', { context: {} })

export const namesScenes: Scenes = {
  RegisterAccountName: at('Enter a name', ready()),
  'RegisterAccountName / free': at('is free', typed('alice')),
  'RegisterAccountName / agreed': at('Sign and get it', typed('alice', { isAgreed: true })),
  'RegisterAccountName / checking': at('Checking', typed('alice', { availability: 'waiting' })),
  'RegisterAccountName / taken': at(
    'cannot be had',
    typed('alice', { availability: 'taken', suggestions }),
  ),
  'RegisterAccountName / too short': at(
    'At least 4',
    typed('al', { availability: 'wrong', problem: 'short' }),
  ),
  'RegisterAccountName / a rule is broken': at(
    'Only letters',
    typed('al_ice', { availability: 'wrong', problem: 'characters' }),
  ),
  'RegisterAccountName / not answered': at(
    'Error fetching name suggestions',
    typed('alice', {
      availability: 'unknown',
      suggestionsError: new LatchkeyError('names.suggestions_failed', 'Made for the gallery.', {
        context: { name: 'alice', reason: '' },
      }),
    }),
  ),
  'RegisterAccountName / signing': at(
    'Sign in your wallet',
    typed('alice', { loading: true, step: 'signing' }),
  ),
  'RegisterAccountName / sending': at(
    'is being registered',
    typed('alice', { loading: true, step: 'sending' }),
  ),
  'RegisterAccountName / declined': at(
    'It was not signed',
    typed('alice', {
      isAgreed: true,
      error: new LatchkeyError('wallet.user_rejected', 'Made for the gallery.', { context: {} }),
    }),
  ),
  'RegisterAccountName / refused': at(
    'Your clock is 7 minutes off',
    typed('alice', { isAgreed: true, error: refused('Your clock is 7 minutes off') }),
  ),
  'RegisterAccountName / taken meanwhile': at(
    'This name is taken',
    typed('alice', {
      availability: 'taken',
      suggestions,
      isAgreed: true,
      error: refused('This name is taken'),
    }),
  ),
  'RegisterAccountName / offline': at('You are offline', typed('alice'), undefined, {
    offline: true,
  }),
  'RegisterAccountName / 63 letters': at(
    'is free',
    typed(LONG, { suggestions: [{ name: `${LONG.slice(1)}1.shop.eth` }] }),
  ),
  'RegisterAccountName / no zone': cannot('No names are given out', 'zone'),
  'RegisterAccountName / no wallet': cannot('No wallet is connected', 'account'),
  'RegisterAccountName / another chain': cannot('No names on this network', 'namespace'),
  'RegisterAccountName / a network without names': cannot('too large for a name', 'network'),
  'RegisterAccountName / another wallet': cannot('Connect with Email', 'wallet', ['Email']),
  'RegisterAccountName / no wallet that can': cannot('offers no wallet that can', 'wallet'),
  'RegisterAccountName / too many tries': at(
    'Try again in 5 minutes.',
    typed('alice', {
      isAgreed: true,
      error: new LatchkeyError('names.register_failed', 'Made for the gallery.', {
        context: { name: 'alice', reason: '', retryAfterMs: 300_000 },
      }),
    }),
  ),
  'RegisterAccountName / own names': at('Your names', owned()),
  'RegisterAccountName / own names not told': at(
    'Error fetching names',
    owned({
      status: 'unknown',
      names: [],
      error: new LatchkeyError('names.reverse_failed', 'Made for the gallery.', {
        context: { name: ADDRESSES[0], reason: '' },
      }),
    }),
  ),
  'names.details': owning('names.details', 'Change something'),
  'names.details / changed': owning('names.details', 'Sign and save', {
    texts: { ...TEXTS, description: '' },
  }),
  'names.details / rules are broken': owning('names.details', 'Correct what is marked', {
    texts: { avatar: 'picture.png', url: 'alice', description: 'x'.repeat(281) },
    problems: { avatar: 'link', url: 'link', description: 'long' },
  }),
  'names.details / signing': owning('names.details', 'You sign the details', { step: 'signing' }),
  'names.details / sending': owning('names.details', 'being saved', { step: 'sending' }),
  'names.details / declined': owning('names.details', 'You did not sign', { error: declined }),
  'names.details / refused': owning('names.details', 'Try again in 24 hours', {
    error: failed('names.change_failed', 86_400_000),
  }),
  'names.details / loading': owning(
    'names.details',
    /Details of your name/,
    { status: 'waiting' },
    { loading: true },
  ),
  'names.details / not read': owning('names.details', 'could not be read', {
    status: 'unknown',
    readError: failed('names.resolve_failed'),
  }),
  'names.details / missing': owning('names.details', 'do not have this name', {
    status: 'missing',
  }),
  'names.details / offline': owning('names.details', 'You are offline', {}, { offline: true }),
  'names.details / 63 letters': owning('names.details', 'Change something', {
    name: `${LONG}.shop.eth`,
  }),
  'names.giveUp': owning('names.giveUp', 'for 30 days'),
  'names.giveUp / signing': owning('names.giveUp', 'You sign that you give up', {
    step: 'signing',
  }),
  'names.giveUp / sending': owning('names.giveUp', 'being given up', { step: 'sending' }),
  'names.giveUp / declined': owning('names.giveUp', 'You did not sign', { error: declined }),
  'names.giveUp / refused': owning('names.giveUp', 'Error giving up', {
    error: failed('names.release_failed'),
  }),
  'names.giveUp / offline': owning('names.giveUp', 'You are offline', {}, { offline: true }),
  'names.giveUp / 63 letters': owning('names.giveUp', 'for 30 days', {
    name: `${LONG}.shop.eth`,
  }),
  RegisterAccountNameSuccess: success('alice.shop.eth'),
  'RegisterAccountNameSuccess / 63 letters': success(`${LONG}.shop.eth`),
  'RegisterAccountNameSuccess / nothing': at(
    'No name was registered',
    ready(),
    'RegisterAccountNameSuccess',
  ),
}
