// A keeper that was away is told what it missed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProviders } from '@latchkey-tools/localnet'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openKeeperStore, openStore } from '../src/store/openStore.js'
import { ORIGIN } from './harness.js'
import { automatic, changeEmail, keeperHealth, startKept } from './keeperBench.js'
import { browse, resultOf } from './socialBench.js'
import { type Visitor } from './visitor.js'

const ending: (() => unknown)[] = []
let folder = ''
const at = (name: string): string => join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-told-'))
  ending.push(() => rm(folder, { recursive: true }))
})
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** Both on files, which a test reads beside them. */
const start = async (changes: Parameters<typeof startKept>[0] = {}) => {
  const kept = await startKept({
    frame: { databaseUrl: `file:${at('frame.db')}`, ...changes.frame },
    keeper: { databaseUrl: `file:${at('keeper.db')}`, ...changes.keeper },
  })
  ending.push(kept.close)
  return kept
}

/** The addresses that the keeper knows, sealed. */
const known = async () => {
  const store = await openKeeperStore(`file:${at('keeper.db')}`, { isReader: true })
  const rows = await store.db.selectFrom('owner').select(['address', 'before']).execute()
  await store.close()
  return rows
}

/** Accounts whose address the keeper was not told. */
const untold = async () => {
  const store = await openStore(`file:${at('frame.db')}`, { isReader: true })
  const rows = await store.db.selectFrom('untold').select('account').execute()
  await store.close()
  return rows
}

it('A keeper that was away is told of all changes when it is back, and mails go to the right address', async () => {
  const providers = await startProviders()
  ending.push(providers.close)
  const kept = await start({ frame: { socials: providers.options } })
  const { frame, mails } = kept
  const back = () => expect.poll(() => keeperHealth(frame.url), { timeout: 8_000 }).toBe('ok')
  const ada = await frame.newVisitor()
  await frame.signIn(ada)
  const recovery = automatic()
  await frame.createWallet(ada, { recovery })
  // Eve has no address: X tells none.
  const signIn = async (visitor: Visitor, provider: string) => {
    const asked = { projectId: 'shop', origin: ORIGIN }
    const { uri } = (await visitor.post(`/v1/social/${provider}/start`, asked)).body
    return resultOf((await browse(await providers.consent(uri), visitor)).uri)
  }
  const eve = await frame.newVisitor()
  const result = await signIn(eve, 'x')
  eve.keep(await eve.post('/v1/social/verify', { projectId: 'shop', ...result }))
  await frame.createWallet(eve, { recovery: automatic() })
  await kept.keeper.close()
  await expect.poll(() => keeperHealth(frame.url), { timeout: 8_000 }).toBe('away')
  const link = await changeEmail(kept, ada)
  expect((await eve.post('/v1/sign-ins', await signIn(eve, 'google'))).status).toBe(200)
  expect(mails).toEqual([])
  await kept.restartKeeper()
  await back()
  // Nobody has asked for anything meanwhile.
  await expect.poll(() => mails.map(({ to }) => to)).toEqual(['ada@shop.example'])
  await expect.poll(async () => (await known()).filter(({ address }) => address)).toHaveLength(2)
  expect((await known()).filter(({ before }) => before)).toHaveLength(1)
  await kept.keeper.close()
  await expect.poll(() => keeperHealth(frame.url), { timeout: 8_000 }).toBe('away')
  expect((await fetch(`${link}/undo`, { method: 'POST' })).status).toBe(200)
  await kept.restartKeeper()
  await back()
  await expect.poll(async () => (await known()).filter(({ before }) => before)).toEqual([])
  mails.length = 0
  await frame.signIn(ada)
  expect((await ada.post('/v1/wallet/recovery')).body.recovery).toEqual(recovery)
  await expect.poll(() => mails.map(({ to }) => to)).toEqual(['ada@shop.example'])
  expect(await untold()).toEqual([])
})
