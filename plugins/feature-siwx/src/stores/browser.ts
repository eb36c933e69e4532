import { LatchkeyError, namespaceOf, type Json } from '@latchkey/plugin-api'
import type { SiwxSession } from '@latchkey/siwx'
import { loadFamilies } from '../families.js'
import { isOf, isOver, isSession } from './sessions.js'
import type { KnownSession, SessionStore, StorePlace } from '../types.js'

/** Grammars and verifiers are loaded when the visitor signs in. */
const loadSiwx = (): Promise<typeof import('@latchkey/siwx')> => import('@latchkey/siwx')

/**
 * Sessions in this browser, the newest first: the storage drops the oldest. Only sessions enter that
 * were verified here, against a nonce that was given out here.
 */
export function createBrowserStore({
  ctx: { adapters, storage },
  nonces,
  clockSkew,
  uris,
  node,
}: StorePlace): SessionStore {
  const read = (): readonly KnownSession[] =>
    (storage.get('sessions') ?? []).flatMap((each: unknown) =>
      isSession(each) && !isOver(each) ? [each] : [],
    )
  const write = (sessions: readonly KnownSession[]): void =>
    sessions.length
      ? storage.set('sessions', sessions as unknown as readonly Json[])
      : storage.remove('sessions')
  return {
    nonce: async () => ({ nonce: nonces.make() }),
    async add(session: SiwxSession) {
      const { nonce, chainId, accountAddress } = session.data
      if (!nonces.has(nonce))
        throw new LatchkeyError(
          'siwx.wrong_nonce',
          'The message holds a nonce that was not given out here, or was used.',
          { context: { expected: 'one that was given out', found: nonce } },
        )
      const [{ verifySession }, families] = await Promise.all([
        loadSiwx(),
        loadFamilies({ adapters }, namespaceOf(chainId)),
      ])
      await verifySession({
        session,
        families,
        expected: { domain: location.host, uris, clockSkew },
        node: node(chainId),
      })
      // Two sessions with one nonce may be verified at the same time: the second is refused.
      if (!nonces.use(nonce))
        throw new LatchkeyError('siwx.wrong_nonce', 'The nonce was used by another sign-in.', {
          context: { expected: 'one that was not used', found: nonce },
        })
      write([session, ...read().filter((each) => !isOf(chainId, accountAddress)(each))])
    },
    async getSessions(chainId, accountAddress) {
      return read().filter(isOf(chainId, accountAddress))
    },
    async revoke(chainId, accountAddress) {
      write(read().filter((each) => !isOf(chainId, accountAddress)(each)))
    },
  }
}
