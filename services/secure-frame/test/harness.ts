import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import {
  newKeys,
  newRecoveryKeys,
  startSecureFrame,
  type SecureFrameOptions,
} from '../src/index.js'
import { type SplitWanted, splitStatement } from '../src/contract/splitStatement.js'
import { type MailContent } from '../src/mail/mails.js'
import { type Visitor, createVisitor } from './visitor.js'

export const ORIGIN = 'https://shop.example'
export const EVM = `0x${'a1'.repeat(20)}`
/** The own key of all wallets of tests. */
const OWN = generateKeyPairSync('ed25519')
export const SOLANA = base58.encode(
  Buffer.from(OWN.publicKey.export({ format: 'jwk' }).x!, 'base64url'),
)

const wrappingOf = (json: string) =>
  JSON.parse(json).wrapping.map(({ id, key }: { id: string; key: string }) => ({
    id,
    key: Buffer.from(key, 'base64'),
  }))

/** New keys, as they are read from a file. */
export const testKeys = (id = 'k1') => {
  const json = newKeys(id)
  const { pepper, signing } = JSON.parse(json)
  return { wrapping: wrappingOf(json), pepper: Buffer.from(pepper, 'base64'), signing }
}
export const testRecoveryKeys = (id = 'r1') => wrappingOf(newRecoveryKeys(id))

export const newShare = (): string => randomBytes(33).toString('base64url')
export const kit = () => ({ kind: 'kit' as const, sealed: randomBytes(61).toString('base64url') })

export type TestMail = MailContent & { to: string }

/** A service with an inbox, whose clock the test moves. */
export async function startTestFrame(changes: Partial<SecureFrameOptions> = {}) {
  const mails: TestMail[] = []
  let waiting: (() => void)[] = []
  let later = 0
  const now = (): number => Date.now() + later
  const options: SecureFrameOptions = {
    databaseUrl: 'file::memory:',
    keys: testKeys(),
    recovery: 'user',
    projects: [{ id: 'shop', origins: [ORIGIN, 'https://*.shop.example'], email: true }],
    mail: async (mail) => {
      mails.push(mail)
      waiting.splice(0).forEach((wake) => wake())
    },
    mailFrom: 'Shop <mail@shop.example>',
    now,
    ...changes,
  }
  const frame = await startSecureFrame(options)
  const newVisitor = () => createVisitor(frame.url, now)
  /** Waits for a mail to an address, after those that were read before. */
  const nextMail = async (to: string): Promise<TestMail> => {
    for (;;) {
      const at = mails.findIndex((mail) => mail.to === to)
      if (at >= 0) return mails.splice(at, 1)[0]!
      await new Promise<void>((done) => (waiting = [...waiting, done]))
    }
  }
  const start = (visitor: Visitor, email: string, more: object = {}) =>
    visitor.post('/v1/email/start', { projectId: 'shop', email, origin: ORIGIN, ...more })
  /** Follows the link of a mail and returns the code of its page. */
  const approve = async (mail: Pick<TestMail, 'text'>): Promise<string> => {
    const [link = ''] = /http\S+\/device\/\S+/.exec(mail.text) ?? []
    const page = await (await fetch(`${link}/approve`, { method: 'POST' })).text()
    return /<output[^>]*>(\d{6})</.exec(page)![1]!
  }
  /** The whole way: mail, link or code, session. */
  const signIn = async (visitor: Visitor, email = 'ada@shop.example') => {
    const started = await start(visitor, email)
    if (started.status !== 200) throw new Error(`The start was refused: ${started.status}`)
    // Notices may stand between.
    let mail = await nextMail(email)
    while (!/\/device\/|^\d{6}$/m.test(mail.text)) mail = await nextMail(email)
    const code =
      started.body.action === 'VERIFY_OTP' ? /^\d{6}$/m.exec(mail.text)![0] : await approve(mail)
    return visitor.keep(await visitor.post('/v1/email/verify', { id: started.body.id, code }))
  }
  const createWallet = (visitor: Visitor, more: object = {}) =>
    visitor.post('/v1/wallet', {
      id: randomBytes(16).toString('base64url'),
      evm: EVM,
      solana: SOLANA,
      service: newShare(),
      recovery: [kit()],
      ...more,
    })
  /** A new split as the page asks for it, signed by the wallet's own key. */
  const signSplit = async (visitor: Visitor, more: Partial<SplitWanted> = {}) => {
    const wanted: SplitWanted = { from: 1, service: newShare(), recovery: [kit()], ...more }
    const { wallet } = (await visitor.get('/v1/user')).body
    const bytes = splitStatement(wallet?.id, wanted)
    return { ...wanted, signature: sign(null, bytes, OWN.privateKey).toString('base64url') }
  }
  const newSplit = async (visitor: Visitor, more?: Partial<SplitWanted>) =>
    visitor.post('/v1/wallet/split', await signSplit(visitor, more))
  return {
    ...frame,
    options,
    mails,
    newVisitor,
    nextMail,
    start,
    approve,
    signIn,
    createWallet,
    signSplit,
    newSplit,
    /** Moves the clock of service and visitors. */
    pass: (ms: number) => void (later += ms),
  }
}
export type TestFrame = Awaited<ReturnType<typeof startTestFrame>>
