// Runs the examples as a host would: copies them out of the workspace, installs our packed tarballs
// with npm (once for all examples), builds, starts, and opens each in Chromium.
// LATCHKEY_EXAMPLES names them (`vue,next`, or `all`); without it those run that build in seconds.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { packAll } from '../../../../checks/pack/pack.mjs'
import { asFiles, copyExample, useTarballs } from '../../lib/host.mjs'
import { npm, npmInstall, temporary, timed } from '../../lib/rehearsal.mjs'
import { FRAMEWORKS, knownExamples, visitExample } from '../examples.mjs'
import { launch } from '../page.mjs'

/** Examples that build slowly: `pnpm examples` runs them too. */
const SLOW = ['next', 'next-wagmi']

const wanted = process.env.LATCHKEY_EXAMPLES?.split(',')
const known = knownExamples().filter((name) => !FRAMEWORKS.includes(name))
const chosen = known.filter((name) =>
  wanted ? wanted.includes(name) || wanted.includes('all') : !SLOW.includes(name),
)
process.env.NEXT_TELEMETRY_DISABLED = '1'

/** Installs once for all examples, as workspaces of one folder. */
async function installAll(folder, tarballs) {
  for (const name of chosen) {
    copyExample(name, join(folder, name))
    useTarballs(join(folder, name), tarballs)
  }
  const manifest = { private: true, workspaces: chosen, overrides: asFiles(tarballs) }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  await npmInstall(folder)
}

describe.skipIf(chosen.length === 0)('the examples', () => {
  const root = temporary('examples')
  let browser
  beforeAll(async () => {
    browser = await launch()
    const tarballs = await timed('pack', () => packAll())
    await timed('install', () => installAll(root, tarballs))
  })
  afterAll(() => browser.close())

  it.each(chosen)('The example %s installs, builds and runs from tarballs', async (name) => {
    const folder = join(root, name)
    await timed(`${name}: build`, () => npm(folder, 'run', 'build'))
    await timed(`${name}: visit`, () => visitExample(name, folder, browser))
  })
})
