// Persons whose two first sign-ins, by two ways and one address, are at the same moment.
import { type Postgres, startPostgres } from '@latchkey-tools/localnet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../src/store/openStore.js'
import { type LinkingBench, startLinkingBench } from './linkingBench.js'
import { type Answer } from './visitor.js'

const PAIRS = 50
const MANY = 10_000

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

/** Proves a sign-in, of which the last request is left. */
const readyBySocial = async (
  bench: LinkingBench,
  provider: 'google' | 'discord',
  email: string,
  id: string,
): Promise<() => Promise<Answer>> => {
  bench.be(provider, email, id)
  const visitor = await bench.newVisitor()
  const { uri } = await bench.comeBack(visitor, provider)
  return () => bench.verify(visitor, uri)
}
const readyByMail = async (bench: LinkingBench, email: string): Promise<() => Promise<Answer>> => {
  const visitor = await bench.newVisitor()
  const proof = await bench.askCode(visitor, email)
  return () => visitor.post('/v1/email/verify', proof)
}

it.each([['discord'], ['mail']] as const)(
  'Of fifty pairs of first sign-ins at once, by google and %s, each makes one account and asks once',
  async (other) => {
    const databaseUrl = await postgres.create()
    const limits = { mailClient: MANY, mailProject: MANY, socials: MANY, addressRequests: MANY }
    const bench = await startLinkingBench({ databaseUrl, limits })
    try {
      const pairs: (() => Promise<Answer>)[][] = []
      for (let n = 0; n < PAIRS; n += 1) {
        const email = `person${n}@shop.example`
        const [id, twin] = [String(1_000 + n), String(2_000 + n)]
        const first = await readyBySocial(bench, 'google', email, id)
        const second =
          other === 'mail'
            ? await readyByMail(bench, email)
            : await readyBySocial(bench, other, email, twin)
        pairs.push([first, second])
      }
      const answers = await Promise.all(
        pairs.map((pair) => Promise.all(pair.map((verify) => verify()))),
      )
      for (const both of answers) {
        expect(both.map(({ status }) => status)).toEqual([200, 200])
        expect(both.filter(({ body }) => body.user !== undefined)).toHaveLength(1)
        expect(both.filter(({ body }) => body.question !== undefined)).toHaveLength(1)
      }
      const store = await openStore(databaseUrl, { isReader: true })
      const accounts = await store.db.selectFrom('account').select('id').execute()
      await store.close()
      expect(accounts).toHaveLength(PAIRS)
    } finally {
      await bench.close()
    }
  },
)
