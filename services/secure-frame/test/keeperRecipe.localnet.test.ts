// The recipe of docs/secure-frame.md for two machines, started as it is written there.
import { type ChildProcess, execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { type MailServer, spawnKept, startMail } from '@latchkey-tools/localnet'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_KEEPER_LIMITS } from '../src/keeper/limits.js'
import { type FrameSide, createFrameSide, done } from './frameSide.js'
import { freePort, keeperHealth } from './keeperBench.js'
import { buildProgram } from './programs.js'

const PAGE = new URL('../../../docs/secure-frame.md', import.meta.url)
const EMAIL = 'ada@shop.example'
const run = promisify(execFile)
let page: string
let mail: MailServer
let program: string
let folder: string
const running = new Set<ChildProcess>()
beforeAll(async () => {
  page = await readFile(PAGE, 'utf8')
  mail = await startMail()
  program = await buildProgram()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-two-'))
})
afterAll(async () => {
  await Promise.all([...running].map(end))
  await mail?.close()
  if (program) await rm(dirname(program), { recursive: true })
  if (folder) await rm(folder, { recursive: true })
})

/** The block of the page that is marked with that word. The keeper's address is one of this machine. */
const blockOf = (word: string): string => {
  const [, block] = new RegExp(`\`\`\`sh ${word}\n(.*?)\`\`\``, 's').exec(page) ?? []
  if (!block) throw new Error(`docs/secure-frame.md has no block "sh ${word}".`)
  return block.replaceAll('10.0.0.12', '127.0.0.12')
}

/** As if the power of its machine went. */
const end = async (child: ChildProcess): Promise<void> => {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  process.kill(-child.pid!, 'SIGKILL')
  await gone
}

/** A machine with a folder and an environment of its own, where the program is installed. */
async function createMachine(name: string, settings: Readonly<Record<string, string>>) {
  const home = join(folder, name)
  await mkdir(join(home, 'bin'), { recursive: true })
  const bin = join(home, 'bin', 'latchkey-secure-frame')
  await writeFile(bin, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  await chmod(bin, 0o755)
  const written = blockOf(`${name}.env`)
  const own = written.replace(/^(\w+)=.*$/gm, (line, setting: string) =>
    setting in settings ? `${setting}=${settings[setting]}` : line,
  )
  for (const setting of Object.keys(settings)) expect(written).toContain(`${setting}=`)
  // Persons sign in more often here than in half a minute.
  await writeFile(join(home, `${name}.env`), `${own}LIMIT_MAIL_PAUSE=0\n`)
  const options = { cwd: home, env: { PATH: `${join(home, 'bin')}:/usr/bin:/bin` } }
  return {
    home,
    run: async (script: string) => (await run('sh', ['-ec', script], options)).stdout,
    start() {
      const child = spawnKept('sh', ['-c', blockOf(`${name}-start`)], {
        ...options,
        detached: true,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      running.add(child)
      return child
    },
  }
}

const taken = new Set<object>()

/** Waits for a mail that fits, and takes it. */
async function takeMail(fits: (text: string, subject: string) => boolean) {
  for (;;) {
    const found = mail.mails.find((one) => !taken.has(one) && fits(one.text, one.subject))
    if (found) taken.add(found)
    if (found) return found
    await new Promise((next) => setTimeout(next, 20))
  }
}

/** The whole way of a person in a browser of their own. */
async function signIn(side: FrameSide): Promise<string> {
  const { action } = done(await side.ask('connect email', { email: EMAIL }))
  const { text } = await takeMail((one) => /\/device\/|^\d{6}$/m.test(one))
  const link = /http\S+\/device\/\S+/.exec(text)?.[0]
  let otp = /^\d{6}$/m.exec(text)?.[0]
  if (link) {
    const answer = await fetch(`${link}/approve`, { method: 'POST' })
    otp = /<output[^>]*>(\d{6})</.exec(await answer.text())![1]
  }
  expect(action).toBe(link ? 'VERIFY_DEVICE' : 'VERIFY_OTP')
  return done(await side.ask('connect otp', { otp: otp! })).user.address
}

it('Two machines as in the guide: a wallet, a new device, a keeper that dies, and one that is back', async () => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const keeper = await createMachine('keeper', { FRAME_URL: publicUrl, SMTP_URL: mail.url })
  const frame = await createMachine('frame', {
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    SMTP_URL: mail.url,
  })
  await keeper.run(blockOf('keeper-keys'))
  await frame.run(blockOf('frame-keys'))
  const certificate = new X509Certificate(await readFile(join(keeper.home, 'keeper.crt')))
  expect(certificate.ca).toBe(false)
  // Without the right to sign others, and for servers alone.
  const shown = await keeper.run('openssl x509 -in keeper.crt -noout -text')
  expect(shown).toMatch(/Basic Constraints: critical\s+CA:FALSE\s/)
  expect(shown).toMatch(/Key Usage: critical\s+Digital Signature\n/)
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  const copies = /\*\*3\.\*\* Copy (.*)/.exec(page)![1]!
  for (const [name, from, to] of [
    ['keeper.pub.json', keeper, frame],
    ['keeper.crt', keeper, frame],
    ['service.pub.json', frame, keeper],
  ] as const) {
    expect(copies).toContain(`\`${name}\``)
    await copyFile(join(from.home, name), join(to.home, name))
  }
  const process1 = keeper.start()
  frame.start()
  await expect.poll(() => keeperHealth(publicUrl).catch(() => undefined)).toBe('ok')

  const first = await createFrameSide(publicUrl, 'automatic')
  const address = await signIn(first)
  expect(first.wallet.record().recovery).toEqual(['automatic'])
  expect(await first.wallet.unlock()).toBe(true)

  const phone = await createFrameSide(publicUrl, 'automatic')
  expect(await signIn(phone)).toBe(address)
  expect(await phone.wallet.unlock()).toBe(true)
  const told = await takeMail((_, subject) => subject === 'Your wallet was recovered on a device')
  expect(told.headers.find(({ key }) => key === 'from')?.value).toContain('security@shop.example')
  const audit =
    'set -a && . ./keeper.env && set +a && latchkey-secure-frame --role keeper audit verify'
  expect(await keeper.run(audit)).toContain('is whole: 1 entries')

  await end(process1)
  await expect.poll(() => keeperHealth(publicUrl)).toBe('away')
  const tablet = await createFrameSide(publicUrl, 'automatic')
  expect(await signIn(tablet)).toBe(address)
  expect(await tablet.wallet.unlock()).toBe(false)
  await expect(tablet.wallet.ways()).rejects.toMatchObject({
    message: 'Wallets cannot be made or recovered right now. Try again.',
    details: { reason: 'keeper' },
  })
  // The devices of before go on.
  expect(await signIn(first)).toBe(address)
  expect(await first.wallet.unlock()).toBe(true)

  keeper.start()
  await expect.poll(() => keeperHealth(publicUrl)).toBe('ok')
  expect(await tablet.wallet.unlock()).toBe(true)
  for (const side of [first, phone, tablet]) side.close()

  // Each secret is on the machine that made it.
  const files = await Promise.all([keeper, frame].map(({ home }) => readdir(home)))
  expect(files[0]).not.toContain('service.json')
  expect(files[1]).not.toContain('keeper.key')
  const [own, others] = await Promise.all(
    [keeper, frame].map(({ home }) => readFile(join(home, 'keys.json'), 'utf8')),
  )
  expect(own).not.toBe(others)
})

it('Every setting and limit that the guide names is in the table of the README', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const names = ['keeper.env', 'frame.env'].flatMap((word) =>
    [...blockOf(word).matchAll(/^(\w+)=/gm)].map(([, name]) => name!),
  )
  const limits = [...page.matchAll(/`(LIMIT_\w+)`/g)].map(([, name]) => name!)
  expect([names.length > 15, limits.length > 1]).toEqual([true, true])
  const { releasesHour, releasesAccount } = DEFAULT_KEEPER_LIMITS
  for (const text of [page, readme]) {
    expect(text).toContain(`\`LIMIT_RELEASES_HOUR\` (${releasesHour} in an hour`)
    expect(text).toContain(`\`LIMIT_RELEASES_ACCOUNT\` (${releasesAccount} `)
  }
  expect([...names, ...limits].filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})
