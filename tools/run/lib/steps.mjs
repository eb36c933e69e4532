// The steps of `npm test`, in order. Data only: runner.mjs runs them. docs/testing.md holds the table
// of their shares and measured times.
import { at, bin } from './paths.mjs'
import { resultFile } from './results.mjs'

/**
 * @typedef {object} Command
 * @property {() => string} file
 * @property {string[]} [args]
 * @property {string} [json] the result file that it writes
 * @property {true} [mayBeEmpty] it passes without a test in it
 * @property {'24' | '25'} [node] another Node than the one that runs us
 * @property {Record<string, string>} [env]
 * @property {RegExp} [heartbeat] lines that only say that the work goes on
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} what
 * @property {Command[]} commands
 * @property {number} share minutes of the two lanes that it may take when the machine is calm
 * @property {true} [live] it is long, and printed as it goes; others run beside it and are printed
 * when they end
 * @property {true} [needsBuild] it reads dist
 * @property {('browser' | 'firefox' | 'webkit' | 'node24' | 'node25' | 'anvil' | 'redis' | 'postgres')[]} [needs]
 * @property {number} [silentMs] it is ended, and fails, when it says nothing for so long;
 * SILENT_MINUTES of the runner where left out
 */

/** A program of node_modules, which may not be there yet. @returns {Command} */
export const program = (name, args, { command, ...more } = {}) => ({
  file: () => bin(name, command),
  args,
  ...more,
})

/** A program of ours that writes its results where it is told. @returns {Command} */
const own = (path, name, ...more) => ({
  file: () => at('tools', path),
  args: ['--json', resultFile(`${name}.json`), ...more],
  json: `${name}.json`,
})
const check = (name) => own(`checks/${name}/check.mjs`, name)

/** `vitest ...args`, which also writes results and a journal. @returns {Command} */
export const vitest = (json, args, extra = {}) => {
  const reporters = ['dot', 'json', at('tools/tests/report/vitest.mjs')]
  const output = [
    ...reporters.map((name) => `--reporter=${name}`),
    `--outputFile.json=${resultFile(json)}`,
  ]
  return program('vitest', [...args, ...output], { json, ...extra })
}

/** Tests of a project of vitest.config.ts. @returns {Command} */
const project = (name, ...more) => vitest(`${name}.json`, ['run', '--project', name, ...more])
const onNode = (node, name, ...more) =>
  vitest(`${name}.json`, ['run', '--project', ...more], { node })
const rehearsal = (name, ...files) =>
  vitest(`${name}.json`, ['run', '--project', 'rehearsal', '--maxWorkers=1', ...files])

// Many tests wait for a relay or a child more than they compute.
const TWO = ['--maxWorkers', '2']
const cacheAt = (name) => ['--cache', '--cache-location', at('node_modules/.cache', name)]

/** On two calm cores `npm test` takes no longer. */
export const WHOLE_MINUTES = 35
/** Of it, installing with a warm cache and building everything, before the two lanes begin. */
export const BUILD_SHARE = 3

/**
 * The parts that eslint reads one after the other: the compiler behind it keeps every package that it
 * has seen, and all together do not fit into the memory of one Node.
 */
const LINTED = [
  ['packages'],
  ['plugins'],
  ['.', '--ignore-pattern', 'packages/', '--ignore-pattern', 'plugins/'],
]

const lint = (part, index) =>
  program('eslint', [...part, '--max-warnings', '0', ...cacheAt(`eslint/${index}/`)], {
    // It says nothing of its own before its end; asked so, it names each file that it has read.
    env: { DEBUG: 'eslint:eslint' },
    heartbeat: / eslint:eslint /,
  })

/** @returns {Step} */
export const step = (name, share, what, more) => ({ name, share, what, ...more })

export const STEPS = [
  // It runs the compiler over the whole of tsconfig.json, and fails by whatever that finds.
  step('types', 1.5, 'the compiler, and tests of the types', { commands: [project('types')] }),
  step('lint', 3, 'eslint', { commands: LINTED.map(lint) }),
  step('format', 1, 'the formatter', {
    commands: [program('prettier', ['--check', '.', ...cacheAt('prettier/.prettier-cache')])],
  }),
  step('rules', 0.5, 'what may import what', { commands: [check('rules')] }),
  step('unused', 0.5, 'unused code and dependencies', {
    commands: [program('knip', ['--no-progress'])],
  }),
  step('licences', 0.5, 'licences of what hosts get', {
    needsBuild: true,
    commands: [check('licences')],
  }),
  step('api', 0.5, 'API reports', { needsBuild: true, commands: [check('api')] }),
  step('pack', 1.5, 'packed tarballs: publint, are the types wrong', {
    needsBuild: true,
    commands: [check('pack')],
  }),
  step('unit', 9, 'unit tests on this Node', { live: true, commands: [project('unit', ...TWO)] }),
  step('node24', 4, 'unit tests of what runs on servers, on Node 24', {
    live: true,
    needs: ['node24'],
    commands: [onNode('24', 'node24', 'server', ...TWO)],
  }),
  // The rest of what servers run is the same as on Node 24.
  step('node25', 1, 'the kernel and sign-in on a server, on Node 25', {
    needs: ['node25'],
    commands: [
      onNode(
        '25',
        'node25',
        'server',
        'packages/kernel/src/',
        'kernel/test/server',
        'packages/siwx',
        ...TWO,
      ),
    ],
  }),
  step('localnet', 4, 'tests against a local node on this Node', {
    needs: ['anvil', 'browser'],
    commands: [project('localnet')],
  }),
  step('localnet24', 1, 'one chain family against a local node on Node 24', {
    needs: ['node24', 'anvil'],
    commands: [onNode('24', 'localnet24', 'localnet', 'plugins/evm/')],
  }),
  step('redis', 1, 'tests against a local Redis', {
    needs: ['redis'],
    commands: [project('redis')],
  }),
  step('postgres', 1, 'tests against a local PostgreSQL', {
    needs: ['postgres'],
    commands: [project('postgres')],
  }),
  step('browser', 6, 'component tests in Chromium', {
    needs: ['browser'],
    commands: [project('browser', '--project', 'browser-react18')],
  }),
  ...['firefox', 'webkit'].map((name) =>
    step(name, 1, `a walk by keyboard in ${name}, under a strict policy`, {
      needsBuild: true,
      needs: [name],
      commands: [own('tests/engines/check.mjs', name, name)],
    }),
  ),
  step('e2e', 7, 'end to end: playground, localnet, wallets', {
    live: true,
    needsBuild: true,
    needs: ['browser', 'anvil'],
    commands: [program('@playwright/test', ['test'], { command: 'playwright', json: 'e2e.json' })],
  }),
  step('sizes', 3, 'size budgets on a production host', {
    needsBuild: true,
    needs: ['browser'],
    commands: [check('sizes')],
  }),
  step('examples', 4, 'examples from packed tarballs', {
    needsBuild: true,
    needs: ['browser'],
    commands: [rehearsal('examples', 'test/examples', 'test/createPlugin', 'test/createApp')],
  }),
  step('release', 2, 'a release rehearsed', {
    needsBuild: true,
    needs: ['browser'],
    commands: [rehearsal('release', 'release/test')],
  }),
]

/** Every result file a step may write. */
export const resultNames = (steps) =>
  steps.flatMap(({ commands }) => commands.flatMap(({ json }) => json ?? []))
