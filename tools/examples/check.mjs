// Examples, as a stranger would have them: copied out of the workspace, our packages from packed tarballs, installed with npm (once for all of them), built, started, opened in Chromium.
// Usage: node tools/examples/check.mjs [--json FILE] [--keep] [--all] [NAME ...]; without names those that build in seconds; all with --all or LATCHKEY_ALL_EXAMPLES=1.
import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { packAll } from '../pack/pack.mjs'
import { LAUNCH_ARGS, existingBrowser } from '../run/lib/browser.mjs'
import { start, stop } from '../run/lib/children.mjs'
import { freePort } from '../run/lib/ports.mjs'
import { noteCheck } from '../run/lib/progress.mjs'
import { npm } from './npm.mjs'
import { signInOverHttp, signText } from './signIn.mjs'
import { installExampleWallet, visitor } from './visitor.mjs'

/** Built by a framework that takes its time: `pnpm examples` runs them too. */
const SLOW = ['next', 'next-wagmi']
const READY_MS = 300_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, keep: { type: 'boolean' }, all: { type: 'boolean' } },
})
const examples = fileURLToPath(new URL('../../examples', import.meta.url))
const known = readdirSync(examples).filter((name) => existsSync(join(examples, name, 'smoke.mjs')))
const chosen = positionals.length
  ? positionals
  : known.filter((name) => values.all || process.env.LATCHKEY_ALL_EXAMPLES || !SLOW.includes(name))

const times = []
const timed = async (what, work) => {
  const began = Date.now()
  console.log(`${what} …`)
  const made = await work()
  times.push(`${what} ${((Date.now() - began) / 1000).toFixed(1)} s`)
  return made
}

/** One install for all: a folder whose packages the examples are. Our packages are on no registry, so these take them from files, and each other too. */
async function installAll(folder, names, tarballs) {
  for (const name of names) {
    const path = join(folder, name, 'package.json')
    await cp(join(examples, name), join(folder, name), {
      recursive: true,
      filter: (from) => !/node_modules|[\\/]dist$|\.next$/.test(from),
    })
    const manifest = JSON.parse(await readFile(path, 'utf8'))
    for (const kind of [manifest.dependencies, manifest.devDependencies ?? {}])
      for (const wanted of Object.keys(kind))
        if (tarballs.has(wanted)) kind[wanted] = `file:${tarballs.get(wanted)}`
    await writeFile(path, JSON.stringify(manifest, null, 2))
  }
  const overrides = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]))
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'examples', private: true, workspaces: names, overrides }, null, 2),
  )
  await npm(['install', '--no-audit', '--no-fund', '--prefer-offline'], folder)
}

/** Its own server, until it answers. */
async function serve(folder, name) {
  const port = await freePort()
  const child = start('npm', ['run', 'start'], {
    cwd: join(folder, name),
    env: { PORT: String(port), NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const url = `http://127.0.0.1:${port}/`
  const end = Date.now() + READY_MS
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > end)
      throw new Error(`its server does not answer:\n${output.slice(-2000)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { url, close: () => stop(child) }
}

async function look(name, url, browser) {
  const { smoke } = await import(new URL(`../../examples/${name}/smoke.mjs`, import.meta.url))
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const problems = []
    let expected
    const note = (text) => expected?.test(text) || problems.push(text)
    page.on('pageerror', ({ message }) => note(message))
    page.on('console', (message) => message.type() === 'error' && note(message.text()))
    const foreign = []
    page.on(
      'request',
      (request) =>
        !request.url().startsWith(url) &&
        !/^(data|blob):/.test(request.url()) &&
        foreign.push(request.url()),
    )
    await page.addInitScript(installExampleWallet)
    await smoke({
      page,
      url,
      visitor: visitor(page),
      signInOverHttp,
      signText,
      expectProblems: (pattern) => {
        expected = pattern
      },
    })
    if (problems.length) throw new Error(`the page complained: ${problems.join(' | ')}`)
    if (foreign.length)
      throw new Error(`requests to hosts that no option names: ${foreign.join(', ')}`)
  } finally {
    await context.close()
  }
}

async function check(folder, name, browser) {
  await timed(`${name}: build`, () => npm(['run', 'build'], join(folder, name)))
  await timed(`${name}: visit`, async () => {
    const server = await serve(folder, name)
    try {
      await look(name, server.url, browser)
    } finally {
      await server.close()
    }
  })
}

const folder = await mkdtemp(join(tmpdir(), 'latchkey-examples-'))
const results = []
const executablePath = (await existingBrowser())?.path
const browser = await chromium.launch({
  args: LAUNCH_ARGS,
  ...(executablePath && { executablePath }),
})
try {
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  const tarballs = await timed('pack', () => packAll())
  await timed('install', () => installAll(folder, chosen, tarballs))
  for (const name of chosen) {
    const error = await check(folder, name, browser).then(
      () => undefined,
      (reason) => reason,
    )
    console.log(`${error ? 'FAILED' : 'ok    '} ${name}${error ? `\n${error.stack}` : ''}`)
    const result = {
      title: `example ${name} installs, builds and runs from tarballs`,
      status: error ? 'failed' : 'passed',
    }
    results.push(result)
    noteCheck('tools/examples', result)
  }
} finally {
  await browser.close()
  if (values.keep) console.log(`Kept: ${folder}`)
  else await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
console.log(times.join(', '))
const left = known.filter((name) => !chosen.includes(name))
if (left.length) console.log(`Left out here: ${left.join(', ')} (pnpm examples runs all)`)
if (values.json)
  await writeFile(values.json, JSON.stringify({ testResults: [{ assertionResults: results }] }))
process.exit(results.some(({ status }) => status === 'failed') ? 1 : 0)
