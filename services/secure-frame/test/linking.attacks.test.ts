import { afterEach, expect, it } from 'vitest'
import { ORIGIN } from './harness.js'
import { ADA, MAIL_PAUSE_MS, type LinkingBench, startLinkingBench } from './linkingBench.js'
import { type Answer, type Visitor, newFrameKey, reasonOf } from './visitor.js'

const ending: LinkingBench[] = []
afterEach(async () => {
  for (const bench of ending.splice(0)) await bench.close()
})
const HOUR_MS = 60 * 60_000
const EVE = 'eve@evil.example'

interface Scene {
  bench: LinkingBench
  /** The person with an account by mail and a wallet. */
  ada: Visitor
  account: string
  /** A stranger in a browser of their own. */
  eve: Visitor
}
/** Tries to reach Ada's wallet. @returns the visitors with which it may have been reached */
type Attack = (scene: Scene) => Promise<readonly Visitor[]>

/** Each is answered by a refusal of the contract, and by no session. */
const refused = (...answers: readonly Answer[]): void => {
  for (const answer of answers) {
    expect(answer.status).not.toBe(200)
    reasonOf(answer)
  }
}
const questionOf = ({ body }: Answer): string => body.question.id

/** Eve's own account at GitHub has Ada's verified address, as one of a mailbox that Eve reads for a while. */
const asked = async ({ bench, eve }: Scene): Promise<string> => {
  bench.be('github', ADA, '666')
  return questionOf(await bench.signInBy(eve, 'github'))
}
const START = { origin: ORIGIN, lang: 'en' }
const codeOf = async (bench: LinkingBench, to: string): Promise<string> => {
  const { text } = await bench.nextMail(to)
  return /^\d{6}$/m.exec(text)?.[0] ?? codeOf(bench, to)
}

const ATTACKS: Readonly<Record<string, Attack>> = {
  'a first sign-in with the same address, which the provider has not verified': async (scene) => {
    const { bench, eve } = scene
    bench.be('discord', ADA, '666', { unverifiedEmail: true })
    const { body } = eve.keep(await bench.signInBy(eve, 'discord'))
    expect(body.question).toBeUndefined()
    return [eve]
  },
  'the proof of the new sign-in alone': async (scene) => {
    const { bench, eve } = scene
    const link = await asked(scene)
    // The same sign-in once more does not count as the second proof.
    const again = questionOf(await bench.signInBy(eve, 'github'))
    refused(
      await bench.answer(eve, 'social', again, await bench.resultBy(eve, 'github')),
      await bench.answer(eve, 'email', link, { id: link, code: '000000' }),
    )
    return [eve]
  },
  'a code of an address of the stranger, and guesses at the right one': async (scene) => {
    const { bench, eve } = scene
    const link = await asked(scene)
    refused(await bench.answer(eve, 'email', link, await bench.askCode(eve, EVE)))
    bench.pass(MAIL_PAUSE_MS)
    const { id, code } = await bench.askCode(eve)
    const guesses = Array.from({ length: 50 }, (_, count) => (Number(code) + 1 + count) % 1_000_000)
    const tries = guesses.map((guess) =>
      bench.answer(eve, 'email', link, { id, code: String(guess).padStart(6, '0') }),
    )
    refused(...(await Promise.all(tries)), await bench.answer(eve, 'email', link, { id, code }))
    return [eve]
  },
  'the code of Ada without the question, and the question of Ada without its frame': async (
    scene,
  ) => {
    const { bench, ada, eve } = scene
    bench.be('google', ADA)
    const link = questionOf(await bench.signInBy(ada, 'google'))
    bench.pass(MAIL_PAUSE_MS)
    const proof = await bench.askCode(ada)
    refused(
      await bench.answer(eve, 'email', link, proof),
      await bench.answer(eve, 'decline', link),
      await eve.post('/v1/link/email', { projectId: 'other', link, ...proof }),
      await ada.post(
        '/v1/link/email',
        { projectId: 'shop', link, ...proof },
        { key: await newFrameKey() },
      ),
    )
    return [eve]
  },
  'a sign-in of the stranger, added with the session of Ada that is an hour old': async (scene) => {
    const { bench, ada, eve } = scene
    bench.be('x', undefined, '666')
    bench.pass(HOUR_MS)
    refused(await bench.add(ada, 'x'), await bench.remove(ada, 'email'))
    eve.keep(await bench.signInBy(eve, 'x'))
    return [eve]
  },
  'a result of the stranger in the session of Ada, and of Ada in the session of the stranger':
    async (scene) => {
      const { bench, ada, eve } = scene
      bench.be('x', undefined, '666')
      const result = await bench.resultBy(eve, 'x')
      refused(await ada.post('/v1/sign-ins', result))
      await bench.signIn(eve, EVE)
      bench.be('github', undefined, '41')
      await bench.add(ada, 'github')
      refused(await bench.add(eve, 'github'))
      return [eve]
    },
  'a change of the address by the code of one side': async (scene) => {
    const { bench, ada, eve } = scene
    const { id } = (await ada.post('/v1/email/change/start', { email: EVE, ...START })).body
    const code = await codeOf(bench, ADA)
    refused(
      await ada.post('/v1/email/change/secondary', { id, code }),
      await ada.post('/v1/email/change/secondary', { id, code: '000000' }),
    )
    await ada.post('/v1/email/change/primary', { id, code })
    refused(await ada.post('/v1/email/change/secondary', { id, code }))
    // The other code is there, and Ada does not type it.
    await codeOf(bench, EVE)
    bench.pass(MAIL_PAUSE_MS)
    eve.keep(await bench.signIn(eve, EVE))
    return [eve]
  },
  'a change of the address with a session of an hour ago': async (scene) => {
    const { bench, ada, eve } = scene
    bench.pass(HOUR_MS)
    const { id } = (await ada.post('/v1/email/change/start', { email: EVE, ...START })).body
    // The code goes to Ada, and nothing to Eve.
    expect(bench.mails.filter(({ to }) => to === EVE)).toEqual([])
    refused(await ada.post('/v1/email/change/secondary', { id, code: '000000' }))
    eve.keep(await bench.signIn(eve, EVE))
    return [eve]
  },
  'a change that is undone after 71 hours': async (scene) => {
    const { bench, ada, eve } = scene
    const link = await bench.changeEmail(ada, EVE)
    bench.pass(1_000)
    eve.keep(await bench.signIn(eve, EVE))
    bench.be('x', undefined, '666')
    refused(
      await bench.add(eve, 'x'),
      await bench.remove(eve, 'email'),
      await eve.post('/v1/wallet/export'),
      await eve.post('/v1/wallet/recovery'),
    )
    bench.pass(71 * HOUR_MS)
    expect((await fetch(`${link}/undo`, { method: 'POST' })).status).toBe(200)
    const byX = await bench.newVisitor()
    byX.keep(await bench.signInBy(byX, 'x'))
    return [eve, byX]
  },
  'a sign-in that the stranger added with the session of Ada before the change, and its undo':
    async (scene) => {
      const { bench, ada, eve } = scene
      bench.be('x', undefined, '666')
      expect((await bench.add(ada, 'x')).status).toBe(200)
      // Removed, the address could be changed without its code, and nobody could undo it.
      refused(await bench.remove(ada, 'email'))
      const link = await bench.changeEmail(ada, EVE)
      expect((await fetch(`${link}/undo`, { method: 'POST' })).status).toBe(200)
      eve.keep(await bench.signInBy(eve, 'x'))
      return [eve]
    },
  'an undo after 73 hours, by whoever reads the old mailbox by then': async (scene) => {
    const { bench, ada, eve } = scene
    const link = await bench.changeEmail(ada, 'ada@new.example')
    bench.pass(73 * HOUR_MS)
    expect((await fetch(`${link}/undo`, { method: 'POST' })).status).toBe(410)
    // The old address opens an account of its own.
    eve.keep(await bench.signIn(eve, ADA))
    return [eve]
  },
  'a question about an account whose address was changed, while that can be undone': async (
    scene,
  ) => {
    const { bench, ada, eve } = scene
    await bench.changeEmail(ada, EVE)
    bench.be('github', EVE, '666')
    const link = questionOf(await bench.signInBy(eve, 'github'))
    bench.pass(MAIL_PAUSE_MS)
    const proof = await bench.askCode(eve, EVE)
    const answer = await bench.answer(eve, 'email', link, proof)
    expect(reasonOf(answer)).toEqual([403, 'changed'])
    return [eve]
  },
  'two answers, and two additions, at once': async (scene) => {
    const { bench, ada, eve } = scene
    const link = await asked(scene)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => bench.answer(eve, 'decline', link)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    eve.keep(answers.find(({ status }) => status === 200)!)
    // Both want the one person of a provider for their account.
    bench.be('x', undefined, '7')
    const [mine, theirs] = [await bench.resultBy(ada, 'x'), await bench.resultBy(eve, 'x')]
    const added = await Promise.all([
      ada.post('/v1/sign-ins', mine),
      eve.post('/v1/sign-ins', theirs),
    ])
    expect(added.filter(({ status }) => status === 200)).toHaveLength(1)
    return [eve]
  },
}

const tried: string[] = []
const reached: string[] = []
it.each(Object.keys(ATTACKS))('No wallet is reached by %s', async (name) => {
  const projects = ['shop', 'other'].map((id) => ({ id, origins: [ORIGIN] }))
  const bench = await startLinkingBench({ projects, limits: { addressRequests: 1_000_000 } })
  ending.push(bench)
  const { ada, account, wallet } = await bench.newAda()
  const visitors = await ATTACKS[name]!({ bench, ada, account, eve: await bench.newVisitor() })
  tried.push(name)
  for (const visitor of visitors) {
    const { status, body } = await visitor.get('/v1/user')
    if (status === 200 && (body.id === account || body.wallet?.id === wallet)) reached.push(name)
  }
  expect(reached).not.toContain(name)
})

it('Linking and changes of email are attacked in 13 ways', ({ task }) => {
  task.meta.attack = {
    attack: 'linking and change of email',
    tries: tried.length,
    wanted: '0 wallets without both proofs',
    seen: `${reached.length} wallets`,
  }
  expect([tried.length, reached]).toEqual([13, []])
})
