import type { NamesState } from './api.js'

/** The state at first. Members that are left out are `undefined`. */
export const INITIAL_STATE = {
  offer: { status: 'zone', wallets: [] },
  typed: '',
  availability: 'empty',
  suggestions: [],
  isAgreed: false,
  loading: false,
  step: 'form',
} as unknown as NamesState
