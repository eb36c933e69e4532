import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addAttempt, approveLink, tryCode, useAttempt } from '../src/auth/attempts.js'
import { type NamedPerson, attachPerson, kindsOf } from '../src/auth/identities.js'
import { admitOrAsk, dropLinks, requireLink, useLink } from '../src/auth/linking/questions.js'
import { removeSignIn } from '../src/auth/linking/signIns.js'
import { holdAccount } from '../src/auth/sessions.js'
import {
  addLogin,
  dropLogins,
  noteAnswer,
  settleLogin,
  useLogin,
} from '../src/auth/social/logins.js'
import { type FrameContext } from '../src/context.js'
import { QUESTION_MS, type SignInKind, socialProviders } from '../src/contract/index.js'
import { createAudit } from '../src/operate/audit.js'
import { hashOf, newCode, newSecret } from '../src/secrets.js'
import { giveBack, isExceeded, spend } from '../src/store/counters.js'
import { type MainStore } from '../src/store/openStore.js'
import { type TestFrame, newShare, startTestFrame, kit } from './harness.js'

/** A place for two databases. */
export interface Bench {
  databaseUrl: string
  open(): Promise<MainStore>
  end(): Promise<unknown>
}

const PEPPER = Buffer.alloc(32, 7)
const NOW = 1_800_000_000_000

/** The same questions to each engine. */
export const describeStore = (name: string, createBench: () => Promise<Bench>) =>
  describe(`the service on ${name}`, () => {
    let bench: Bench
    let store: MainStore
    const frames: TestFrame[] = []
    beforeEach(async () => {
      bench = await createBench()
      store = await bench.open()
    })
    afterEach(async () => {
      for (const frame of frames.splice(0)) await frame.close()
      await store.close()
      await bench.end()
    })
    const attempt = (more: { code?: string; link?: string }) => {
      const id = newSecret()
      const row = {
        project: 'shop',
        origin: 'https://shop.example',
        subject: 's',
        sealed: 'x',
        jkt: 'j',
        cookieHash: undefined,
        agent: '',
        lang: 'en',
        now: NOW,
      }
      return { id, add: () => addAttempt(store.db, PEPPER, { id, ...row, ...more }) }
    }

    it('Tables are made once, and a store that is opened again has what was written', async () => {
      await store.db.insertInto('account').values({ id: 'a', project: 'p', created: NOW }).execute()
      await store.close()
      store = await bench.open()
      const rows = await store.db.selectFrom('account').selectAll().execute()
      expect(rows).toEqual([{ id: 'a', project: 'p', created: NOW }])
    })

    it('A hundred spend from a budget of ten at once: ten of them do, and one more after a refund', async () => {
      const budget = { key: 'k', most: 10, windowMs: 1_000 }
      const one = (at: number) =>
        store
          .transact((db) => spend(db, [budget], at))
          .then(
            () => true,
            (error: unknown) => {
              if (!isExceeded(error)) throw error
              return false
            },
          )
      const all = await Promise.all(Array.from({ length: 100 }, () => one(NOW)))
      expect(all.filter(Boolean)).toHaveLength(10)
      await store.transact((db) => giveBack(db, ['k']))
      expect([await one(NOW), await one(NOW)]).toEqual([true, false])
      expect(await one(NOW + 1_000)).toBe(true)
    })

    it('Of a hundred tries of a code at once five are compared', async () => {
      const code = newCode()
      const { id, add } = attempt({ code })
      await add()
      const wrong = code === '000000' ? '000001' : '000000'
      const ask = (typed: string, jkt = 'j', now = NOW) =>
        store.transact((db) => tryCode(db, PEPPER, { id, jkt, code: typed, now }))
      expect(await ask(code, 'other')).toBe('unevaluated')
      expect(await ask(code, 'j', NOW + 600_000)).toBe('unevaluated')
      const all = await Promise.all(Array.from({ length: 100 }, () => ask(wrong)))
      expect(all.filter((one) => one === 'wrong')).toHaveLength(5)
      expect(await ask(code)).toBe('unevaluated')
    })

    it('Of a hundred uses of a code at once one counts', async () => {
      const { id, add } = attempt({ code: newCode() })
      await add()
      const uses = Array.from({ length: 100 }, () => store.transact((db) => useAttempt(db, id)))
      expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1)
    })

    it('A link that is approved twice has the newer code, and its tries stay counted', async () => {
      const link = newSecret()
      const { id, add } = attempt({ link })
      await add()
      const ask = (code: string) =>
        store.transact((db) => tryCode(db, PEPPER, { id, jkt: 'j', code, now: NOW }))
      expect(await ask('000000')).toBe('unevaluated')
      const first = await approveLink(store.db, PEPPER, link, NOW)
      for (let count = 0; count < 4; count += 1)
        await ask(first!.code === '000000' ? '1' : '000000')
      const second = await approveLink(store.db, PEPPER, link, NOW)
      expect(await ask(second!.code)).toBe('right')
      expect(await ask(second!.code)).toBe('unevaluated')
    })

    const noOne = { jkt: 'j', cookieHash: 'c', agent: '', at: NOW }
    const person = (kind: SignInKind, subject: string, email = 'ada@shop.example') => ({
      ...{ project: 'shop', kind, subject, sealed: 'x', emailHash: `hash of ${email}`, email },
    })
    const contextOf = () =>
      ({
        ...{ store, audit: createAudit(store.engine, PEPPER), now: () => NOW, sessionMs: 1_000 },
        ...{ socials: new Map(socialProviders.map((name) => [name, {}])), farcaster: undefined },
      }) as unknown as FrameContext
    const enter = (who: NamedPerson) =>
      store.transact((db) => admitOrAsk(contextOf(), db, who, noOne))

    it('Of a hundred answers at once to the question of a person one counts, for one frame and project', async () => {
      const first = await enter(person('google', 'g'))
      expect('question' in first).toBe(false)
      expect('question' in (await enter(person('discord', 'd', 'bob@shop.example')))).toBe(false)
      const asked = await enter(person('github', 'h'))
      if (!('question' in asked)) throw new Error('Nobody was asked.')
      const { id, proofs } = asked.question
      expect(proofs).toEqual(['google'])
      const wanted = { project: 'shop', link: id, jkt: 'j' }
      const link = await requireLink(store.db, wanted, NOW)
      for (const other of [{ project: 'other' }, { link: newSecret() }, { jkt: 'other' }])
        await expect(requireLink(store.db, { ...wanted, ...other }, NOW)).rejects.toThrow()
      const end = NOW + QUESTION_MS
      expect((await requireLink(store.db, wanted, end - 1)).account).toBe(link.account)
      await expect(requireLink(store.db, wanted, end)).rejects.toThrow()
      const uses = Array.from({ length: 100 }, () =>
        store
          .transact((db) => useLink(db, link.id_hash))
          .then(
            () => true,
            () => false,
          ),
      )
      expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1)
      await expect(requireLink(store.db, wanted, NOW)).rejects.toThrow()
      await dropLinks(store.db, end + 1)
      expect(await store.db.selectFrom('link').selectAll().execute()).toEqual([])
    })

    it('Of two removals at once of the last two sign-ins one is done, and its sessions end', async () => {
      const opened = await enter(person('google', 'g'))
      if ('question' in opened) throw new Error('Somebody was asked.')
      const { account } = opened.session
      const add = (who: NamedPerson, to: string) =>
        store.transact(async (db) => {
          await holdAccount(db, to)
          return attachPerson(contextOf(), db, who, to, NOW)
        })
      expect(await add(person('x', 'x'), account)).toBe(true)
      expect(await add(person('x', 'x'), account)).toBe(false)
      await expect(add(person('x', 'y'), account)).rejects.toThrow('of that kind')
      await enter(person('discord', 'd', 'bob@shop.example'))
      await expect(add(person('discord', 'd'), account)).rejects.toThrow('another wallet')
      const removed = await Promise.allSettled(
        (['google', 'x'] as const).map((kind) => removeSignIn(contextOf(), account, kind)),
      )
      expect(removed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const kinds = await kindsOf(store.db, account)
      const sessions = await store.db
        .selectFrom('session')
        .select('sign_in')
        .where('account', '=', account)
        .execute()
      expect(kinds).toHaveLength(1)
      expect(sessions.map((row) => row.sign_in)).toEqual(kinds[0] === 'google' ? ['google'] : [])
    })

    const login = async () => {
      const id = newSecret()
      await addLogin(store.db, {
        id,
        provider: 'google',
        project: 'shop',
        origin: 'https://shop.example',
        return_to: null,
        is_own_window: 0,
        jkt: 'j',
        cookie_hash: 'c',
        browser_hash: 'b',
        agent: '',
        lang: 'en',
        secret: 'v',
        nonce: 'n',
        now: NOW,
      })
      return hashOf(id)
    }
    const came = (isProven: boolean, more: object = {}) =>
      ({ state: 'returned', answer: 'x', isProven, now: NOW, ...more }) as const

    it('Of a hundred uses of a sign-in by a provider at once one counts, and none after its time', async () => {
      const idHash = await login()
      const late = await login()
      const use = (id: string, at = NOW) => store.transact((db) => useLogin(db, id, at))
      const uses = await Promise.all(Array.from({ length: 100 }, () => use(idHash)))
      expect(uses.filter(Boolean)).toHaveLength(1)
      expect(await use(late, NOW + 600_000)).toBe(false)
      expect(await use(late, NOW + 599_999)).toBe(true)
    })

    it('The first answer of a provider stays, unless it came to a browser that nothing knew', async () => {
      const idHash = await login()
      const note = (isProven: boolean, more?: object) =>
        store.transact((db) => noteAnswer(db, idHash, came(isProven, more)))
      expect(await note(false, { now: NOW + 600_000 })).toBe(false)
      const both = await Promise.all([note(false), note(false)])
      expect(both.filter(Boolean)).toHaveLength(1)
      expect([await note(true), await note(true), await note(false)]).toEqual([true, false, false])
      await store.transact((db) => useLogin(db, idHash, NOW))
      expect(await note(true)).toBe(false)
    })

    it('A person has one word on a sign-in that came back, and old ones are dropped', async () => {
      const [own, other] = [await login(), await login()]
      const say = (idHash: string, isOwn: boolean) =>
        store.transact((db) => settleLogin(db, idHash, isOwn, NOW))
      expect(await say(own, true)).toBe(false)
      for (const idHash of [own, other])
        await store.transact((db) => noteAnswer(db, idHash, came(false)))
      expect([await say(own, true), await say(other, false), await say(other, true)]).toEqual([
        true,
        true,
        false,
      ])
      const rows = () => store.db.selectFrom('login').selectAll().execute()
      const states = (await rows()).map(({ id_hash, state, proven, answer }) => [
        id_hash === own,
        state,
        proven,
        answer,
      ])
      expect(states.sort()).toEqual([
        [false, 'denied', 1, null],
        [true, 'returned', 1, 'x'],
      ])
      await dropLogins(store.db, NOW + 1_200_000)
      expect(await rows()).toHaveLength(2)
      await dropLogins(store.db, NOW + 1_200_001)
      expect(await rows()).toEqual([])
    })

    it('The audit log is a chain: a row that was changed, taken out or written without the pepper shows', async () => {
      const audit = createAudit(store.engine, PEPPER)
      const add = () =>
        store.transact((db) => audit.add(db, { at: NOW, account: 'a', action: 'signed_in' }))
      await Promise.all(Array.from({ length: 50 }, add))
      const whole = await audit.verify(store.db)
      expect(whole).toEqual({ entries: 50, head: expect.any(String) })
      const other = createAudit(store.engine, Buffer.alloc(32, 8))
      expect(await other.verify(store.db)).toMatchObject({ brokenAt: 1 })
      await store.db.updateTable('audit').set({ account: 'b' }).where('n', '=', 20).execute()
      expect(await audit.verify(store.db)).toMatchObject({ entries: 19, brokenAt: 20 })
      await store.db.deleteFrom('audit').where('n', '=', 20).execute()
      expect(await audit.verify(store.db)).toMatchObject({ entries: 19, brokenAt: 21 })
      await store.db.deleteFrom('audit').where('n', '>', 19).execute()
      expect(await audit.verify(store.db)).toMatchObject({ entries: 19 })
    })

    it('A person signs in, has a wallet, comes back on another device and finds the same addresses', async () => {
      await store.close()
      const frame = await startTestFrame({ databaseUrl: bench.databaseUrl })
      frames.push(frame)
      const [ada, phone] = [await frame.newVisitor(), await frame.newVisitor()]
      const [first] = await Promise.all([
        frame.signIn(ada),
        frame.signIn(await frame.newVisitor(), 'eve@shop.example'),
      ])
      expect(first.status).toBe(200)
      const recovery = [kit()]
      const made = await frame.createWallet(ada, { service: newShare(), recovery })
      frame.pass(60_000)
      const second = await frame.signIn(phone)
      expect(second.body.user).toMatchObject({ id: first.body.user.id, wallet: made.body })
      expect((await phone.post('/v1/wallet/recovery')).body.recovery).toEqual(recovery)
      const splits = Array.from({ length: 5 }, () => frame.newSplit(phone))
      const made2 = (await Promise.all(splits)).filter(({ status }) => status === 200)
      expect(made2).toHaveLength(1)
      await frame.close()
      store = await bench.open()
      const audit = createAudit(store.engine, frame.options.keys.pepper)
      const { entries, brokenAt } = await audit.verify(store.db)
      expect([entries > 6, brokenAt]).toEqual([true, undefined])
    })

    it('First sign-ins of one address at once make one account', async () => {
      await store.close()
      const limits = { mailPause: 0, mailHour: 100, mailDay: 100, mailClient: 100 }
      const frame = await startTestFrame({ databaseUrl: bench.databaseUrl, limits })
      frames.push(frame)
      const asked = []
      for (let count = 0; count < 8; count += 1) {
        const visitor = await frame.newVisitor()
        const { body } = await frame.start(visitor, 'ada@shop.example')
        const code = await frame.approve(await frame.nextMail('ada@shop.example'))
        asked.push({ visitor, id: body.id, code })
      }
      const answers = await Promise.all(
        asked.map(({ visitor, id, code }) => visitor.post('/v1/email/verify', { id, code })),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
      await frame.close()
      store = await bench.open()
    })
  })
