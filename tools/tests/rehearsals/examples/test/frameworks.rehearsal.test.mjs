// Runs the examples of other frameworks as their users would: copies each out of the workspace,
// installs it alone with our packed tarballs, checks its types, builds, starts, and opens it in
// Chromium. LATCHKEY_EXAMPLES names them (`nuxt,astro`, or `all`).
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest'
import { packAll } from '../../../../checks/pack/pack.mjs'
import { copyExample, useTarballs } from '../../lib/host.mjs'
import { npm, npmInstall, temporary, timed } from '../../lib/rehearsal.mjs'
import { FRAMEWORKS, visitExample } from '../examples.mjs'
import { launch } from '../page.mjs'

const wanted = process.env.LATCHKEY_EXAMPLES?.split(',') ?? ['all']
const chosen = FRAMEWORKS.filter((name) => wanted.includes(name) || wanted.includes('all'))
// Their tools would tell their makers of each build.
Object.assign(process.env, { ASTRO_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' })
// The install fails where a version, however deep, does not run on this Node.
process.env.npm_config_engine_strict = 'true'

describe.skipIf(chosen.length === 0)('the examples of other frameworks', () => {
  let browser
  let tarballs
  beforeAll(async () => {
    browser = await launch()
    tarballs = await timed('pack', () => packAll())
  })
  afterAll(() => browser?.close())

  it.each(chosen)('The example of %s installs, builds and runs from tarballs', async (name) => {
    const folder = temporary(name, onTestFinished)
    copyExample(name, folder)
    useTarballs(folder, tarballs)
    await timed(`${name}: install`, () => npmInstall(folder))
    await timed(`${name}: build`, () => npm(folder, 'run', 'build'))
    await timed(`${name}: visit`, () => visitExample(name, folder, browser))
  })
})
