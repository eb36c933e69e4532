import { createServer } from 'node:net'
import {
  type KeeperOptions,
  type SecureFrameOptions,
  newServiceKey,
  startKeeper,
} from '../src/index.js'
import { ORIGIN, type TestMail, newShare, startTestFrame, testKeys } from './harness.js'
import { type Visitor } from './visitor.js'

/** New keys of the service, for its requests to a keeper. */
export const testServiceKeys = (id = 's1') =>
  JSON.parse(newServiceKey(id)).signing as ReturnType<typeof testKeys>['signing']

/** The public half, as the other machine has it. */
export const publicOf = (keys: readonly { d: string }[]) =>
  keys.map(({ d: _, ...rest }) => rest) as unknown as KeeperOptions['service']

/** A port that nobody listens on. */
export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })

export type Line = { level: string; event: string } & Record<string, unknown>

/** A log that a test reads. */
export const createLines = () => {
  const lines: Line[] = []
  return {
    lines,
    log: (level: string, event: string, fields = {}) =>
      void lines.push({ level, event, ...fields }),
    of: (event: string) => lines.filter((line) => line.event === event),
  }
}

interface Changes {
  frame?: Partial<SecureFrameOptions>
  keeper?: Partial<KeeperOptions>
}

/** A service whose recovery shares a keeper has, with an inbox for each of both. */
export async function startKept(changes: Changes = {}) {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const serviceKeys = testServiceKeys()
  const keys = testKeys('keeper')
  const mails: TestMail[] = []
  const clock = { now: Date.now }
  const log = createLines()
  const keeperLog = createLines()
  const keeperOptions: KeeperOptions = {
    port: await freePort(),
    frameUrl: publicUrl,
    databaseUrl: 'file::memory:',
    keys,
    service: publicOf(serviceKeys),
    mail: async (mail) => void mails.push(mail),
    mailFrom: 'Keeper <keeper@shop.example>',
    now: () => clock.now(),
    log: keeperLog.log,
    ...changes.keeper,
  }
  let keeper = await startKeeper(keeperOptions)
  const frame = await startTestFrame({
    port,
    publicUrl,
    recovery: 'automatic',
    keeper: { url: keeper.url, keys: publicOf(keys.signing), serviceKeys },
    log: log.log,
    ...changes.frame,
  })
  clock.now = frame.options.now!
  return {
    frame,
    keeperOptions,
    serviceKeys,
    /** Mails that the keeper has sent. */
    mails,
    log,
    keeperLog,
    get keeper() {
      return keeper
    },
    async restartKeeper(more: Partial<KeeperOptions> = {}) {
      await keeper.close()
      keeper = await startKeeper({ ...keeperOptions, ...more })
    },
    async close() {
      await frame.close()
      await keeper.close()
    },
  }
}
export type Kept = Awaited<ReturnType<typeof startKept>>

/** The recovery of a wallet whose share the operator keeps. */
export const automatic = (share = newShare()) => [{ kind: 'automatic' as const, share }]

/** The state of the keeper as `/health` tells it. */
export const keeperHealth = async (url: string): Promise<string | undefined> => {
  const { servers } = (await (await fetch(`${url}/health`)).json()) as {
    servers: { name: string; state: string }[]
  }
  return servers.find(({ name }) => name === 'keeper')?.state
}

/** Changes the address of a person. @returns the link that undoes it */
export const changeEmail = async ({ frame }: Kept, ada: Visitor): Promise<string> => {
  const codeTo = async (to: string) => /^\d{6}$/m.exec((await frame.nextMail(to)).text)![0]
  const asked = { email: 'ada@new.example', origin: ORIGIN }
  const { id } = (await ada.post('/v1/email/change/start', asked)).body
  await ada.post('/v1/email/change/primary', { id, code: await codeTo('ada@shop.example') })
  const secondary = { id, code: await codeTo('ada@new.example') }
  const { status } = await ada.post('/v1/email/change/secondary', secondary)
  if (status !== 200) throw new Error(`The change was refused: ${status}`)
  const { text } = await frame.nextMail('ada@shop.example')
  return /http\S+\/email-change\/\S+/.exec(text)![0]
}
