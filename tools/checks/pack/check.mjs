#!/usr/bin/env node
// Checks the packed tarballs as they would be published: node tools/checks/pack/check.mjs [--json FILE]
// publint and arethetypeswrong ask what they can; the other questions are ours (questions.mjs).
import { parseArgs } from 'node:util'
import { Explained, say } from '../../run/lib/log.mjs'
import { noteCheck } from '../../run/lib/progress.mjs'
import { packEach } from './pack.mjs'
import { QUESTIONS, readPacked } from './questions.mjs'
import { report } from './results.mjs'

const SUITE = 'tools/checks/pack'
const { values } = parseArgs({ options: { json: { type: 'string' } } })

try {
  const outcomes = []
  for (const tarball of await packEach()) {
    const packed = await readPacked(tarball)
    say(`${tarball.name}  ${packed.files.size} files, ${packed.bytes.length} B packed`)
    for (const { title, ask } of QUESTIONS) {
      const outcome = { title: `${tarball.name}: ${title}`, failures: await ask(packed) }
      const message = outcome.failures.join('\n')
      noteCheck(SUITE, { ...outcome, status: message ? 'failed' : 'passed', message })
      outcomes.push(outcome)
    }
  }
  report(SUITE, outcomes, values.json)
} catch (error) {
  if (!(error instanceof Explained)) throw error
  say(error.message)
  process.exitCode = 1
}
