// `npm test`: installs, builds, runs every check and suite, and ends with one line of counts.
//   npm test -- --list            the steps
//   npm test -- --only types,unit some of them
//   npm test -- --skip release    all but some
import { parseArgs } from 'node:util'
import { build } from './lib/build.mjs'
import { isEnding } from './lib/children.mjs'
import { install } from './lib/install.mjs'
import { Explained, duration, header, say } from './lib/log.mjs'
import { readProgress, reportOf } from './lib/progress.mjs'
import {
  add,
  clearResults,
  countReport,
  countResultFile,
  line,
  progressFile,
  writeChecks,
  zero,
} from './lib/results.mjs'
import { runSteps, summary } from './lib/runner.mjs'
import { lookForServices } from './lib/services.mjs'
import { STEPS, WHOLE_MINUTES, resultNames } from './lib/steps.mjs'
import { rememberTimes } from './lib/times.mjs'

const CHECKS_FILE = 'checks.json'
const names = (text) =>
  text
    ? text
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
    : []

function chosenSteps({ only, skip }) {
  const known = STEPS.map(({ name }) => name)
  const stranger = [...names(only), ...names(skip)].find((name) => !known.includes(name))
  if (stranger) throw new Explained(`No step is called ${stranger}. Steps: ${known.join(', ')}.`)
  return STEPS.filter(
    ({ name }) => (only ? names(only).includes(name) : true) && !names(skip).includes(name),
  )
}

async function buildStep() {
  header('build')
  const began = Date.now()
  try {
    await build()
    return {
      step: 'build',
      title: 'packages, plugins, apps, tools',
      status: 'passed',
      began,
      ms: Date.now() - began,
    }
  } catch (error) {
    say(error instanceof Explained ? error.message : error.stack)
    return {
      step: 'build',
      title: 'packages, plugins, apps, tools',
      status: 'failed',
      message: error.message,
      began,
      ms: Date.now() - began,
    }
  }
}

/** What the result files say; of a runner that was ended before it wrote one, what it had done. */
function countAll(resultFiles) {
  return [CHECKS_FILE, ...resultFiles]
    .map((name) => {
      const soFar = () => reportOf(readProgress(progressFile(name)))
      return countResultFile(name) ?? (soFar() ? countReport(soFar()) : zero())
    })
    .reduce(add)
}

/** The last line, once. Whatever ends us, it says what ran. */
function createEnding() {
  let resultFiles = []
  let told = false
  const tell = () => {
    if (told) return
    told = true
    const total = countAll(resultFiles)
    say(`\n${line(total)}`)
    process.exitCode ||= total.failed > 0 ? 1 : 0
  }
  process.on('exit', () => {
    if (told) return
    writeChecks(CHECKS_FILE, [
      { step: 'test', title: 'run to the end', status: 'failed', message: 'it was interrupted' },
    ])
    tell()
  })
  return {
    expect: (names) => {
      resultFiles = names
    },
    tell,
  }
}

async function main(ending) {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, skip: { type: 'string' }, list: { type: 'boolean' } },
  })
  const began = Date.now()
  const steps = chosenSteps(values)
  clearResults(values.only ? [CHECKS_FILE, ...resultNames(steps)] : undefined)
  ending.expect(resultNames(steps))
  header('install')
  await install()
  const built = await buildStep()
  const { missing, env } = await lookForServices(steps)
  const outcomes = await runSteps(steps, {
    missing,
    env,
    buildFailed: built.status === 'failed',
    ci: process.env.CI === 'true',
  })
  if (isEnding()) return
  writeChecks(CHECKS_FILE, [built, ...outcomes.flatMap(({ checks }) => checks)])
  if (!values.only && !values.skip)
    rememberTimes(
      [
        { name: 'build', ms: built.began - began + built.ms },
        ...outcomes.map(({ step, ms }) => ({ name: step.name, ms })),
      ],
      Date.now() - began,
    )
  header(`summary (${duration(Date.now() - began)} of ${WHOLE_MINUTES} min)`)
  if (built.status === 'failed') say('✗ build')
  say(summary(outcomes))
  ending.tell()
}

if (process.argv.includes('--list'))
  STEPS.forEach(({ name, what }) => say(`${name.padEnd(10)} ${what}`))
else {
  const ending = createEnding()
  main(ending).catch((error) => {
    const message = error instanceof Explained ? error.message : error.stack
    writeChecks(CHECKS_FILE, [
      { step: 'install', title: 'install and start', status: 'failed', message },
    ])
    say(`\n${message}`)
    ending.tell()
  })
}
