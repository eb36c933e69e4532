// `pnpm examples`: every example from packed tarballs, and one page that `npm create @latchkey/app`
// makes; with `--all` the examples of other frameworks too, and the pages of every framework.
// LATCHKEY_EXAMPLES names some examples alone.
import { parseArgs } from 'node:util'
import { node } from '../run/lib/children.mjs'
import { bin } from '../run/lib/paths.mjs'

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })
const { LATCHKEY_EXAMPLES } = process.env
const hasFrameworks = values.all || LATCHKEY_EXAMPLES !== undefined
const hasStarters = values.all || LATCHKEY_EXAMPLES === undefined
const { code } = await node(
  bin('vitest'),
  [
    ...['run', '--project', 'rehearsal', '--maxWorkers=1', 'examples/test/examples'],
    ...(hasFrameworks ? ['examples/test/frameworks'] : []),
    ...(hasStarters ? ['examples/test/createApp'] : []),
  ],
  {
    env: {
      LATCHKEY_EXAMPLES: LATCHKEY_EXAMPLES ?? 'all',
      ...(values.all && { LATCHKEY_STARTERS: 'all' }),
    },
  },
)
process.exitCode = code
