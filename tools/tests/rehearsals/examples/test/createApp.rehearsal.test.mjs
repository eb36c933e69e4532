// Runs `npm create @latchkey/app` as somebody would: from the packed tarball in an empty folder. The
// page's own test, its types and its production build follow, where no byte of the wallet for
// development may be; then the page in development, in Chromium, where that wallet connects.
// LATCHKEY_STARTERS=all makes the pages of every framework, and without it one of React has everything.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packAll } from '../../../../checks/pack/pack.mjs'
import { at } from '../../../../run/lib/paths.mjs'
import { asFiles, useTarballs } from '../../lib/host.mjs'
import { npm, npmInstall, temporary, timed } from '../../lib/rehearsal.mjs'
import { serve } from '../../lib/serve.mjs'
import { launch } from '../page.mjs'
import { walkStarter } from '../smoke/createdApp.mjs'

/** From source: the page comes from the tarball. */
const { CHAINS, FEATURES, FRAMEWORKS } = await import(at('packages/create-app/src/index.ts'))
const ids = (choices) => choices.map(({ id }) => id).join()

/** The flags of each page, and what its visitor meets. */
const CHOICES = {
  'one chain': {
    flags: ['--chains', 'evm', '--features', 'none'],
    walk: { hasSeveral: false, signsIn: false },
  },
  'five chains': {
    flags: ['--chains', ids(CHAINS)],
    walk: { hasSeveral: true, signsIn: false },
  },
  everything: {
    flags: ['--chains', 'all', '--features', ids(FEATURES)],
    walk: { hasSeveral: true, signsIn: true },
  },
}
const hasAll = process.env.LATCHKEY_STARTERS === 'all'
const frameworks = hasAll ? FRAMEWORKS.map(({ id }) => id) : ['react']
const choices = Object.entries(CHOICES).filter(([what]) => hasAll || what === 'everything')
const starters = frameworks.flatMap((framework) =>
  choices.map(([what, { flags, walk }]) => ({
    framework,
    what,
    walk,
    name: `${framework}-${what.replace(' ', '-')}`,
    flags: ['--framework', framework, ...flags],
  })),
)
process.env.NEXT_TELEMETRY_DISABLED = '1'
// The install fails where a version, however deep, does not run on this Node.
process.env.npm_config_engine_strict = 'true'

/** Words of the wallet for development and of the package that it comes from. */
const MARKS = ['Burner', '@latchkey/testing', 'localnet-wallet']
/** The folders of production builds. */
const BUILT = ['dist', 'build', '.next/static', '.next/server']

/** Built files below a folder that hold a mark. */
const markedIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => {
      const text = readFileSync(file, 'utf8')
      return MARKS.some((mark) => text.includes(mark))
    })

/** Makes every page by the command, and installs once for all, as workspaces of one folder. */
async function makeAll(root, tarballs) {
  const creator = `--package=file:${tarballs.get('@latchkey/create-app')}`
  for (const { name, flags } of starters) {
    const command = ['create-app', name, ...flags, '--yes', '--offline']
    await npm(root, 'exec', '--yes', creator, '--', ...command)
    useTarballs(join(root, name), tarballs)
  }
  const manifest = {
    private: true,
    workspaces: starters.map(({ name }) => name),
    overrides: asFiles(tarballs),
  }
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  await npmInstall(root)
}

describe('npm create @latchkey/app', () => {
  const root = temporary('create-app')
  let browser
  beforeAll(async () => {
    browser = await launch()
    const tarballs = await timed('pack', () => packAll())
    await timed('make and install', () => makeAll(root, tarballs))
  })
  afterAll(() => browser.close())

  it.each(starters)(
    'A page of $framework with $what passes its test and types, connects, and builds without its burner',
    async ({ name, framework, walk }) => {
      const folder = join(root, name)
      await timed(`${name}: test`, () => npm(folder, 'test'))
      await timed(`${name}: types`, () => npm(folder, 'run', 'check'))
      await timed(`${name}: build`, () => npm(folder, 'run', 'build'))
      const built = BUILT.map((path) => join(folder, path)).filter(existsSync)
      expect(built).not.toEqual([])
      expect(built.flatMap(markedIn)).toEqual([])
      await timed(`${name}: walk`, async () => {
        const host = framework === 'next' ? '--hostname' : '--host'
        const flags = (port) => ['--port', String(port), host, '127.0.0.1']
        const { url, close } = await serve(folder, (port) => ['run', 'dev', '--', ...flags(port)])
        try {
          await walkStarter(browser, url, walk)
        } finally {
          await close()
        }
      })
    },
  )
})
