import { afterEach, expect, it } from 'vitest'
import { numberToHex, parseSignature, serializeSignature, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sessionGrantMessage, sessionRevokeMessage } from '../src/index.js'
import { startFakeNode } from './fakeNode.js'
import { AUTHORITY, CHAIN, DOMAIN, chain, startTestApi } from './harness.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})
const startNode: typeof startFakeNode = async (contracts) => {
  const node = await startFakeNode(contracts)
  ending.push(node.close)
  return node
}
const NOW = 1_700_000_000_000
const HOUR_MS = 3_600_000
const startApi = (options: Parameters<typeof startTestApi>[0] = {}, now = () => NOW) =>
  startTestApi({ chains: [chain()], ...options }, { now })

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const account = `${CHAIN}:${signer.address}`
interface GrantOptions {
  from?: typeof signer
  domain?: string
  /** Absent: the grant says no time. */
  issuedAt?: number | undefined
  expiry?: number
}
const grantOf = async (pci: string, options: GrantOptions = {}) => {
  const { from, domain, issuedAt, expiry } = {
    ...{ from: signer, domain: DOMAIN, issuedAt: NOW, expiry: 4_000_000_000 },
    ...options,
  }
  const permissions = [{ type: 'native-token' }]
  const grant = { pci, expiry, permissions, ...(issuedAt !== undefined && { issuedAt }) }
  const message = sessionGrantMessage({ account, domain, ...grant })
  return { ...grant, signature: await from.signMessage({ message }) }
}
const revocationOf = async (
  pci: string,
  { from = signer, domain = DOMAIN, of = account } = {},
) => ({
  pci,
  signature: await from.signMessage({
    message: sessionRevokeMessage({ pci, domain, account: of }),
  }),
})
/** Puts sessions into the store that the account did not sign here. */
const storeSessions = async (
  { store }: Awaited<ReturnType<typeof startTestApi>>,
  count: number,
  expiry = 4_000_000_000,
) => {
  const row = { address: account, permissions: [], expiry, signature: '0x', createdAt: 1 }
  for (let at = 0; at < count; at += 1)
    await store.sessions.put({ ...row, pci: `s${at}`, issuedAt: 1 }, { limit: 1000, now: NOW })
}

it('A granted session is listed with its pci [API-42]', async () => {
  const api = await startApi()
  expect((await api.get(`/v1/sessions/${account}`)).body).toEqual({ sessions: [] })
  expect((await api.post(`/v1/sessions/${account}`, await grantOf('p1'))).status).toBe(200)
  const { status, body } = await api.get(`/v1/sessions/${account}`)
  expect([status, body.sessions.map(({ pci }: { pci: string }) => pci)]).toEqual([200, ['p1']])
  expect(body.sessions[0]).not.toHaveProperty('signature')
})

/** The second signature that recovers to the same key (EIP-2): anybody can make it. */
const otherSpellingOf = (signature: Hex): Hex => {
  const { r, s, yParity } = parseSignature(signature)
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  return serializeSignature({
    r,
    s: numberToHex(order - BigInt(s), { size: 32 }),
    yParity: 1 - yParity,
  })
}

it('A session is revoked by a signature of its account and stays listed after any other [API-44]', async () => {
  const node = await startNode()
  const api = await startApi({ chains: [chain(node.url)] })
  const grant = await grantOf('p1')
  await api.post(`/v1/sessions/${account}`, grant)
  const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
  const path = `/v1/sessions/${account}/revoke`
  const bad = [
    (await revocationOf('p1', { from: stranger })).signature,
    (await revocationOf('p2')).signature,
    (await revocationOf('p1', { domain: 'other.example' })).signature,
    (await revocationOf('p1', { of: `eip155:1:${signer.address}` })).signature,
    await signer.signMessage({ message: 'p2' }),
    grant.signature,
    otherSpellingOf((await revocationOf('p1')).signature),
    '0x00',
  ]
  for (const signature of bad) {
    const { status, body } = await api.post(path, { pci: 'p1', signature })
    expect([status, body.reasons[0].name]).toEqual([400, 'signature'])
  }
  expect((await api.get(`/v1/sessions/${account}`)).body.sessions).toHaveLength(1)
  const revocation = await revocationOf('p1')
  expect((await api.post(path, revocation)).status).toBe(200)
  expect((await api.get(`/v1/sessions/${account}`)).body.sessions).toEqual([])
  expect((await api.post(path, revocation)).status).toBe(404)
})

it('A grant of a stranger, of the past, too deep or too many is refused', async () => {
  const node = await startNode()
  const api = await startApi({ chains: [chain(node.url)] })
  const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
  const grant = await grantOf('p')
  const refused = async (value: unknown) => {
    const { status, body } = await api.post(`/v1/sessions/${account}`, value)
    return [status, body.reasons?.[0].name]
  }
  expect(await refused(await grantOf('p', { from: stranger }))).toEqual([400, 'signature'])
  expect(await refused({ ...grant, permissions: [] })).toEqual([400, 'signature'])
  expect(await refused({ ...grant, expiry: 5 })).toEqual([400, 'expiry'])
  const deep = JSON.parse('['.repeat(20) + ']'.repeat(20))
  expect(await refused({ ...grant, permissions: deep })).toEqual([400, 'permissions'])
  await storeSessions(api, 100)
  expect(await refused(await grantOf('one-more'))).toEqual([400, 'pci'])
})

it('A grant that is played back after its revocation is refused, and a new pci is not', async () => {
  const api = await startApi()
  const path = `/v1/sessions/${account}`
  const grant = await grantOf('p1')
  await api.post(path, grant)
  await api.post(`${path}/revoke`, await revocationOf('p1'))
  const { status, body } = await api.post(path, grant)
  expect([status, body.reasons[0].name]).toEqual([400, 'pci'])
  expect((await api.get(path)).body.sessions).toEqual([])
  expect((await api.post(path, await grantOf('p2'))).status).toBe(200)
})

it('A grant for one chain is refused on another', async () => {
  const node = await startNode()
  const api = await startApi({
    chains: [chain(node.url), { ...chain(node.url), id: 'eip155:31338' }],
  })
  const path = `/v1/sessions/eip155:31338:${signer.address}`
  const { status, body } = await api.post(path, await grantOf('p1'))
  expect([status, body.reasons[0].name]).toEqual([400, 'signature'])
})

it.each([['with spaces'], ['nul\0'], ['line\n'], ['']])('The pci %j is refused', async (pci) => {
  const api = await startApi()
  const { status, body } = await api.post(`/v1/sessions/${account}`, await grantOf(pci))
  expect([status, body.reasons[0].name]).toEqual([400, 'pci'])
})

it('Sessions that are over leave room for new ones', async () => {
  const api = await startApi()
  const grant = await grantOf('p')
  await storeSessions(api, 100, 5)
  expect((await api.post(`/v1/sessions/${account}`, grant)).status).toBe(200)
})

it('A grant or a revocation for another service is refused', async () => {
  const node = await startNode()
  const api = await startApi({ chains: [chain(node.url)] })
  const path = `/v1/sessions/${account}`
  const { status, body } = await api.post(path, await grantOf('p1', { domain: 'other.example' }))
  expect([status, body.reasons[0].name]).toEqual([400, 'signature'])
})

it('Without a domain a grant is signed for the address where the service listens, and for no other', async () => {
  const api = await startApi({
    chains: [chain('http://127.0.0.1:1', { rpcUrls: [] })],
    domain: null,
  })
  const path = `/v1/sessions/${account}`
  const { status, body } = await api.post(path, await grantOf('p1'))
  expect([status, body.reasons[0].name]).toEqual([400, 'signature'])
  expect((await api.post(path, await grantOf('p1', { domain: AUTHORITY }))).status).toBe(200)
  const revocation = await revocationOf('p1', { domain: AUTHORITY })
  expect((await api.post(`${path}/revoke`, revocation)).status).toBe(200)
})

it('A signature over the pci alone revokes, and grants nothing', async () => {
  const api = await startApi({ chains: [chain('http://127.0.0.1:1', { rpcUrls: [] })] })
  const path = `/v1/sessions/${account}`
  const grant = await grantOf('p1')
  const signature = await signer.signMessage({ message: 'p1' })
  for (const forged of [
    { ...grant, signature },
    { ...(await grantOf('p1', { issuedAt: undefined })), signature },
  ]) {
    const { status, body } = await api.post(path, forged)
    expect([status, body.reasons[0].name]).toEqual([400, 'signature'])
  }
  expect((await api.post(path, grant)).status).toBe(200)
  expect((await api.post(`${path}/revoke`, { pci: 'p1', signature })).status).toBe(200)
  expect((await api.get(path)).body.sessions).toEqual([])
})

it('A grant without a time is taken for a new pci only', async () => {
  const api = await startApi()
  const path = `/v1/sessions/${account}`
  const [grant, longer] = [
    await grantOf('p1', { issuedAt: undefined }),
    await grantOf('p1', { issuedAt: undefined, expiry: 4_000_000_001 }),
  ]
  const refused = async (value: object) => {
    const { status, body } = await api.post(path, value)
    return [status, body.reasons?.[0].name]
  }
  expect((await api.post(path, grant)).status).toBe(200)
  expect((await api.get(path)).body.sessions[0]).not.toHaveProperty('issuedAt')
  expect(await refused(longer)).toEqual([400, 'issuedAt'])
  // The same one once more is as good as stored.
  expect((await api.post(path, grant)).status).toBe(200)
  expect((await api.post(path, await grantOf('p1'))).status).toBe(200)
  expect(await refused(grant)).toEqual([400, 'issuedAt'])
  await api.post(`${path}/revoke`, await revocationOf('p1'))
  // Also long after the session would have been over.
  await api.store.sessions.dropBefore(5_000_000_000_000)
  for (const value of [grant, longer]) expect(await refused(value)).toEqual([400, 'pci'])
})

it('A grant that is older than the stored one is refused, and the same one once more is not', async () => {
  const api = await startApi()
  const path = `/v1/sessions/${account}`
  const [older, newer] = [
    await grantOf('p1', { issuedAt: NOW - HOUR_MS }),
    await grantOf('p1', { issuedAt: NOW - 1 }),
  ]
  expect((await api.post(path, older)).status).toBe(200)
  expect((await api.post(path, newer)).status).toBe(200)
  expect((await api.post(path, newer)).status).toBe(200)
  const { status, body } = await api.post(path, older)
  expect([status, body.reasons[0].name]).toEqual([400, 'issuedAt'])
  expect((await api.get(path)).body.sessions).toMatchObject([{ pci: 'p1', issuedAt: NOW - 1 }])
})

it.each([
  ['a day ago', NOW - 24 * HOUR_MS - 1],
  ['in the future', NOW + HOUR_MS],
])('A grant that was signed %s is refused', async (_, issuedAt) => {
  const api = await startApi()
  const grant = await grantOf('p1', { issuedAt })
  const { status, body } = await api.post(`/v1/sessions/${account}`, grant)
  expect([status, body.reasons[0].name]).toEqual([400, 'issuedAt'])
})

it('Of grants at the same time only so many are stored as an account may have', async () => {
  const api = await startApi()
  await storeSessions(api, 95)
  const grants = await Promise.all(Array.from({ length: 20 }, (_, at) => grantOf(`p${at}`)))
  const statuses = await Promise.all(
    grants.map(async (grant) => (await api.post(`/v1/sessions/${account}`, grant)).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(5)
  expect((await api.get(`/v1/sessions/${account}`)).body.sessions).toHaveLength(100)
})

it('A signature of a contract is checked by the next node where the first one is away', async () => {
  const node = await startNode()
  const rpcUrls = ['http://127.0.0.1:1', node.url]
  const api = await startApi({ chains: [chain(node.url, { rpcUrls })] })
  const grant = { ...(await grantOf('p1')), signature: '0x1234' }
  const { status, body } = await api.post(`/v1/sessions/${account}`, grant)
  // The second node says that there is no such contract.
  expect([status, body.reasons[0].name]).toEqual([400, 'signature'])
})
