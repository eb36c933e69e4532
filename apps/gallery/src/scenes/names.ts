import type { NamesState } from '@latchkey/feature-names'
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
  RegisterAccountNameSuccess: success('alice.shop.eth'),
  'RegisterAccountNameSuccess / 63 letters': success(`${LONG}.shop.eth`),
  'RegisterAccountNameSuccess / nothing': at(
    'No name was registered',
    ready(),
    'RegisterAccountNameSuccess',
  ),
}
