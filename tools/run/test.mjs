// `npm test`: installs, builds, runs every check and suite, and ends with one line of counts.
//   npm test -- --list            the steps
//   npm test -- --only types,unit some of them
//   npm test -- --skip release    all but some
import { parseArgs } from 'node:util'
import { build } from './lib/build.mjs'
import { isEnding } from './lib/children.mjs'
import { install } from './lib/install.mjs'
import { Explained, duration, header, say } from './lib/log.mjs'
import { add, clearResults, countResultFile, line, writeChecks, zero } from './lib/results.mjs'
import { runSteps, summary } from './lib/runner.mjs'
import { lookForServices } from './lib/services.mjs'
import { STEPS, resultNames } from './lib/steps.mjs'

const CHECKS_FILE = 'checks.json'
const names = (text) => (text ? text.split(',').map((name) => name.trim()).filter(Boolean) : [])

function chosenSteps({ only, skip }) {
  const known = STEPS.map(({ name }) => name)
  const stranger = [...names(only), ...names(skip)].find((name) => !known.includes(name))
  if (stranger) throw new Explained(`No step is called ${stranger}. Steps: ${known.join(', ')}.`)
  return STEPS.filter(({ name }) => (only ? names(only).includes(name) : true) && !names(skip).includes(name))
}

async function buildStep() {
  header('build')
  const began = Date.now()
  try {
    await build()
    return { step: 'build', title: 'packages, plugins, apps, tools', status: 'passed', ms: Date.now() - began }
  } catch (error) {
    say(error instanceof Explained ? error.message : error.stack)
    return { step: 'build', title: 'packages, plugins, apps, tools', status: 'failed', message: error.message, ms: Date.now() - began }
  }
}

async function main() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, skip: { type: 'string' }, list: { type: 'boolean' } } })
  if (values.list) return STEPS.forEach(({ name, what }) => say(`${name.padEnd(10)} ${what}`))
  const began = Date.now()
  const steps = chosenSteps(values)
  clearResults(values.only ? [CHECKS_FILE, ...resultNames(steps)] : undefined)
  header('install')
  await install()
  const built = await buildStep()
  const { missing, env } = await lookForServices(steps)
  const outcomes = await runSteps(steps, { missing, env, buildFailed: built.status === 'failed', ci: process.env.CI === 'true' })
  if (isEnding()) return
  writeChecks(CHECKS_FILE, [built, ...outcomes.flatMap(({ checks }) => checks)])
  header(`summary (${duration(Date.now() - began)})`)
  if (built.status === 'failed') say('✗ build')
  say(summary(outcomes))
  // Read back from the files: the line says what they say.
  const total = [CHECKS_FILE, ...resultNames(steps)].map((name) => countResultFile(name) ?? zero()).reduce(add)
  say(`\n${line(total)}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

main().catch((error) => {
  const message = error instanceof Explained ? error.message : error.stack
  const check = { step: 'install', title: 'install and start', status: 'failed', message }
  writeChecks(CHECKS_FILE, [check])
  say(`\n${message}\n\n${line({ ...zero(), failed: 1 })}`)
  process.exitCode = 1
})
