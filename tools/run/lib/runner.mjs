// Runs the steps of `npm test` in two lanes, so that one works while the other waits: the long ones in the first, the others in whichever is free. Always to the end, so that everything is reported.
// A command is ended when it says nothing for too long, never because it is slow: how long it takes is up to the machine.
import { isEnding, run } from './children.mjs'
import { duration, header, minutes, say } from './log.mjs'
import { PROGRESS, readProgress, reportOf, unanswered } from './progress.mjs'
import {
  add,
  countReport,
  countResultFile,
  line,
  progressFile,
  writeResults,
  zero,
} from './results.mjs'
import { node24 } from './services.mjs'
import { WHOLE_MINUTES } from './steps.mjs'

/** Calm, no command is silent for two minutes; beside six other builds everything takes four times as long. */
const SILENT_MINUTES = 12
/** What children say comes through a pipe; colours there are noise. */
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: undefined }

/**
 * @typedef {{ step: string, title: string, status: 'passed' | 'failed' | 'skipped', message?: string, ms?: number }} Check
 * @typedef {{ step: import('./steps.mjs').Step, checks: Check[], counts: import('./results.mjs').Counts, ms: number, failed: boolean, skipped?: string }} Outcome
 *   `counts` are those of the step's own result files; `checks` are what has no such file
 */

/**
 * One command's contribution: the counts of its file, or one check where it has none or where it ended badly without a failure in it.
 * Of a command that was ended or crashed, what it ran counts, and one failure beside it.
 */
export function judge(
  step,
  command,
  { code, silent, ms, progress = new Map() },
  read = countResultFile,
) {
  const title = command.json ? `${step.what}: ${command.json}` : step.what
  const failure = (message, counts = zero()) => ({
    checks: [{ step: step.name, title, status: 'failed', message, ms }],
    counts,
  })
  const soFar = () => {
    const report = reportOf(progress)
    return report ? countReport(report) : zero()
  }
  const open = unanswered(progress)
    .map((text) => `\n${text}`)
    .join('')
  if (silent)
    return failure(
      `ended after ${duration(ms)}: it had said nothing for ${duration(silentMs(step))}${open}`,
      soFar(),
    )
  if (!command.json)
    return code === 0
      ? { checks: [{ step: step.name, title, status: 'passed', ms }], counts: zero() }
      : failure(`exit code ${code}`)
  const counts = read(command.json)
  if (counts === undefined)
    return failure(`exit code ${code}, and no results written${open}`, soFar())
  if (counts.passed + counts.failed + counts.skipped === 0)
    return failure(`exit code ${code}, and no tests in it`)
  if (code !== 0 && counts.failed === 0)
    return failure(`exit code ${code} although no test failed`, counts)
  return { checks: [], counts }
}

const silentMs = (step) => step.silentMs ?? SILENT_MINUTES * 60_000

/** What only says that the work goes on is not shown. */
const withoutHeartbeat = (text, { heartbeat }) =>
  heartbeat
    ? text
        .split('\n')
        .filter((row) => !heartbeat.test(row))
        .join('\n')
    : text

/** Runs one command. A silent one is looked at before it is ended: what its runner makes of the end is not what it ran. */
async function execute(step, command, env, quiet) {
  const began = Date.now()
  const program = command.node === '24' ? node24() : process.execPath
  const path = command.json && progressFile(command.json)
  let progress
  const result = await run(program, [command.file(), ...(command.args ?? [])], {
    quiet,
    env: { ...PLAIN, ...env, ...command.env, ...(path && { [PROGRESS]: path }) },
    silentMs: silentMs(step),
    onSilent: () => {
      progress = readProgress(path)
    },
  })
  if (path && (result.silent || countResultFile(command.json) === undefined)) {
    progress ??= readProgress(path)
    writeResults(command.json, reportOf(progress))
    return { ...result, progress, crashed: !result.silent, ms: Date.now() - began }
  }
  return { ...result, output: withoutHeartbeat(result.output, command), ms: Date.now() - began }
}

async function runStep(step, env) {
  const began = Date.now()
  const outcome = { step, checks: [], counts: zero(), failed: false, ms: 0 }
  const quiet = !step.live
  if (!quiet) header(`${step.name}: ${step.what}`)
  let text = ''
  for (const command of step.commands) {
    const result = await execute(step, command, env, quiet)
    const { checks, counts } = judge(
      step,
      command,
      result,
      result.crashed ? () => undefined : countResultFile,
    )
    outcome.checks.push(...checks)
    outcome.counts = add(outcome.counts, counts)
    const bad = counts.failed > 0 || checks.some(({ status }) => status === 'failed')
    outcome.failed ||= bad
    if (bad) text += result.output
    for (const { status, message } of checks)
      if (status === 'failed') text += `${step.name}: ${message}\n`
  }
  outcome.ms = Date.now() - began
  if (quiet) header(`${step.name}: ${step.what}`)
  if (text.trim()) say(text.trimEnd())
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
  const check = { step: step.name, title: step.what, status, message: reason }
  return {
    step,
    checks: [check],
    counts: zero(),
    failed: status === 'failed',
    skipped: status === 'skipped' ? reason : undefined,
    ms: 0,
  }
}

/** Works off the first list, then what is left of the next: nobody waits while there is something to do. */
async function lane(work, ...lists) {
  for (let step; !isEnding() && (step = lists.find(({ length }) => length)?.shift());)
    await work(step)
}

/**
 * @param {import('./steps.mjs').Step[]} steps
 * @param {{ missing: Map<string, string>, env: Record<string, string>, buildFailed: boolean, ci: boolean }} situation
 * @returns {Promise<Outcome[]>}
 */
export async function runSteps(steps, situation) {
  const outcomes = []
  const work = async (step) => {
    const hindered = obstacle(step, situation)
    outcomes.push(hindered ? blocked(step, hindered) : await runStep(step, situation.env))
  }
  const [live, quiet] = [steps.filter((step) => step.live), steps.filter((step) => !step.live)]
  await Promise.all([lane(work, live, quiet), lane(work, quiet)])
  return outcomes.sort((a, b) => steps.indexOf(a.step) - steps.indexOf(b.step))
}

/** A table of the steps, then what is wrong by name. The very last line is the caller's. */
export function summary(outcomes) {
  const rows = outcomes.map(({ step, checks, counts, ms, failed, skipped }) => {
    const all = checks.reduce((sum, { status }) => add(sum, { ...zero(), [status]: 1 }), counts)
    return `${failed ? '✗' : skipped ? '–' : '✓'} ${step.name.padEnd(10)} ${line(all).padEnd(40)} ${duration(ms).padEnd(13)} ${shareOf(step)}`
  })
  const skipped = outcomes
    .filter((one) => one.skipped)
    .map(({ step, skipped: reason }) => `  ${step.name}: ${reason}`)
  const failed = outcomes.filter((one) => one.failed).map(({ step }) => `  ${step.name}`)
  return [
    ...rows,
    ...(skipped.length > 0 ? ['', 'Skipped steps:', ...skipped] : []),
    ...(failed.length > 0 ? ['', 'Failed steps:', ...failed] : []),
  ].join('\n')
}
