import type { SessionsState } from './api.js'

/** The state before anything is read. */
export const INITIAL_STATE: SessionsState = {
  items: [],
  revocations: {},
  ended: {},
}
