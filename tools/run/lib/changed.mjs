// The developer's loop, `npm test -- --changed`: types, lint, format and import rules, and the unit
// tests that import what has changed since the branch left main.
import { run } from './children.mjs'
import { Explained } from './log.mjs'
import { at } from './paths.mjs'
import { STEPS, program, step, vitest } from './steps.mjs'

/** On two calm cores, for a change of one plugin. */
export const CHANGED_MINUTES = 4
const SHARE = 2

async function git(...args) {
  const { code, output } = await run('git', args, { quiet: true })
  return code === 0 ? output.split('\n').filter(Boolean) : undefined
}

/**
 * Files that differ from where the branch left main, committed or not; on main itself, what is not
 * committed.
 * @throws {Explained} outside a git repository
 */
export async function changedFiles() {
  const [base = 'HEAD'] =
    (await git('merge-base', 'HEAD', 'main')) ??
    (await git('merge-base', 'HEAD', 'origin/main')) ??
    []
  const changed = await git('diff', '--name-only', '--no-renames', '--diff-filter=d', base)
  const added = await git('ls-files', '--others', '--exclude-standard')
  if (!changed || !added)
    throw new Explained('--changed asks git what has changed, and git failed.')
  return [...changed, ...added]
}

/**
 * @param {string[]} files
 * @returns {import('./steps.mjs').Step[]}
 */
export function changedSteps(files) {
  const code = files.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))
  const cache = at('node_modules/.cache/tsc.json')
  const types = ['-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', cache]
  const lint = ['--max-warnings', '0', '--no-warn-ignored', ...code]
  const format = ['--check', '--ignore-unknown', ...files]
  const unit = ['related', ...code, '--run', '--project', 'unit', '--passWithNoTests']
  const one = (name, what, command, more) =>
    step(name, SHARE, what, { commands: [command], ...more })
  return [
    one(
      'types',
      'the compiler, tests of the types included',
      program('typescript', types, { command: 'tsc' }),
    ),
    code.length > 0 && one('lint', 'eslint, changed files', program('eslint', lint)),
    files.length > 0 && one('format', 'the formatter, changed files', program('prettier', format)),
    STEPS.find(({ name }) => name === 'rules'),
    code.length > 0 &&
      one(
        'unit',
        'unit tests that import a changed file',
        vitest('unit.json', unit, { mayBeEmpty: true }),
        { live: true },
      ),
  ].filter(Boolean)
}
