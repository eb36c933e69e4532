import type { PageNonces, SessionStore, StoreChoice, StorePlace } from '../types.js'

/**
 * 128 bits of randomness a nonce. Not made by `@latchkey/siwx`, which is loaded later: a nonce is
 * needed before a click.
 */
export function createPageNonces(): PageNonces {
  const given = new Set<string>()
  return {
    make() {
      const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
        byte.toString(16).padStart(2, '0'),
      ).join('')
      given.add(nonce)
      return nonce
    },
    has: (nonce) => given.has(nonce),
    use: (nonce) => given.delete(nonce),
  }
}

/**
 * A store that is opened when it is first needed. Where opening fails, so does the call that needed
 * it, and the next call tries again.
 */
export function openLazily(choice: StoreChoice, place: Omit<StorePlace, 'nonces'>): SessionStore {
  const nonces = createPageNonces()
  const opened = place.ctx.lazy('its store', async () => choice.open({ ...place, nonces }))
  return {
    nonce: async () => (choice.pageNonces ? { nonce: nonces.make() } : (await opened()).nonce()),
    add: async (session) => (await opened()).add(session),
    getSessions: async (chainId, accountAddress) =>
      (await opened()).getSessions(chainId, accountAddress),
    revoke: async (chainId, accountAddress) => (await opened()).revoke(chainId, accountAddress),
  }
}
