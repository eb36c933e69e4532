// A wallet may spell an account in another way than the session does: it is the same account.
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createDeclinedList,
  createPendingRevocations,
  SessionTraces,
} from '../src/stores/visitorMemory.js'
import { isOf } from '../src/stores/sessions.js'
import { createBrowserStore } from '../src/stores/browser.js'
import { createServerStore } from '../src/stores/server.js'
import type { Context, KnownSession, StorePlace } from '../src/types.js'

afterEach(() => void vi.unstubAllGlobals())

const COSMOS = [
  'cosmos1l3e9pgs3mmwuwrh95fecme0s0qtn2880f2jmfe',
  'osmo1l3e9pgs3mmwuwrh95fecme0s0qtn2880p3ptlt',
] as const
/**
 * One account of each family, as the session spells it and as the wallet does. The third address is
 * another account.
 */
const FAMILIES = {
  eip155: [
    'eip155:1',
    '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
    '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
    '0x29E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
  ],
  polkadot: [
    'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    '12pWV6LvG4iAfNpFNTvvkWy3H9H8wtCkjiXupAzo2BCmPViM',
    '5DtDLm5rQHShDqojQpsvcN8tRXHVFaecfDoRet1SU6BFD9Fi',
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  ],
  cosmos: [
    'cosmos:cosmoshub-4',
    COSMOS[0],
    COSMOS[1],
    'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6',
  ],
  bip122: [
    'bip122:000000000019d6689c085ae165831e93',
    'bc1ql3e9pgs3mmwuwrh95fecme0s0qtn2880lsvsd5',
    'BC1QL3E9PGS3MMWUWRH95FECME0S0QTN2880LSVSD5',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ],
} as const
const sessionOf = (
  chainId: KnownSession['data']['chainId'],
  accountAddress: string,
): KnownSession => ({
  data: {
    domain: 'shop.test',
    uri: 'https://shop.test',
    version: '1',
    nonce: 'abcdefgh',
    issuedAt: '2026-01-01T00:00:00Z',
    chainId,
    accountAddress,
  },
})
function memory(first: Readonly<Record<string, unknown>> = {}) {
  const entries = new Map(Object.entries(first))
  return {
    get: (key: string) => entries.get(key),
    set: (key: string, value: unknown) => void entries.set(key, value),
    remove: (key: string) => void entries.delete(key),
    entries,
  }
}

describe.each(Object.entries(FAMILIES))('%s', (_, [chainId, session, wallet, other]) => {
  it('A session belongs to the account, whatever its spelling (audit M8)', () => {
    expect(
      [wallet, session, other].map((address) =>
        isOf(chainId, address)(sessionOf(chainId, session)),
      ),
    ).toEqual([true, true, false])
  })

  it('A session in this browser is found and ended in every spelling (audit M8)', async () => {
    const storage = memory({ sessions: [sessionOf(chainId, session), sessionOf(chainId, other)] })
    const store = createBrowserStore({
      ctx: { storage },
      clockSkew: 0,
      uris: [],
      node: vi.fn(),
    } as unknown as StorePlace)
    expect(
      (await store.getSessions(chainId, wallet)).map(({ data }) => data.accountAddress),
    ).toEqual([session])
    await store.revoke(undefined, wallet)
    expect(await store.getSessions(chainId, session)).toEqual([])
    expect(await store.getSessions(chainId, other)).toHaveLength(1)
  })

  it('A token of a server is found and ended in every spelling (audit M8)', async () => {
    vi.stubGlobal('location', new URL('https://shop.test/'))
    const storage = memory({
      authToken: { [`${chainId}:${session}`]: 'mine', [`${chainId}:${other}`]: 'other' },
    })
    const sent: string[] = []
    const client = {
      get: async (path: string, { headers }: { headers?: Record<string, string> }) => {
        sent.push(`${path} ${headers?.['authorization']}`)
        return [sessionOf(chainId, session)]
      },
      post: async (path: string, { headers }: { headers?: Record<string, string> }) =>
        void sent.push(`${path} ${headers?.['authorization']}`),
    }
    const store = createServerStore(
      { ctx: { storage, http: { client: () => client } } } as unknown as StorePlace,
      { url: '/api/siwx', mode: 'token' },
    )
    expect(await store.getSessions(chainId, wallet)).toMatchObject([{ token: 'mine' }])
    await store.revoke(chainId, wallet)
    expect(sent).toEqual(['sessions Bearer mine', 'sign-out Bearer mine'])
    expect(storage.entries.get('authToken')).toEqual({ [`${chainId}:${other}`]: 'other' })
  })

  it('An account is remembered once as declined and once as left, in every spelling (audit M8)', async () => {
    const ctx = { storage: memory(), log: { warn: () => undefined } } as unknown as Context
    const declined = createDeclinedList(ctx)
    declined.add(`${chainId}:${session}`)
    expect([
      declined.has(`${chainId}:${wallet}`),
      declined.has(`${chainId}:${other}`),
      declined.has(`eip155:99:${wallet}`),
    ]).toEqual([true, false, false])
    declined.forgetAddress(wallet)
    expect(declined.has(`${chainId}:${session}`)).toBe(false)
    const revoked: string[] = []
    const left = createPendingRevocations(ctx, {
      revoke: async (__, address) => {
        revoked.push(address)
        if (revoked.length === 1) throw new Error('offline')
      },
    })
    await left.revoke(session)
    left.forget(wallet)
    await left.retry()
    expect(revoked).toEqual([session])
    const traces = new SessionTraces()
    traces.record('c', sessionOf(chainId, session))
    traces.record('c', sessionOf(chainId, wallet))
    expect(traces.take('c').addresses).toHaveLength(1)
  })
})
