import { encodeContext } from '@latchkey/smart-account'
import { type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { delegationOf, limitsOf, SESSION_KEY } from './delegations.js'
import { CHAIN, chain, startTestApi } from './harness.js'

const NOW = 1_700_000_000_000
const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const ACCOUNT = `${CHAIN}:${owner.address}`
const PATH = `/v1/sessions/${ACCOUNT}`
/** A chain whose nodes are not asked: signatures of keys need none. */
const startApi = () => startTestApi({ chains: [chain('', { rpcUrls: [] })] }, { now: () => NOW })

it('A permission context is stored by the hash of its delegation, and shown unsigned', async () => {
  const api = await startApi()
  const { delegation, context, pci } = await delegationOf(owner, limitsOf(NOW))
  expect((await api.post(PATH, { context })).status).toBe(200)
  // The same one once more is as good as stored.
  expect((await api.post(PATH, { context })).status).toBe(200)
  const { body } = await api.get(PATH)
  expect(body.sessions).toEqual([
    {
      pci,
      expiry: limitsOf(NOW).expiry,
      permissions: { type: 'native', allowance: { kind: 'total', amount: '5' } },
      createdAt: NOW,
      delegation: encodeContext([{ ...delegation, signature: '0x' }]),
    },
  ])
  expect(JSON.stringify(body)).not.toContain(delegation.signature.slice(2, 66))
})

it('A context is revoked by a signature of its account, and not taken again', async () => {
  const api = await startApi()
  const { context, pci } = await delegationOf(owner, limitsOf(NOW))
  await api.post(PATH, { context })
  const revocation = { pci, signature: await owner.signMessage({ message: pci }) }
  expect((await api.post(`${PATH}/revoke`, revocation)).status).toBe(200)
  expect((await api.get(PATH)).body.sessions).toEqual([])
  const { status, body } = await api.post(PATH, { context })
  expect([status, body.reasons[0].name]).toEqual([400, 'pci'])
})

it('A context whose signature, account, limits or form are wrong is refused, and nothing is stored', async () => {
  const api = await startApi()
  const good = await delegationOf(owner, limitsOf(NOW))
  const changed = (more: object): Hex => encodeContext([{ ...good.delegation, ...more }])
  const caveats = good.delegation.caveats
  const wrong: unknown[] = [
    '0x',
    '0x1234',
    7,
    good.context.slice(0, 200),
    encodeContext([good.delegation, good.delegation]),
    changed({ signature: '0x' }),
    changed({ signature: `0x${'11'.repeat(65)}` }),
    changed({ delegate: stranger.address }),
    changed({ delegate: owner.address }),
    changed({ salt: 99n }),
    changed({ caveats: caveats.slice(1) }),
    changed({ caveats: [...caveats, caveats[0]!] }),
    changed({ authority: `0x${'00'.repeat(32)}` }),
    (await delegationOf(stranger, limitsOf(NOW))).context,
    (await delegationOf(stranger, limitsOf(NOW), { from: owner.address })).context,
    (await delegationOf(owner, limitsOf(NOW), { chainId: 1 })).context,
    (await delegationOf(owner, limitsOf(NOW, { expiry: NOW / 1000 }))).context,
  ]
  for (const context of wrong) {
    const { status, body } = await api.post(PATH, { context })
    expect([context, status, body.reasons[0].name]).toEqual([context, 400, 'context'])
  }
  const { status } = await api.post(PATH, {
    context: good.context,
    dependencies: [1, 2].map(() => ({ factory: SESSION_KEY, factoryData: '0x' })),
  })
  expect(status).toBe(400)
  expect((await api.get(PATH)).body.sessions).toEqual([])
})

it('A malleable copy of a signature, or another spelling of a context, stores no second session', async () => {
  const api = await startApi()
  const { delegation, context } = await delegationOf(owner, limitsOf(NOW))
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = order - BigInt(`0x${delegation.signature.slice(66, 130)}`)
  const flipped = delegation.signature.endsWith('1b') ? '1c' : '1b'
  const signature: Hex = `0x${delegation.signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${flipped}`
  await api.post(PATH, { context })
  for (const copy of [
    encodeContext([{ ...delegation, signature }]),
    `${context}00`,
    context.slice(0, -2),
    context.toUpperCase().replace('0X', '0x'),
  ])
    await api.post(PATH, { context: copy })
  expect((await api.get(PATH)).body.sessions).toHaveLength(1)
})

it.each(['p1', `${owner.address}`, 'eip155:31337', 'eip155:31337:0x12', 'solana:devnet:1111', ' '])(
  'An address that is not an account of a chain (%j) is refused, and nothing is looked up',
  async (address) => {
    const api = await startApi()
    let isAsked = false
    const { ofAddress } = api.store.sessions
    Object.assign(api.store.sessions, {
      ofAddress: (...asked: Parameters<typeof ofAddress>) => {
        isAsked = true
        return ofAddress(...asked)
      },
    })
    const path = `/v1/sessions/${encodeURIComponent(address)}`
    const { status, body } = await api.get(path)
    // One EVM chain is configured: its address may stand alone.
    if (address === owner.address) return expect(status).toBe(200)
    expect([status, body.reasons[0].name, isAsked]).toEqual([400, 'address', false])
  },
)
