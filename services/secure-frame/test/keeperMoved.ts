import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  newKeys,
  newRecoveryKeys,
  newServiceKey,
  readKeys,
  readPublicKeys,
  readRecoveryKeys,
  readServiceKey,
  startKeeper,
  startSecureFrame,
} from '../src/index.js'
import { runCommand } from '../src/operate/commands.js'
import { ORIGIN, startTestFrame } from './harness.js'
import { automatic, freePort } from './keeperBench.js'

export interface Place {
  folder: string
  databaseUrl: string
  recoveryDatabaseUrl: string
  keeperUrl: string
  closes(close: () => unknown): void
}

/** Writes the files of both machines. @returns the setting that names one */
export async function writeFiles(folder: string): Promise<(name: string) => string> {
  const at = (name: string) => join(folder, name)
  const files = {
    'keys.json': newKeys('k1'),
    'recovery.json': newRecoveryKeys('r1'),
    'service.json': newServiceKey('s1'),
    'keeper-keys.json': newKeys('keeper'),
    'projects.json': JSON.stringify([{ id: 'shop', origins: [ORIGIN] }]),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(at(name), text)
  for (const [from, to] of [
    ['keeper-keys.json', 'keeper.pub.json'],
    ['service.json', 'service.pub.json'],
  ] as const)
    await writeFile(at(to), await runCommand(['keys', 'public', at(from)], {}))
  return (name) => `file:${at(name)}`
}

/** A service that keeps its shares itself, with so many persons. */
export async function startBefore(place: Place, count: number) {
  const file = await writeFiles(place.folder)
  const port = await freePort()
  const frame = await startTestFrame({
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    keys: await readKeys(file('keys.json')),
    recovery: 'automatic',
    recoveryKeys: await readRecoveryKeys(file('recovery.json')),
    databaseUrl: place.databaseUrl,
    recoveryDatabaseUrl: place.recoveryDatabaseUrl,
    limits: { mailClient: 1_000, mailProject: 1_000 },
  })
  place.closes(frame.close)
  const addPerson = async (n: number) => {
    const visitor = await frame.newVisitor()
    await frame.signIn(visitor, `p${n}@shop.example`)
    const recovery = automatic()
    const { status } = await frame.createWallet(visitor, { recovery })
    return { visitor, recovery, status, split: 1 }
  }
  const persons = []
  for (let n = 0; n < count; n += 1) persons.push(await addPerson(n))
  const env = {
    DATABASE_URL: place.databaseUrl,
    RECOVERY_DATABASE_URL: place.recoveryDatabaseUrl,
    KEYS: file('keys.json'),
    RECOVERY_KEYS: file('recovery.json'),
    KEEPER_KEY: file('keeper.pub.json'),
    SERVICE_KEY: file('service.json'),
    PROJECTS: join(place.folder, 'projects.json'),
    PUBLIC_URL: frame.url,
  }
  return { place, frame, persons, addPerson, env, file }
}
export type Before = Awaited<ReturnType<typeof startBefore>>

/** A keeper, and the service once more with it. Shares of before are where they were. */
export async function startWithKeeper({ place, frame, file }: Before) {
  const keys = await readKeys(file('keeper-keys.json'))
  const keeperOptions = {
    port: await freePort(),
    frameUrl: frame.url,
    databaseUrl: place.keeperUrl,
    keys,
    service: await readPublicKeys('SERVICE_KEY', file('service.pub.json')),
    mail: async () => undefined,
    mailFrom: 'Keeper <keeper@shop.example>',
    now: frame.options.now!,
  }
  const keeper = await startKeeper(keeperOptions)
  place.closes(() => keeper.close())
  await frame.close()
  const withKeeper = {
    ...frame.options,
    keeper: {
      url: keeper.url,
      keys: await readPublicKeys('KEEPER_KEY', file('keeper.pub.json')),
      serviceKeys: await readServiceKey(file('service.json')),
    },
  }
  const again = await startSecureFrame(withKeeper)
  place.closes(again.close)
  // A proof of the time before the service began is refused: the clock goes on.
  frame.pass(2_000)
  return { keeper, keeperOptions, again, withKeeper }
}
