// `pnpm soak`: the load and fuzz tests at full size, of which `npm test` runs a fiftieth. They are the files that ask for LATCHKEY_SOAK,
// but for the attacks, which have a command and a table of their own.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { node } from './lib/children.mjs'
import { bin } from './lib/paths.mjs'
import { workspacePackages } from './lib/workspace.mjs'

const MINUTES = 30

/** Test files below a folder, without what is installed there. */
const testsIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name === 'dist' ? [] : testsIn(path)
    return /\.test\.(tsx?|mjs)$/.test(entry.name) && !entry.name.includes('.attacks.') ? [path] : []
  })

const files = workspacePackages()
  .flatMap(({ dir }) => testsIn(dir))
  .filter((file) => readFileSync(file, 'utf8').includes('LATCHKEY_SOAK'))
const { code } = await node(
  bin('vitest'),
  [
    'run',
    '--project',
    'unit',
    '--reporter=verbose',
    `--test-timeout=${MINUTES * 60_000}`,
    ...files,
  ],
  { env: { LATCHKEY_SOAK: '1' } },
)
process.exitCode = code
