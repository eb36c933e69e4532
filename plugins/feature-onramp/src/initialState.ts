import type { OnrampState } from './api.js'

/** The state at first. Members that are left out are `undefined`. */
export const INITIAL_STATE = {
  purchaseCurrencies: [],
  paymentCurrencies: [],
  quotesLoading: false,
  side: 'payment',
  paymentMethod: 'card',
  offers: [],
  options: 'unread',
  orders: [],
} as unknown as OnrampState
