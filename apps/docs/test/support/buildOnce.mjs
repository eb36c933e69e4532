// Builds the site before its walk. LATCHKEY_SITE=built takes the one that is there.
import { run } from '../../../../tools/run/lib/children.mjs'
import { at } from '../../../../tools/run/lib/paths.mjs'

export default async function buildOnce() {
  if (process.env.LATCHKEY_SITE === 'built') return
  const { code, output } = await run(process.execPath, [at('apps/docs/build/site.mjs')], {
    quiet: true,
  })
  if (code !== 0) throw new Error(`The site cannot be built:\n${output}`)
}
