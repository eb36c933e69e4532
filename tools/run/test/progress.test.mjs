import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { start, stop } from '../lib/children.mjs'
import { at, bin } from '../lib/paths.mjs'
import {
  PROGRESS,
  failures,
  note,
  noteCheck,
  readProgress,
  reportOf,
  unanswered,
} from '../lib/progress.mjs'
import { countReport } from '../lib/results.mjs'

function file() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-progress-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'progress.jsonl')
}

describe('the journal of a test runner', () => {
  it('The journal counts each test once, by its last answer', () => {
    const path = file()
    note(
      {
        file: 'a',
        tests: [
          ['1', 'one'],
          ['2', 'two'],
          ['3', 'three'],
        ],
      },
      path,
    )
    for (const status of ['failed', 'passed'])
      note({ file: 'a', ended: '1', title: 'one', status }, path)
    note({ file: 'a', ended: '2', title: 'two', status: 'failed', message: 'not two' }, path)
    const report = reportOf(readProgress(path))
    expect(countReport(report)).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(report.testResults[0].assertionResults[1]).toMatchObject({
      title: 'two',
      failureMessages: ['not two'],
    })
  })

  it('The journal counts a file that could not be loaded as one failure, not as one that had not begun', () => {
    const path = file()
    note({ file: 'a' }, path)
    note({ file: 'a', over: true, loaded: false, message: 'Unexpected token' }, path)
    expect(countReport(reportOf(readProgress(path)))).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(unanswered(readProgress(path))).toEqual([])
  })

  it('The journal names the tests and files that failed, and why', () => {
    const path = file()
    const message = `\u001b[31mexpected\u001b[39m 1\n\n  to be 2 ${'x'.repeat(400)}`
    note({ file: 'a', ended: '1', title: 'one', status: 'failed', message }, path)
    note({ file: 'a', ended: '2', title: 'two', status: 'passed' }, path)
    note({ file: 'a', ended: '3', title: 'three', status: 'failed' }, path)
    note({ file: 'b', over: true, loaded: false, message: 'Unexpected token' }, path)
    expect(failures(readProgress(path))).toEqual([
      'Failed tests:',
      `  a: one — expected 1 to be 2 ${'x'.repeat(281)}`,
      '  a: three',
      '  b — Unexpected token',
    ])
    expect(failures(readProgress('no/such/file'))).toEqual([])
  })

  it('The journal is read past a last line that is half written', () => {
    const path = file()
    note({ file: 'a', ended: '1', title: 'one', status: 'passed' }, path)
    appendFileSync(path, '{"file":"a","ended":"2","sta')
    expect(countReport(reportOf(readProgress(path)))).toEqual({ passed: 1, failed: 0, skipped: 0 })
  })

  it('The journal of a runner that ran nothing gives an empty report', () => {
    expect(reportOf(readProgress('no/such/file'))).toEqual({ testResults: [] })
    expect(unanswered(readProgress('no/such/file'))).toEqual([])
  })

  it('The journal names twenty open files and counts the others', () => {
    const path = file()
    for (let i = 0; i < 27; i += 1) note({ file: `f${i}` }, path)
    expect(unanswered(readProgress(path)).slice(0, 2)).toEqual([
      'Files that had not begun:',
      '  f0',
    ])
    expect(unanswered(readProgress(path)).at(-1)).toBe('  and 7 more')
  })

  it('The journal takes our own checks, which belong to no suite', () => {
    const path = file()
    process.env[PROGRESS] = path
    onTestFinished(() => {
      delete process.env[PROGRESS]
    })
    noteCheck('tools/checks/pack', { title: 'packs', status: 'passed' })
    noteCheck('tools/checks/pack', { title: 'is small', status: 'failed', message: 'is large' })
    expect(countReport(reportOf(readProgress(path)))).toEqual({ passed: 1, failed: 1, skipped: 0 })
  })
})

/** Starts a runner, and ends it as soon as `isThere` accepts its journal. */
async function until(path, args, isThere) {
  const child = start(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { [PROGRESS]: path, NO_COLOR: '1' },
  })
  let errors = ''
  child.stderr.on('data', (data) => {
    errors += data
  })
  const read = () => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return ''
    }
  }
  while (!isThere(read())) {
    if (child.exitCode !== null) throw new Error(`the runner ended:\n${errors}\n${read()}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
  await stop(child, 100)
  return readProgress(path)
}

describe('a runner that is killed', { timeout: 120_000 }, () => {
  it('A killed vitest leaves its results, the test that blocks its thread, and the file behind it', async () => {
    const root = at('tools/run/test/fixtures/vitest')
    const args = [
      bin('vitest'),
      'run',
      '--root',
      root,
      `--reporter=${at('tools/tests/report/vitest.mjs')}`,
    ]
    const files = await until(file(), args, (text) =>
      /"title":"waits for a moment[^\n]*"status":"passed"/.test(text),
    )
    expect(countReport(reportOf(files))).toEqual({ passed: 2, failed: 1, skipped: 1 })
    expect(unanswered(files)).toEqual([
      'Tests that had not answered:',
      '  blocked.case.mjs: blocks its thread',
      'Files that had not begun:',
      '  waiting.case.mjs',
    ])
  })

  it('A killed Playwright leaves its results, the test that had begun, and the file that had not', async () => {
    const args = [
      bin('@playwright/test', 'playwright'),
      'test',
      '--config',
      at('tools/run/test/fixtures/playwright/config.mjs'),
    ]
    const files = await until(file(), args, (text) =>
      /"began":"[^"]*","title":"a group › never answers"/.test(text),
    )
    expect(countReport(reportOf(files))).toEqual({ passed: 1, failed: 0, skipped: 0 })
    const folder = 'tools/run/test/fixtures/playwright'
    expect(unanswered(files)).toEqual([
      'Tests that had not answered:',
      `  ${folder}/hanging.case.mjs: a group › never answers`,
      'Files that had not begun:',
      `  ${folder}/waiting.case.mjs`,
    ])
  })
})
