import type { SessionsState } from './api.js'

/** The state before anything is read. */
export const INITIAL_STATE: SessionsState = {
  items: [],
  account: undefined,
  isRead: false,
  loading: false,
  error: undefined,
  isServiceAway: false,
  unread: [],
  tokens: {},
  revocations: {},
}
