// Every example, as a stranger would have it: copied out of the workspace, our packages from packed tarballs, installed with npm, built, opened in Chromium.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { packAll } from '../pack/pack.mjs'
import { LAUNCH_ARGS, existingBrowser } from '../run/lib/browser.mjs'
import { npm } from './npm.mjs'
import { serveStrict } from './serve.mjs'
import { smoke as thirdParty } from './smoke/thirdParty.mjs'
import { smoke as viteReact } from './smoke/viteReact.mjs'

const EXAMPLES = { 'vite-react': viteReact, 'third-party-plugin': thirdParty }

/** Our packages are not on a registry here: the copy takes them from files, and their own dependencies on each other too. */
async function useTarballs(folder, tarballs) {
  const path = join(folder, 'package.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  const files = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]))
  for (const name of Object.keys(manifest.dependencies)) if (files[name]) manifest.dependencies[name] = files[name]
  manifest.overrides = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, manifest.dependencies[name] ? `$${name}` : file]))
  await writeFile(path, JSON.stringify(manifest, null, 2))
}

async function check(name, smoke, tarballs, browser) {
  const folder = await mkdtemp(join(tmpdir(), `latchkey-example-${name}-`))
  try {
    await cp(new URL(`../../examples/${name}`, import.meta.url), folder, { recursive: true, filter: (path) => !/node_modules|dist$/.test(path) })
    await useTarballs(folder, tarballs)
    await npm(['install', '--no-audit', '--no-fund', '--prefer-offline'], folder)
    await npm(['run', 'build'], folder)
    const server = await serveStrict(join(folder, 'dist'))
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      const problems = []
      page.on('pageerror', ({ message }) => problems.push(message))
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
      const foreign = []
      page.on('request', (request) => !request.url().startsWith(server.url) && !request.url().startsWith('data:') && foreign.push(request.url()))
      await smoke({ page, url: server.url })
      if (problems.length) throw new Error(`the page complained: ${problems.join(' | ')}`)
      if (foreign.length) throw new Error(`requests to hosts that no option names: ${foreign.join(', ')}`)
    } finally {
      await context.close()
      await server.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const { values } = parseArgs({ options: { json: { type: 'string' } } })
const tarballs = await packAll()
const executablePath = (await existingBrowser())?.path
const browser = await chromium.launch({ args: LAUNCH_ARGS, ...(executablePath && { executablePath }) })
const results = []
try {
  for (const [name, smoke] of Object.entries(EXAMPLES)) {
    const error = await check(name, smoke, tarballs, browser).then(() => undefined, (reason) => reason)
    console.log(`${error ? 'FAILED' : 'ok    '} ${name}${error ? `\n${error.stack}` : ''}`)
    results.push({ title: `example ${name} installs, builds and runs from tarballs`, status: error ? 'failed' : 'passed' })
  }
} finally {
  await browser.close()
}
if (values.json) await writeFile(values.json, JSON.stringify({ testResults: [{ assertionResults: results }] }))
process.exit(results.some(({ status }) => status === 'failed') ? 1 : 0)
