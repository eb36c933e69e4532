// Revocations of sessions by somebody who may not, or with a signature for something else.
import { afterEach, expect, it } from 'vitest'
import { numberToHex, parseSignature, serializeSignature, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sessionGrantMessage, sessionRevokeMessage } from '../src/index.js'
import { startFakeNode } from './fakeNode.js'
import { CHAIN, chain, DOMAIN, startTestApi } from './harness.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const NOW = 1_700_000_000_000
const ada = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const eve = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const accountOf = ({ address }: typeof ada): string => `${CHAIN}:${address}`
const pathOf = (owner: typeof ada): string => `/v1/sessions/${accountOf(owner)}`

async function grantOf(owner: typeof ada, pci: string) {
  const grant = { pci, expiry: 4_000_000_000, issuedAt: NOW, permissions: [{ type: 'native' }] }
  const message = sessionGrantMessage({ account: accountOf(owner), domain: DOMAIN, ...grant })
  return { ...grant, signature: await owner.signMessage({ message }) }
}
const revokedBy = (
  signer: typeof ada,
  { pci = 'p1', domain = DOMAIN, account = accountOf(ada) } = {},
): Promise<Hex> => signer.signMessage({ message: sessionRevokeMessage({ pci, domain, account }) })

/** The second signature that recovers to the same key (EIP-2): anybody can make it. */
function twinOf(signature: Hex): Hex {
  const { r, s, yParity } = parseSignature(signature)
  return serializeSignature({
    r,
    s: numberToHex(ORDER - BigInt(s), { size: 32 }),
    yParity: 1 - yParity,
  })
}

it('A session stays listed after every revocation that its account did not sign for it', async ({
  task,
}) => {
  const node = await startFakeNode()
  ending.push(node.close)
  const api = await startTestApi({ chains: [chain(node.url)] }, { now: () => NOW })
  const grant = await grantOf(ada, 'p1')
  for (const each of [grant, await grantOf(ada, 'p0')]) await api.post(pathOf(ada), each)
  await api.post(pathOf(eve), await grantOf(eve, 'p1'))
  const old = await revokedBy(ada, { pci: 'p0' })
  expect((await api.post(`${pathOf(ada)}/revoke`, { pci: 'p0', signature: old })).status).toBe(200)

  const own = await revokedBy(ada)
  const tries: readonly (readonly [what: string, owner: typeof ada, signature: string])[] = [
    ['a stranger for the account', ada, await revokedBy(eve)],
    ['a stranger for the stranger', ada, await revokedBy(eve, { account: accountOf(eve) })],
    ['one that was used for another session', ada, old],
    ['one for a later session', ada, await revokedBy(ada, { pci: 'p2' })],
    ['one for another service', ada, await revokedBy(ada, { domain: 'other.example' })],
    ['one for another chain', ada, await revokedBy(ada, { account: `eip155:1:${ada.address}` })],
    ['that of the grant', ada, grant.signature],
    ['the twin of the right one', ada, twinOf(own)],
    ['the right one with more bytes', ada, `${own}00`],
    ['the right one at another address', eve, own],
  ]
  const passed: string[] = []
  for (const [what, owner, signature] of tries) {
    const { status } = await api.post(`${pathOf(owner)}/revoke`, { pci: 'p1', signature })
    const { sessions } = (await api.get(pathOf(owner))).body
    if (status < 400 || status > 499 || sessions.length !== 1) passed.push(`${what}: ${status}`)
  }
  task.meta.attack = {
    attack:
      'sessions: revoked with a foreign, old or malleable signature, and those of another address',
    tries: tries.length,
    wanted: '4xx, and all still listed',
    seen: `${passed.length} revoked`,
  }
  expect(passed).toEqual([])
  // The right one revokes.
  expect((await api.post(`${pathOf(ada)}/revoke`, { pci: 'p1', signature: own })).status).toBe(200)
  expect((await api.get(pathOf(ada))).body.sessions).toEqual([])
})
