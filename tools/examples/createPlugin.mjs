// `npm create @latchkey/plugin` as a stranger would have it: from the packed tarball in an empty folder, for each kind of
// plugin, then install, types, tests, build, and the page in Chromium. Timed.
// Usage: node tools/examples/createPlugin.mjs [--json FILE] [--keep] [chain] [feature]
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { packEach } from '../pack/pack.mjs'
import { LAUNCH_ARGS, existingBrowser } from '../run/lib/browser.mjs'
import { noteCheck } from '../run/lib/progress.mjs'
import { publishedPackages, workspacePackages } from '../run/lib/workspace.mjs'
import { npm } from './npm.mjs'
import { serveStrict } from './serve.mjs'
import { chain, feature } from './smoke/createdPlugin.mjs'

const CREATE = '@latchkey/create-plugin'
const KIT = '@latchkey/plugin-testkit'
const KINDS = {
  chain: { name: 'pebble-beach', smoke: chain },
  feature: { name: '@stranger/diary', smoke: feature },
}
const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, keep: { type: 'boolean' } },
})

/** All that is published, and the kit, which every created plugin is tested with. */
async function packHouse() {
  const published = publishedPackages()
  const kit = workspacePackages().filter(
    ({ name }) => name === KIT && !published.some((one) => one.name === name),
  )
  return new Map((await packEach([...published, ...kit])).map(({ name, file }) => [name, file]))
}

/** The versions are real but on no registry here: the folder takes them from files, and our packages each other too. */
async function useTarballs(folder, tarballs) {
  const path = join(folder, 'package.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  const ours = Object.entries(manifest.devDependencies).filter(([name]) => tarballs.has(name))
  const strays = ours.filter(([, range]) => !/^\^\d+\.\d+\.\d+$/.test(range))
  if (strays.length || !ours.length)
    throw new Error(
      `the created package.json names our packages by something else than versions: ${JSON.stringify(strays)}`,
    )
  for (const [name] of ours) manifest.devDependencies[name] = `file:${tarballs.get(name)}`
  manifest.overrides = Object.fromEntries(ours.map(([name]) => [name, `$${name}`]))
  await writeFile(path, JSON.stringify(manifest, null, 2))
}

async function look(folder, smoke, browser) {
  const server = await serveStrict(join(folder, 'page/dist'))
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const problems = []
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await smoke({ page, url: server.url })
    if (problems.length) throw new Error(`the page complained: ${problems.join(' | ')}`)
  } finally {
    await context.close()
    await server.close()
  }
}

async function check(kind, { name, smoke }, tarballs, browser) {
  const folder = await mkdtemp(join(tmpdir(), `latchkey-create-${kind}-`))
  const times = []
  const timed = async (what, work) => {
    const began = Date.now()
    console.log(`${kind}: ${what} …`)
    await work()
    times.push(`${what} ${((Date.now() - began) / 1000).toFixed(1)} s`)
  }
  try {
    // What `npm create` does: npm exec of the package's only command.
    await timed('create', () =>
      npm(
        [
          'exec',
          '--yes',
          `--package=file:${tarballs.get(CREATE)}`,
          '--',
          'create-plugin',
          '--kind',
          kind,
          '--name',
          name,
          '--dir',
          '.',
        ],
        folder,
      ),
    )
    await useTarballs(folder, tarballs)
    await timed('install', () => npm(INSTALL, folder))
    await timed('types', () => npm(['run', 'types'], folder))
    await timed('kit', () => npm(['test'], folder))
    await timed('build', () => npm(['run', 'build'], folder))
    await timed('page', () => npm(['run', 'page:build'], folder))
    await timed('look', () => look(folder, smoke, browser))
  } finally {
    if (values.keep) console.log(`Kept: ${folder}`)
    else await rm(folder, { recursive: true, force: true })
  }
  return times.join(', ')
}

const tarballs = await packHouse()
const executablePath = (await existingBrowser())?.path
const browser = await chromium.launch({
  args: LAUNCH_ARGS,
  ...(executablePath && { executablePath }),
})
const results = []
try {
  for (const [kind, how] of Object.entries(KINDS)) {
    if (positionals.length && !positionals.includes(kind)) continue
    const { times, error } = await check(kind, how, tarballs, browser).then(
      (said) => ({ times: said }),
      (reason) => ({ error: reason }),
    )
    console.log(error ? `FAILED ${kind}\n${error.stack}` : `ok     ${kind}: ${times}`)
    const result = {
      title: `npm create, ${kind}: installs, passes the compiler and the kit, builds, and runs in a page`,
      status: error ? 'failed' : 'passed',
    }
    results.push(result)
    noteCheck('tools/examples/createPlugin.mjs', result)
  }
} finally {
  await browser.close()
}
if (values.json)
  await writeFile(values.json, JSON.stringify({ testResults: [{ assertionResults: results }] }))
process.exit(results.some(({ status }) => status === 'failed') ? 1 : 0)
