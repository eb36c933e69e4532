// `pnpm soak`: the load and fuzz tests at full size, of which `npm test` runs a fiftieth. They are
// the files that ask for LATCHKEY_SOAK, but for the attacks, which have a command and a table of
// their own.
import { readFileSync } from 'node:fs'
import { node } from '../run/lib/children.mjs'
import { bin } from '../run/lib/paths.mjs'
import { workspacePackages } from '../run/lib/workspace.mjs'
import { below } from './attacks/files.mjs'

const MINUTES = 30

const files = workspacePackages()
  .flatMap(({ dir }) => below(dir, /\.test\.(tsx?|mjs)$/))
  .filter((file) => !file.includes('.attacks.'))
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
