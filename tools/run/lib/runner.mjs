// Runs the steps of `npm test` in two lanes, so that one works while the other waits: the long ones in the first, the others in whichever is free. Always to the end, so that everything is reported.
import { isEnding, run } from './children.mjs'
import { duration, header, say } from './log.mjs'
import { add, countResultFile, line, zero } from './results.mjs'
import { node24 } from './services.mjs'

const MINUTES = 10
/** Colours are for terminals; in a file they are noise. */
const PLAIN = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }

/**
 * @typedef {{ step: string, title: string, status: 'passed' | 'failed' | 'skipped', message?: string, ms?: number }} Check
 * @typedef {{ step: import('./steps.mjs').Step, checks: Check[], counts: import('./results.mjs').Counts, ms: number, failed: boolean, skipped?: string }} Outcome
 *   `counts` are those of the step's own result files; `checks` are what has no such file
 */

/** One command's contribution: the counts of its file, or one check where it has none or where it ended badly without a failure in it. */
export function judge(step, command, { code, timedOut, ms }, read = countResultFile) {
  const title = command.json ? `${step.what}: ${command.json}` : step.what
  const failure = (message) => ({ checks: [{ step: step.name, title, status: 'failed', message, ms }], counts: zero() })
  if (timedOut) return failure(`killed after ${duration(ms)}`)
  if (!command.json) return code === 0 ? { checks: [{ step: step.name, title, status: 'passed', ms }], counts: zero() } : failure(`exit code ${code}`)
  const counts = read(command.json)
  if (counts === undefined) return failure(`exit code ${code}, and no results written`)
  if (counts.passed + counts.failed + counts.skipped === 0) return failure(`exit code ${code}, and no tests in it`)
  if (code !== 0 && counts.failed === 0) return { ...failure(`exit code ${code} although no test failed`), counts }
  return { checks: [], counts }
}

async function execute(step, command, env, quiet) {
  const began = Date.now()
  const program = command.node === '24' ? node24() : process.execPath
  const result = await run(program, [command.file(), ...(command.args ?? [])], { quiet, env: { ...PLAIN, ...env }, timeoutMs: (step.minutes ?? MINUTES) * 60_000 })
  return { ...result, ms: Date.now() - began }
}

async function runStep(step, env) {
  const began = Date.now()
  const outcome = { step, checks: [], counts: zero(), failed: false, ms: 0 }
  const quiet = !step.live
  if (!quiet) header(`${step.name}: ${step.what}`)
  let text = ''
  for (const command of step.commands) {
    const result = await execute(step, command, env, quiet)
    const { checks, counts } = judge(step, command, result)
    outcome.checks.push(...checks)
    outcome.counts = add(outcome.counts, counts)
    const bad = counts.failed > 0 || checks.some(({ status }) => status === 'failed')
    outcome.failed ||= bad
    if (bad) text += result.output
    for (const { status, message } of checks) if (status === 'failed') text += `${step.name}: ${message}\n`
  }
  outcome.ms = Date.now() - began
  if (quiet) header(`${step.name}: ${step.what}`)
  if (text.trim()) say(text.trimEnd())
  say(`${outcome.failed ? '✗' : '✓'} ${step.name} (${duration(outcome.ms)})`)
  return outcome
}

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
  return { step, checks: [check], counts: zero(), failed: status === 'failed', skipped: status === 'skipped' ? reason : undefined, ms: 0 }
}

/** Works off the first list, then what is left of the next: nobody waits while there is something to do. */
async function lane(work, ...lists) {
  for (let step; !isEnding() && (step = lists.find(({ length }) => length)?.shift());) await work(step)
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
    return `${failed ? '✗' : skipped ? '–' : '✓'} ${step.name.padEnd(10)} ${line(all).padEnd(40)} ${duration(ms)}`
  })
  const skipped = outcomes.filter((one) => one.skipped).map(({ step, skipped: reason }) => `  ${step.name}: ${reason}`)
  const failed = outcomes.filter((one) => one.failed).map(({ step }) => `  ${step.name}`)
  return [
    ...rows,
    ...(skipped.length > 0 ? ['', 'Skipped steps:', ...skipped] : []),
    ...(failed.length > 0 ? ['', 'Failed steps:', ...failed] : []),
  ].join('\n')
}
