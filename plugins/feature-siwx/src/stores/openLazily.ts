import type { SessionStore, StoreChoice, StorePlace } from '../types.js'

/**
 * A store that is opened when it is first needed. Where opening fails, so does the call that needed
 * it, and the next call tries again.
 */
export function openLazily(choice: StoreChoice, place: StorePlace): SessionStore {
  const opened = place.ctx.lazy('its store', async () => choice.open(place))
  return {
    nonce: async () => (await opened()).nonce(),
    add: async (session) => (await opened()).add(session),
    getSessions: async (chainId, accountAddress) =>
      (await opened()).getSessions(chainId, accountAddress),
    revoke: async (chainId, accountAddress) => (await opened()).revoke(chainId, accountAddress),
  }
}
