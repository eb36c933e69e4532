// Runs the steps of `npm test` in two lanes, so that one works while the other waits: the first takes
// the long steps, then both take the others. Every step runs, so that everything is reported. A
// command is ended when it writes nothing for too long, never because it is slow: a busy machine
// takes longer.
import { isEnding, run } from './children.mjs'
import { duration, header, minutes, say } from './log.mjs'
import {
  PROGRESS,
  failures,
  progressFile,
  readProgress,
  reportOf,
  unanswered,
} from './progress.mjs'
import { add, countResultFile, countTests, line, writeResults, zero } from './results.mjs'
import { otherNode } from './services.mjs'
import { WHOLE_MINUTES } from './steps.mjs'

/**
 * On a calm machine no command is silent for two minutes; beside six other builds everything takes
 * four times as long.
 */
const SILENT_MINUTES = 12
/** The output of children comes through a pipe; colours there are noise. */
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: undefined }

/**
 * @typedef {import('./results.mjs').Counts} Counts
 * @typedef {import('./results.mjs').Test} Test
 * @typedef {{ step: import('./steps.mjs').Step, checks: Test[], counts: Counts, ms: number, failed:
 * boolean, skipped?: string }} Outcome `counts` are those of the step's own result files; `checks`
 * are what has no such file
 */

/**
 * Why a command failed, beside the failures in its results; undefined when it did not.
 * @param {Counts | undefined} counts of its results; undefined when it wrote none
 */
export function problemOf({ json, mayBeEmpty }, { code, silent, ms, silentMs }, counts) {
  if (silent) return `ended after ${duration(ms)}: it wrote nothing for ${duration(silentMs)}`
  if (!json) return code === 0 ? undefined : `exit code ${code}`
  if (!counts) return `exit code ${code}, and no results written`
  const { passed, failed, skipped } = counts
  const isEmpty = passed + failed + skipped === 0
  if (isEmpty && !(mayBeEmpty && code === 0)) return `exit code ${code}, and no tests in it`
  return code === 0 || failed > 0 ? undefined : `exit code ${code} although no test failed`
}

/** The lines of a command, without those that only say that the work goes on. */
const withoutHeartbeat = (text, { heartbeat }) =>
  text
    .split('\n')
    .filter((row) => !heartbeat?.test(row))
    .join('\n')

/**
 * Runs one command. Of a command that was ended or crashed, what it ran counts, and one failure
 * beside it. The journal of a silent one is read before it is ended: a dying runner reports its tests
 * wrongly.
 */
async function execute(step, command) {
  const began = Date.now()
  const { json } = command
  const path = json && progressFile(json)
  const silentMs = step.silentMs ?? SILENT_MINUTES * 60_000
  let progress
  const program = command.node ? otherNode(command.node) : process.execPath
  const { code, output, silent } = await run(program, [command.file(), ...(command.args ?? [])], {
    quiet: !step.live,
    env: { ...PLAIN, ...command.env, ...(path && { [PROGRESS]: path }) },
    silentMs,
    onSilent: () => {
      progress = readProgress(path)
    },
  })
  const ms = Date.now() - began
  const written = json && !silent ? countResultFile(json) : undefined
  const problem = problemOf(command, { code, silent, ms, silentMs }, written)
  const text = withoutHeartbeat(output, command)
  if (!json) {
    const check = { title: `${step.name}: ${step.what}`, message: problem, ms }
    return { counts: zero(), checks: [{ ...check, status: problem ? 'failed' : 'passed' }], text }
  }
  if (!written) {
    progress ??= readProgress(path)
    writeResults(json, reportOf(progress))
  }
  const message = [problem, ...unanswered(progress ?? new Map())].join('\n')
  const check = { title: `${step.name}: ${json}`, status: 'failed', message, ms }
  return { counts: written ?? countResultFile(json), checks: problem ? [check] : [], text }
}

async function runStep(step) {
  const began = Date.now()
  const outcome = { step, checks: [], counts: zero(), failed: false, ms: 0 }
  if (step.live) header(`${step.name}: ${step.what}`)
  let shown = ''
  for (const command of step.commands) {
    const { counts, checks, text } = await execute(step, command)
    outcome.checks.push(...checks)
    outcome.counts = add(outcome.counts, counts)
    const problems = checks.filter(({ status }) => status === 'failed')
    if (counts.failed === 0 && problems.length === 0) continue
    outcome.failed = true
    shown += [text, ...problems.map(({ message }) => `${step.name}: ${message}\n`)].join('')
  }
  outcome.ms = Date.now() - began
  if (!step.live) header(`${step.name}: ${step.what}`)
  if (shown.trim()) say(shown.trimEnd())
  say(`${outcome.failed ? '✗' : '✓'} ${step.name} (${duration(outcome.ms)}, ${shareOf(step)})`)
  return outcome
}

const shareOf = ({ share }) => `share ${minutes(share)} of ${WHOLE_MINUTES} min`

/** Why a step cannot run now; undefined when it can. */
export function obstacle(step, { missing, buildFailed, ci }) {
  const service = (step.needs ?? []).find((name) => missing.has(name))
  if (service) return { status: ci ? 'failed' : 'skipped', reason: missing.get(service) }
  if (step.needsBuild && buildFailed) return { status: 'failed', reason: 'the build failed' }
  return undefined
}

function blocked(step, { status, reason }) {
  header(`${step.name}: ${step.what}`)
  say(`${status}: ${reason}`)
  const checks = [{ title: `${step.name}: ${step.what}`, status, message: reason }]
  const failed = status === 'failed'
  return { step, checks, counts: zero(), failed, skipped: failed ? undefined : reason, ms: 0 }
}

/**
 * Works off the first list, then the rest of the next: no lane waits while a step is left.
 */
async function lane(work, ...lists) {
  for (let step; !isEnding() && (step = lists.find(({ length }) => length)?.shift());)
    await work(step)
}

/**
 * @param {import('./steps.mjs').Step[]} steps
 * @param {{ missing: Map<string, string>, buildFailed: boolean, ci: boolean }} situation
 * @returns {Promise<Outcome[]>}
 */
export async function runSteps(steps, situation) {
  const outcomes = []
  const work = async (step) => {
    const hindered = obstacle(step, situation)
    outcomes.push(hindered ? blocked(step, hindered) : await runStep(step))
  }
  const [live, quiet] = [steps.filter((step) => step.live), steps.filter((step) => !step.live)]
  await Promise.all([lane(work, live, quiet), lane(work, quiet)])
  return outcomes.sort((a, b) => steps.indexOf(a.step) - steps.indexOf(b.step))
}

/** The names of the tests of a step that failed, as its runners noted them. */
const failuresOf = ({ commands }) =>
  commands.flatMap(({ json }) => (json ? failures(readProgress(progressFile(json))) : []))

/** A table of the steps, then skipped and failed ones by name. The caller adds the last line. */
export function summary(outcomes) {
  const rows = outcomes.map(({ step, checks, counts, ms, failed, skipped }) => {
    const all = line(add(counts, countTests(checks)))
    const sign = failed ? '✗' : skipped ? '–' : '✓'
    return `${sign} ${step.name.padEnd(10)} ${all.padEnd(40)} ${duration(ms).padEnd(13)} ${shareOf(step)}`
  })
  const named = (title, lines) => (lines.length > 0 ? ['', title, ...lines] : [])
  const skipped = outcomes.flatMap((one) =>
    one.skipped ? `  ${one.step.name}: ${one.skipped}` : [],
  )
  const failed = outcomes.flatMap(({ step, failed }) =>
    failed ? [`  ${step.name}`, ...failuresOf(step).map((row) => `    ${row}`)] : [],
  )
  return [...rows, ...named('Skipped steps:', skipped), ...named('Failed steps:', failed)].join(
    '\n',
  )
}
