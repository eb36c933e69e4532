// `npm test`: installs, builds, runs every check and suite, and ends with one line of counts.
//   npm test -- --list            the steps
//   npm test -- --only types,unit some of them
//   npm test -- --changed         types, lint, rules and unit tests for what has changed, unbuilt
import { parseArgs } from 'node:util'
import { build } from './lib/build.mjs'
import { CHANGED_MINUTES, changedFiles, changedSteps } from './lib/changed.mjs'
import { isEnding } from './lib/children.mjs'
import { install } from './lib/install.mjs'
import { Explained, duration, header, reasonOf, say } from './lib/log.mjs'
import { countSoFar } from './lib/progress.mjs'
import { add, clearResults, line, reportedFile, writeResults } from './lib/results.mjs'
import { runSteps, summary } from './lib/runner.mjs'
import { lookForServices } from './lib/services.mjs'
import { STEPS, WHOLE_MINUTES, resultNames } from './lib/steps.mjs'
import { rememberTimes } from './lib/times.mjs'

const CHECKS_FILE = 'checks.json'
const writeChecks = (checks) =>
  writeResults(CHECKS_FILE, { testResults: [reportedFile('checks', checks)] })

function chosenSteps(only) {
  const known = STEPS.map(({ name }) => name)
  const wanted = only?.split(',').map((name) => name.trim()) ?? known
  const stranger = wanted.find((name) => !known.includes(name))
  if (stranger) throw new Explained(`No step is called ${stranger}. Steps: ${known.join(', ')}.`)
  return STEPS.filter(({ name }) => wanted.includes(name))
}

async function buildStep() {
  header('build')
  const began = Date.now()
  const title = 'build: packages, plugins, apps, tools'
  try {
    await build()
    return { title, status: 'passed', ms: Date.now() - began }
  } catch (error) {
    say(reasonOf(error))
    return { title, status: 'failed', message: error.message, ms: Date.now() - began }
  }
}

/** Writes the last line once, with the counts of what ran, however we end. */
function createEnding() {
  const files = [CHECKS_FILE]
  let told = false
  const tell = () => {
    if (told) return
    told = true
    const total = files.map(countSoFar).reduce(add)
    say(`\n${line(total)}`)
    process.exitCode ||= total.failed > 0 ? 1 : 0
  }
  process.on('exit', () => {
    if (!told)
      writeChecks([{ title: 'run to the end', status: 'failed', message: 'it was interrupted' }])
    tell()
  })
  return { expect: (names) => files.push(...names), tell }
}

async function main(ending) {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      changed: { type: 'boolean' },
      list: { type: 'boolean' },
    },
  })
  const began = Date.now()
  const isWhole = !values.only && !values.changed
  const steps = values.changed ? changedSteps(await changedFiles()) : chosenSteps(values.only)
  clearResults(isWhole ? undefined : [CHECKS_FILE, ...resultNames(steps)])
  ending.expect(resultNames(steps))
  header('install')
  await install()
  const built = values.changed ? [] : [await buildStep()]
  const buildMs = Date.now() - began
  const buildFailed = built.some(({ status }) => status === 'failed')
  const missing = await lookForServices(steps)
  const situation = { missing, buildFailed, ci: process.env.CI === 'true' }
  const outcomes = await runSteps(steps, situation)
  if (isEnding()) return
  writeChecks([...built, ...outcomes.flatMap(({ checks }) => checks)])
  const wholeMs = Date.now() - began
  if (isWhole) rememberTimes({ build: buildMs, whole: wholeMs }, outcomes)
  const most = values.changed ? CHANGED_MINUTES : WHOLE_MINUTES
  header(`summary (${duration(wholeMs)} of ${most} min)`)
  if (buildFailed) say('✗ build')
  say(summary(outcomes))
  ending.tell()
}

if (process.argv.includes('--list'))
  STEPS.forEach(({ name, what }) => say(`${name.padEnd(10)} ${what}`))
else {
  const ending = createEnding()
  main(ending).catch((error) => {
    const message = reasonOf(error)
    writeChecks([{ title: 'install and start', status: 'failed', message }])
    say(`\n${message}`)
    ending.tell()
  })
}
