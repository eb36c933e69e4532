#!/usr/bin/env node
// Checks what would be published, on the packed tarballs: node tools/pack/check.mjs [--json FILE]
import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Explained, say } from '../run/lib/log.mjs'
import { noteCheck } from '../run/lib/progress.mjs'
import { packEach } from './pack.mjs'
import { QUESTIONS } from './questions.mjs'
import { writeResults } from './results.mjs'
import { readTarball } from './tarball.mjs'

const { values } = parseArgs({ options: { json: { type: 'string' } } })

/** @returns {Promise<{ title: string, failures: string[] }[]>} */
const askAll = async (tarball) => {
  const files = readTarball(tarball.file)
  const manifest = JSON.parse(files.get('package.json').toString('utf8'))
  const outcomes = []
  for (const { title, ask } of QUESTIONS) {
    const outcome = {
      title: `${tarball.name}: ${title}`,
      failures: await ask({ tarball, files, manifest }),
    }
    outcomes.push(outcome)
    noteCheck('tools/pack', {
      title: outcome.title,
      status: outcome.failures.length === 0 ? 'passed' : 'failed',
      message: outcome.failures.join('\n'),
    })
  }
  const failed = outcomes.filter(({ failures }) => failures.length > 0)
  say(
    `${failed.length === 0 ? 'ok  ' : 'FAIL'}  ${tarball.name}  ${files.size} files, ${statSync(tarball.file).size} B packed`,
  )
  for (const { title, failures } of failed)
    for (const failure of failures) say(`      ${title.slice(tarball.name.length + 2)}: ${failure}`)
  return outcomes
}

try {
  const outcomes = []
  for (const tarball of await packEach()) outcomes.push(...(await askAll(tarball)))
  const failed = outcomes.filter(({ failures }) => failures.length > 0).length
  say(`${outcomes.length - failed} of ${outcomes.length} questions answered well`)
  if (values.json) writeResults(values.json, 'tools/pack', outcomes)
  process.exitCode = failed > 0 ? 1 : 0
} catch (error) {
  if (!(error instanceof Explained)) throw error
  say(error.message)
  process.exitCode = 1
}
