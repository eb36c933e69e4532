import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { run } from '../lib/children.mjs'
import { progressFile } from '../lib/progress.mjs'
import { clearResults, countResultFile, resultFile } from '../lib/results.mjs'
import { runSteps } from '../lib/runner.mjs'

const SITUATION = { missing: new Map(), buildFailed: false, ci: false }
const PROGRESS_LIB = JSON.stringify(new URL('../lib/progress.mjs', import.meta.url).href)
let shown = ''

beforeEach(() => {
  clearResults([])
  shown = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    shown += text
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

/**
 * A step of one command: a program of these lines. Its result file has a name that no other has.
 */
function stepOf(lines, more = {}, command = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-step-'))
  const json = `fake-${process.pid}-${Math.random().toString(36).slice(2)}.json`
  onTestFinished(() => {
    for (const path of [folder, resultFile(json), progressFile(json)])
      rmSync(path, { recursive: true, force: true })
  })
  writeFileSync(
    join(folder, 'program.mjs'),
    `import { writeFileSync } from 'node:fs'\nimport { note } from ${PROGRESS_LIB}\n${lines}`,
  )
  const report = JSON.stringify({ testResults: [{ assertionResults: [{ status: 'passed' }] }] })
  return {
    json,
    step: {
      name: 'fake',
      what: 'a fake',
      share: 1.5,
      silentMs: 4_000,
      commands: [
        {
          file: () => join(folder, 'program.mjs'),
          args: [resultFile(json), report],
          json,
          ...command,
        },
      ],
      ...more,
    },
  }
}

const WRITE_RESULTS = 'writeFileSync(process.argv[2], process.argv[3])'
const STAY = 'setInterval(() => {}, 1000)'

describe('a step', { timeout: 60_000 }, () => {
  it.each(['stdout', 'stderr'])(
    'A step that is slow and writes to %s is not ended',
    async (stream) => {
      const { step } = stepOf(`let told = 0
      const timer = setInterval(() => {
        process.${stream}.write('.')
        told += 1
        if (told < 30) return
        clearInterval(timer)
        ${WRITE_RESULTS}
      }, 200)`)
      const [outcome] = await runSteps([step], SITUATION)
      expect(outcome).toMatchObject({ failed: false, counts: { passed: 1, failed: 0, skipped: 0 } })
      expect(outcome.ms).toBeGreaterThan(step.silentMs * 1.5)
    },
  )

  it.each([true, undefined])(
    'A step that falls silent is ended; its tests count, and the one that hangs is named (live: %s)',
    async (live) => {
      const { step, json } = stepOf(
        `const titles = ['adds', 'subtracts', 'divides by zero', 'multiplies']
      note({ file: 'a.test.ts', tests: titles.map((title, index) => [String(index + 1), title]) })
      note({ file: 'b.test.ts' })
      note({ file: 'a.test.ts', ended: '1', status: 'passed' })
      note({ file: 'a.test.ts', ended: '2', status: 'skipped' })
      note({ file: 'a.test.ts', began: '3' })
      process.on('SIGTERM', () => {
        note({ file: 'a.test.ts', ended: '3', status: 'failed' })
        ${WRITE_RESULTS}
        process.exit(1)
      })
      ${STAY}`,
        { live },
      )
      const [outcome] = await runSteps([step], SITUATION)
      expect(outcome.counts).toEqual({ passed: 1, failed: 0, skipped: 1 })
      expect(outcome.checks).toMatchObject([
        {
          status: 'failed',
          message: expect.stringMatching(
            /wrote nothing for 4.0 s\nTests that had not answered:\n {2}a.test.ts: divides by zero\nFiles that had not begun:\n {2}b.test.ts$/,
          ),
        },
      ])
      expect(countResultFile(json)).toEqual({ passed: 1, failed: 0, skipped: 1 })
      expect(shown).toContain('a.test.ts: divides by zero')
    },
  )

  it('A step that crashes without results counts its tests and one failure', async () => {
    const { step, json } = stepOf(
      `note({ file: 'a', ended: '1', title: 'one', status: 'passed' })
      note({ file: 'a', began: '2', title: 'two' })
      process.exit(3)`,
    )
    const [outcome] = await runSteps([step], SITUATION)
    expect(outcome).toMatchObject({
      failed: true,
      counts: { passed: 1, failed: 0 },
      checks: [
        { message: 'exit code 3, and no results written\nTests that had not answered:\n  a: two' },
      ],
    })
    expect(countResultFile(json)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  })

  it('A step that writes results keeps them, whatever stands in its journal', async () => {
    const { step, json } = stepOf(
      `note({ file: 'a', ended: '1', title: 'one', status: 'failed' }); ${WRITE_RESULTS}`,
    )
    expect(await runSteps([step], SITUATION)).toMatchObject([{ failed: false }])
    expect(countResultFile(json)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  })

  it('A step prints its time beside its share, and leaves out lines that only say that it goes on', async () => {
    const { step } = stepOf(
      "console.error('a beat: file one'); console.log('file one is wrong'); process.exit(1)",
      {},
      { json: undefined, heartbeat: /^a beat/ },
    )
    await runSteps([step], SITUATION)
    expect(shown).toContain('file one is wrong')
    expect(shown).not.toContain('a beat')
    expect(shown).toMatch(/✗ fake \(\d\.\d s, share 1.5 of 35 min\)/)
  })
})

describe('a child', { timeout: 60_000 }, () => {
  it('A child that leaves its pipe to a grandchild is over when it has ended', async () => {
    const grandchild = `
      const options = { stdio: 'inherit', detached: true }
      const { spawn } = require('node:child_process')
      spawn(process.execPath, ['-e', 'setTimeout(() => {}, 25000)'], options).unref()`
    const began = Date.now()
    expect(await run(process.execPath, ['-e', grandchild], { quiet: true })).toMatchObject({
      code: 0,
      silent: false,
    })
    expect(Date.now() - began).toBeLessThan(20_000)
  })
})
