// Wallets that answer a proposal with more than was asked for, or with malformed data.
import { isLatchkeyError } from '@latchkey/plugin-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ALICE, openStage, type Site, type Stage, type Wallet } from './support.js'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const GOOD = {
  accounts: [`eip155:1:${ALICE}`],
  methods: ['personal_sign'],
  events: ['chainChanged'],
}
/** A wallet that may answer anything, because the checks of its own client are off. */
const answering = async (
  namespaces: unknown,
): Promise<{ site: Site; wallet: Wallet; dropped: string[] }> => {
  const [site, wallet] = await Promise.all([stage.site(), stage.wallet()])
  wallet.namespaces = namespaces as Wallet['namespaces']
  Object.assign(wallet.client.engine, { isValidApprove: async () => undefined })
  const dropped: string[] = []
  site.kernel.on('walletconnect:surplus-dropped', (event) => void dropped.push(...event.dropped))
  return { site, wallet, dropped }
}
const refused = async (namespaces: unknown): Promise<void> => {
  const { site, wallet } = await answering(namespaces)
  const error: unknown = await site.connect(wallet).catch((thrown: unknown) => thrown)
  expect(isLatchkeyError(error, 'walletconnect.bad_session')).toBe(true)
  expect(site.kernel.ports.connections.get().connections).toEqual([])
  // The wallet learns of the refusal as well.
  if (wallet.topic)
    await expect
      .poll(() => wallet.client.session.getAll().length + wallet.ended.length, { timeout: 3_000 })
      .toBeLessThanOrEqual(1)
}

it.each([
  ['a string', 'eip155'],
  ['an empty object', {}],
  ['an object with an empty entry', { eip155: {} }],
  ['a list', [GOOD]],
])('A session whose namespaces are %s is not kept [ERR-33]', async (_, namespaces) => {
  await refused(namespaces)
})

it('A session with malformed chains is not kept, and chains not asked for are dropped [ERR-34]', async () => {
  await refused({ eip155: { ...GOOD, accounts: ['1:0xabc'] } })
  const { site, wallet, dropped } = await answering({
    eip155: { ...GOOD, accounts: [`eip155:1:${ALICE}`, `eip155:10:${ALICE}`] },
  })
  await site.connect(wallet)
  expect(site.kernel.ports.connections.get().connections[0]?.scopes['eip155']?.networks).toEqual([
    'eip155:1',
  ])
  expect(dropped).toEqual([`eip155:10:${ALICE}`])
})

it('A session without an account on a requested chain is not kept [ERR-35]', async () => {
  await refused({ eip155: { ...GOOD, accounts: [] } })
  await refused({ eip155: { ...GOOD, accounts: [`eip155:10:${ALICE}`] } })
})

it('A session without a list of methods is not kept, and methods not asked for are dropped [ERR-36]', async () => {
  const { site, wallet, dropped } = await answering({
    eip155: { ...GOOD, methods: ['personal_sign', 'eth_sign'] },
  })
  await site.connect(wallet)
  expect(
    site.kernel.ports.connections.get().connections[0]?.scopes['eip155']?.methods,
  ).not.toContain('eth_sign')
  expect(dropped).toEqual(['eth_sign'])
  await refused({ eip155: { ...GOOD, methods: 'personal_sign' } })
})

it('A session without a list of events is not kept, and events not asked for are dropped [ERR-37]', async () => {
  const { site, wallet, dropped } = await answering({
    eip155: { ...GOOD, events: ['chainChanged', 'message'] },
  })
  await site.connect(wallet)
  expect(dropped).toEqual(['message'])
  await refused({ eip155: { ...GOOD, events: 7 } })
})

it('An update adds nothing that was not asked for', async () => {
  const { site, wallet, dropped } = await answering({ eip155: GOOD })
  await site.connect(wallet)
  Object.assign(wallet.client.engine, { isValidUpdate: async () => undefined })
  await wallet.client.update({
    topic: wallet.topic,
    namespaces: {
      eip155: { ...GOOD, methods: ['personal_sign', 'eth_sign'] },
      solana: {
        accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9xQ'],
        methods: [],
        events: [],
      },
    } as never,
  })
  await expect.poll(() => dropped).toContain('solana')
  expect(Object.keys(site.kernel.ports.connections.get().connections[0]?.scopes ?? {})).toEqual([
    'eip155',
  ])
})
