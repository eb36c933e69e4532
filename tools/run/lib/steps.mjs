// What `npm test` does, in order. Data only: runner.mjs knows how. docs/testing.md holds the table of shares and of what was measured.
import { at, bin } from './paths.mjs'
import { resultFile } from './results.mjs'

/**
 * @typedef {{ file: () => string, args?: string[], json?: string, node?: '24', env?: Record<string, string>, heartbeat?: RegExp }} Command
 *   `json`: the result file it writes; `heartbeat`: lines that only say that it goes on
 * @typedef {{
 *   name: string, what: string, commands: Command[],
 *   share: number,            // minutes of the two lanes that it may take when the machine is calm
 *   live?: true,              // long, and printed as it goes: the others run beside these, and are printed when they end
 *   needsBuild?: true,        // reads dist
 *   needs?: ('browser' | 'firefox' | 'webkit' | 'node24' | 'anvil' | 'redis')[],
 *   silentMs?: number,        // ended, and failed, when it says nothing for so long; SILENT_MINUTES of the runner where left out
 * }} Step
 */

const tool = (path, json, ...more) => ({
  file: () => at(path),
  args: [...(json ? ['--json', resultFile(json)] : []), ...more],
  ...(json && { json }),
})

const vitest = (json, args, extra = {}) => ({
  file: () => bin('vitest'),
  json,
  args: [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--reporter=${at('tools/run/report/vitest.mjs')}`,
    `--outputFile.json=${resultFile(json)}`,
    ...args,
  ],
  ...extra,
})

// Many of them wait more than they compute, for a relay or a child.
const TWO = ['--maxWorkers', '2']

/** On two calm cores `npm test` takes no longer. */
export const WHOLE_MINUTES = 35
/** Of it, installing with a warm cache and building everything, before the two lanes begin. */
export const BUILD_SHARE = 3

/** What eslint reads at a time: the compiler behind it holds every package that it has seen, and all together are more than a Node has room for. */
const LINTED = [
  ['packages'],
  ['plugins'],
  ['.', '--ignore-pattern', 'packages/', '--ignore-pattern', 'plugins/'],
]

/** @type {Step[]} */
export const STEPS = [
  {
    name: 'types',
    what: 'the compiler, and tests of the types',
    share: 1.5,
    commands: [
      // It runs the compiler over the whole of tsconfig.json, and fails by whatever that finds.
      vitest('types.json', ['--project', 'types']),
    ],
  },
  {
    name: 'lint',
    what: 'eslint',
    share: 3,
    commands: LINTED.map((part, index) => ({
      file: () => bin('eslint'),
      args: [
        ...part,
        '--max-warnings',
        '0',
        '--cache',
        '--cache-location',
        at(`node_modules/.cache/eslint/${index}/`),
      ],
      // It says nothing of its own before its end; asked so, it names each file that it has read.
      env: { DEBUG: 'eslint:eslint' },
      heartbeat: / eslint:eslint /,
    })),
  },
  {
    name: 'rules',
    what: 'what may import what',
    share: 0.5,
    commands: [tool('tools/rules/check.mjs', 'rules.json')],
  },
  {
    name: 'unused',
    what: 'unused code and dependencies',
    share: 0.5,
    commands: [{ file: () => bin('knip'), args: ['--no-progress'] }],
  },
  {
    name: 'licences',
    what: 'licences of what hosts get',
    share: 0.5,
    commands: [tool('tools/licences/check.mjs', 'licences.json')],
    needsBuild: true,
  },
  {
    name: 'api',
    what: 'API reports',
    share: 0.5,
    commands: [tool('tools/api/check.mjs', 'api.json')],
    needsBuild: true,
  },
  {
    name: 'pack',
    what: 'packed tarballs: publint, are the types wrong',
    share: 1.5,
    commands: [tool('tools/pack/check.mjs', 'pack.json')],
    needsBuild: true,
  },
  {
    name: 'unit',
    what: 'unit tests on this Node',
    share: 9,
    live: true,
    commands: [vitest('unit.json', ['--project', 'unit', ...TWO])],
  },
  {
    name: 'node24',
    what: 'unit tests of what runs on servers, on Node 24',
    share: 4,
    live: true,
    needs: ['node24'],
    commands: [vitest('node24.json', ['--project', 'server', ...TWO], { node: '24' })],
  },
  {
    name: 'localnet',
    what: 'tests against a local node on this Node',
    share: 4,
    needs: ['anvil', 'browser'],
    commands: [vitest('localnet.json', ['--project', 'localnet'])],
  },
  {
    name: 'localnet24',
    what: 'one chain family against a local node on Node 24',
    share: 1,
    needs: ['node24', 'anvil'],
    commands: [
      vitest('localnet24.json', ['--project', 'localnet', 'plugins/evm/'], { node: '24' }),
    ],
  },
  {
    name: 'redis',
    what: 'tests against a local Redis',
    share: 1,
    needs: ['redis'],
    commands: [vitest('redis.json', ['--project', 'redis'])],
  },
  {
    name: 'browser',
    what: 'component tests in Chromium',
    share: 6,
    needs: ['browser'],
    commands: [vitest('browser.json', ['--project', 'browser', '--project', 'browser-react18'])],
  },
  ...['firefox', 'webkit'].map((name) => ({
    name,
    what: `a walk by keyboard in ${name}, under a strict policy`,
    share: 1,
    needsBuild: true,
    needs: [name],
    commands: [tool('tools/engines/check.mjs', `${name}.json`, name)],
  })),
  {
    name: 'e2e',
    what: 'end to end: playground, localnet, wallets',
    share: 6,
    live: true,
    needsBuild: true,
    needs: ['browser', 'anvil'],
    commands: [
      { file: () => bin('@playwright/test', 'playwright'), args: ['test'], json: 'e2e.json' },
    ],
  },
  {
    name: 'sizes',
    what: 'size budgets on a production host',
    share: 2,
    needsBuild: true,
    needs: ['browser'],
    commands: [tool('tools/sizes/check.mjs', 'sizes.json')],
  },
  {
    name: 'examples',
    what: 'examples from packed tarballs',
    share: 3,
    needsBuild: true,
    needs: ['browser'],
    commands: [
      tool('tools/examples/check.mjs', 'examples.json'),
      tool('tools/examples/createPlugin.mjs', 'create-plugin.json'),
    ],
  },
  {
    name: 'release',
    what: 'a release rehearsed',
    share: 2,
    needsBuild: true,
    needs: ['browser'],
    commands: [tool('tools/release/check.mjs', 'release.json')],
  },
]

/** Every result file a step may write. */
export const resultNames = (steps) =>
  steps.flatMap(({ commands }) => commands.flatMap(({ json }) => json ?? []))
