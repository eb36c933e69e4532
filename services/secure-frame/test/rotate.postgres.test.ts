import { randomBytes } from 'node:crypto'
import { type Postgres, startPostgres } from '@latchkey-tools/localnet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressContext } from '../src/auth/signIn.js'
import { rotateKeys } from '../src/operate/rotateKeys.js'
import { keyedHash } from '../src/secrets.js'
import { keyIdsOf } from '../src/store/keyIds.js'
import { openStore } from '../src/store/openStore.js'
import { createFileProvider, createVault } from '../src/vault/seal.js'
import { shareContext } from '../src/vault/wallets.js'
import { startTestFrame, testKeys } from './harness.js'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

/** Half of them shares, half addresses. `LATCHKEY_ROWS=100000` measures what the README says. */
const ROWS = Number(process.env.LATCHKEY_ROWS ?? 2_000)
const SIGN_INS_A_SECOND = 20
const PAGE = 500

type Keys = ReturnType<typeof testKeys>

async function fill(databaseUrl: string, { wrapping, pepper }: Keys): Promise<void> {
  const store = await openStore(databaseUrl)
  const vault = createVault(createFileProvider(wrapping))
  for (let page = 0; page < ROWS / 2; page += PAGE) {
    const numbers = Array.from({ length: Math.min(PAGE, ROWS / 2 - page) }, (_, at) => page + at)
    const accounts = numbers.map((n) => ({ id: `account ${n}`, project: 'shop', created: 1 }))
    const wallets = numbers.map((n) => ({
      ...{ id: `wallet ${n}`, account: `account ${n}`, split: 1, recovery_set: `set ${n}` },
      ...{ evm: '', solana: '', created: 1, kept: 1 },
    }))
    const shares = await Promise.all(
      numbers.map(async (n) => {
        const bound = shareContext(`account ${n}`, `wallet ${n}`, 1, 2)
        const { sealed, keyId } = await vault.seal(randomBytes(33), bound)
        return { wallet: `wallet ${n}`, split: 1, idx: 2, sealed, key_id: keyId }
      }),
    )
    const identities = await Promise.all(
      numbers.map(async (n) => {
        const address = `person${n}@old.example`
        const subject = keyedHash(pepper, 'address', 'other', address)
        const { sealed } = await vault.seal(Buffer.from(address), addressContext(subject))
        const of = { project: 'other', kind: 'email', account: `account ${n}` }
        return { ...of, subject, sealed, created: 1 }
      }),
    )
    await store.db.insertInto('account').values(accounts).execute()
    await store.db.insertInto('wallet').values(wallets).execute()
    await store.db.insertInto('share').values(shares).execute()
    await store.db.insertInto('identity').values(identities).execute()
  }
  await store.close()
}

it('Keys are rotated while persons sign in: none fails, and nothing is left under the old one', async () => {
  const databaseUrl = await postgres.create()
  const keys = testKeys('old')
  await fill(databaseUrl, keys)
  const wrapping = [...testKeys('new').wrapping, ...keys.wrapping]
  const limits = { mailProject: 1e6, mailClient: 1e6, addressRequests: 1e6 }
  const frame = await startTestFrame({ databaseUrl, keys: { ...keys, wrapping }, limits })
  let isOver = false
  const signIns: Promise<number>[] = []
  const load = async (): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const visitor = await frame.newVisitor()
      signIns.push(frame.signIn(visitor, `p${count}@shop.example`).then(({ status }) => status))
      await new Promise((done) => setTimeout(done, 1000 / SIGN_INS_A_SECOND))
    }
  }
  const loading = load()
  const began = performance.now()
  const rotated = await rotateKeys(databaseUrl, wrapping)
  const seconds = (performance.now() - began) / 1000
  isOver = true
  await loading
  const statuses = await Promise.all(signIns)
  expect(statuses.length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(rotated).toBe(ROWS)
  const store = await openStore(databaseUrl)
  expect(await keyIdsOf(store)).toEqual(['new'])
  await store.close()
  await frame.close()
  if (process.env.LATCHKEY_ROWS)
    console.info(`${ROWS} rows in ${seconds.toFixed(1)} s, ${statuses.length} sign-ins meanwhile`)
})
