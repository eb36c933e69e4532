// `pnpm indexers ponder`: installs an engine for whole chains apart from the workspace, and runs the
// suite of every source with a history on it, with tests of the limits that the README names. It takes
// minutes, so `npm test` leaves it out.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPonder } from '../localnet/src/index.mjs'
import { node } from '../run/lib/children.mjs'
import { bin } from '../run/lib/paths.mjs'

const ENGINES = { ponder: installPonder }

const [name = ''] = process.argv.slice(2)
const install = ENGINES[name]
if (!install) {
  console.error(
    `Name an engine: ${Object.keys(ENGINES).join(', ')}. For example: pnpm indexers ponder`,
  )
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), `latchkey-${name}-`))
try {
  install(folder)
  const tests = ['run', '--project', 'indexers', '--reporter=verbose', `${name}.indexers`]
  const { code } = await node(bin('vitest'), tests, { env: { LATCHKEY_ENGINE: folder } })
  process.exitCode = code
} finally {
  rmSync(folder, { recursive: true })
}
