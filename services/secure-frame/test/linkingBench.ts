import { type SocialName } from '@latchkey-tools/localnet'
import { ORIGIN } from './harness.js'
import { resultOf, startSocialBench } from './socialBench.js'
import { type Answer, type Visitor } from './visitor.js'

/** Ada's address, by mail and at a provider. */
export const ADA = 'ada@shop.example'
export const MAIL_PAUSE_MS = 30_000

/** A service with providers at which persons have the addresses that the test gives them. */
export async function startLinkingBench(changes: Parameters<typeof startSocialBench>[0] = {}) {
  const bench = await startSocialBench(changes)
  /** Names the person who signs in at a provider from now on. */
  const be = (provider: SocialName, email: string | undefined, id = '41', more: object = {}) =>
    bench.providers.switch(provider, {
      person: { id, name: 'ada', ...(email !== undefined && { email }) },
      ...more,
    })
  /** The code of a mail that is asked for like any other. */
  const askCode = async (visitor: Visitor, email = ADA): Promise<{ id: string; code: string }> => {
    const { body } = await bench.start(visitor, email)
    let { text } = await bench.nextMail(email)
    // Notices may stand between.
    while (!/\/device\/|^\d{6}$/m.test(text)) ({ text } = await bench.nextMail(email))
    const code =
      body.action === 'VERIFY_OTP' ? /^\d{6}$/m.exec(text)![0] : await bench.approve({ text })
    return { id: body.id, code }
  }
  const answer = (visitor: Visitor, way: string, link: string, more: object = {}) =>
    visitor.post(`/v1/link/${way}`, { projectId: 'shop', link, ...more })
  /** Signs in at a provider, and gives its result, which is not used yet. */
  const resultBy = async (visitor: Visitor, provider: SocialName) =>
    resultOf((await bench.comeBack(visitor, provider)).uri)
  const byMail = async (visitor: Visitor, link: string, email = ADA): Promise<Answer> =>
    visitor.keep(await answer(visitor, 'email', link, await askCode(visitor, email)))
  const bySocial = async (visitor: Visitor, link: string, provider: SocialName): Promise<Answer> =>
    visitor.keep(await answer(visitor, 'social', link, await resultBy(visitor, provider)))
  const add = async (visitor: Visitor, provider: SocialName): Promise<Answer> =>
    visitor.post('/v1/sign-ins', await resultBy(visitor, provider))
  const remove = (visitor: Visitor, kind: string) => visitor.ask('DELETE', `/v1/sign-ins/${kind}`)
  /** Changes the address of an account by both codes. @returns the link that undoes it */
  const changeEmail = async (visitor: Visitor, to: string, from = ADA): Promise<string> => {
    const codeOf = async (address: string): Promise<string> => {
      const { text } = await bench.nextMail(address)
      return /^\d{6}$/m.exec(text)?.[0] ?? codeOf(address)
    }
    const asked = { email: to, origin: ORIGIN, lang: 'en' }
    const { id } = (await visitor.post('/v1/email/change/start', asked)).body
    await visitor.post('/v1/email/change/primary', { id, code: await codeOf(from) })
    const code = await codeOf(to)
    const { status } = await visitor.post('/v1/email/change/secondary', { id, code })
    if (status !== 200) throw new Error(`The change was refused: ${status}`)
    let text = ''
    while (!text.includes('/email-change/')) ({ text } = await bench.nextMail(from))
    return /http\S+\/email-change\/\S+/.exec(text)![0]
  }
  /** Ada's account by mail, with a wallet. */
  const newAda = async (email = ADA) => {
    const ada = await bench.newVisitor()
    const { body } = await bench.signIn(ada, email)
    const wallet = (await bench.createWallet(ada)).body
    return { ada, account: body.user.id as string, wallet: wallet.id as string }
  }
  return {
    ...bench,
    be,
    askCode,
    answer,
    resultBy,
    byMail,
    bySocial,
    add,
    remove,
    changeEmail,
    newAda,
  }
}
export type LinkingBench = Awaited<ReturnType<typeof startLinkingBench>>
