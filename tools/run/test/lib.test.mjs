import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { installArguments, isOldNode } from '../lib/install.mjs'
import { duration } from '../lib/log.mjs'
import { at, findProgram } from '../lib/paths.mjs'
import { PNPM, pnpm } from '../lib/pnpm.mjs'
import { freePort } from '../lib/ports.mjs'
import { add, countReport, line, reportedFile } from '../lib/results.mjs'
import { obstacle, problemOf, summary } from '../lib/runner.mjs'
import { STEPS } from '../lib/steps.mjs'

const step = { name: 'demo', what: 'a step', commands: [] }
const passed = { passed: 2, failed: 0, skipped: 1 }

describe('counting', () => {
  it('A vitest report is counted, and a file that could not be loaded is one failure', () => {
    const report = {
      testResults: [
        {
          status: 'passed',
          assertionResults: [{ status: 'passed' }, { status: 'pending' }, { status: 'todo' }],
        },
        { status: 'failed', assertionResults: [{ status: 'failed' }] },
        { status: 'failed', assertionResults: [] },
      ],
    }
    expect(countReport(report)).toEqual({ passed: 1, failed: 2, skipped: 2 })
  })

  it('A Playwright report is counted, and a flaky test is a failure', () => {
    expect(
      countReport({
        stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
        suites: [],
        errors: [{}],
      }),
    ).toEqual({ passed: 3, failed: 3, skipped: 2 })
  })

  it('An object of another shape is refused as a report', () =>
    expect(() => countReport({})).toThrow('neither'))

  it('Our own checks are written in a shape that can be counted', () => {
    const file = reportedFile('checks', [
      { title: 'lint: eslint', status: 'passed' },
      { title: 'api: reports', status: 'failed', message: 'differs' },
    ])
    expect(countReport({ testResults: [file] })).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(file.assertionResults[1].failureMessages).toEqual(['differs'])
  })

  it('Counts are written as one line', () =>
    expect(line(add(passed, passed))).toBe('4 passed, 0 failed, 2 skipped'))
})

describe('judging a command', () => {
  const command = { json: 'x.json' }
  const ended = { code: 0, silent: false, ms: 5, silentMs: 10 }
  it('A command counts as its results say', () =>
    expect(problemOf(command, ended, passed)).toBeUndefined())
  it.each([
    ['wrote no results', ended, undefined],
    ['wrote results without a test', ended, { passed: 0, failed: 0, skipped: 0 }],
    ['ended badly although nothing failed', { ...ended, code: 1 }, passed],
    ['was ended because it said nothing', { ...ended, silent: true }, passed],
  ])('A command fails that %s', (_, end, counts) =>
    expect(problemOf(command, end, counts)).toEqual(expect.any(String)),
  )
  it('A command without results counts as one check', () => {
    expect(problemOf({}, ended)).toBeUndefined()
    expect(problemOf({}, { ...ended, code: 2 })).toBe('exit code 2')
  })
})

describe('a step that cannot run', () => {
  const situation = { missing: new Map([['browser', 'none here']]), buildFailed: false, ci: false }
  const inBrowser = { ...step, needs: ['browser'] }
  it('A step is skipped by name when its service is missing', () =>
    expect(obstacle(inBrowser, situation)).toEqual({ status: 'skipped', reason: 'none here' }))
  it('A step fails in CI when its service is missing', () =>
    expect(obstacle(inBrowser, { ...situation, ci: true })).toEqual({
      status: 'failed',
      reason: 'none here',
    }))
  it('A step fails when it reads a build that failed', () =>
    expect(
      obstacle({ ...step, needsBuild: true }, { ...situation, buildFailed: true }).status,
    ).toBe('failed'))
  it('A step runs when nothing hinders it', () => expect(obstacle(step, situation)).toBeUndefined())
  it('A skipped or failed step is named in the summary', () => {
    const outcome = {
      step,
      checks: [{ title: 'x', status: 'skipped' }],
      counts: passed,
      ms: 10,
      failed: false,
      skipped: 'none here',
    }
    expect(summary([outcome, { ...outcome, failed: true, skipped: undefined }])).toMatch(
      /– demo +2 passed, 0 failed, 2 skipped[\s\S]*Skipped steps:\n {2}demo: none here\n\nFailed steps:\n {2}demo$/,
    )
  })
})

describe('steps', () => {
  it('Every step has its own name and result files', () => {
    const names = STEPS.map(({ name }) => name)
    const files = STEPS.flatMap(({ commands }) => commands.flatMap(({ json }) => json ?? []))
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(files).size).toBe(files.length)
  })

  it('Result files of browser suites begin with the name of the step', () => {
    const file = (name) => STEPS.find((one) => one.name === name).commands[0].json
    expect(file('browser')).toMatch(/^browser.*\.json$/)
    expect(file('e2e')).toMatch(/^e2e.*\.json$/)
  })
})

describe('installing', () => {
  it(
    'The pnpm that package.json names installs the dependencies',
    { timeout: 60_000 },
    async () => {
      expect((await pnpm(['--version'], { quiet: true })).output.trim()).toBe(PNPM.split('@')[1])
    },
  )
  it('No installed Node takes the place of the one that runs npm test', () =>
    expect(existsSync(at('node_modules/.bin/node'))).toBe(false))
  it('The lock is kept where it fits', () =>
    expect(installArguments('linux', 'x64')).toEqual({ args: ['install', '--frozen-lockfile'] }))
  it.each([
    ['darwin', 'arm64'],
    ['win32', 'x64'],
    ['linux', 'arm64'],
  ])('A note says where the lock does not fit: %s %s', (platform, arch) => {
    const { args, note } = installArguments(platform, arch)
    expect(args).toContain('--no-frozen-lockfile')
    expect(note).toContain(`${platform}-${arch}`)
  })
})

describe('small things', () => {
  it('A Node below 20.19 is too old', () =>
    expect(['v18.20.0', 'v20.18.9', 'v20.19.0', 'v24.0.0'].map(isOldNode)).toEqual([
      true,
      true,
      false,
      false,
    ]))

  it('A busy port is stepped around', async () => {
    const server = createServer()
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address()
    const free = await freePort(port)
    await new Promise((resolve) => server.close(resolve))
    expect(free).not.toBe(port)
    expect(free).toBeGreaterThan(0)
  })

  it('A program is found along PATH or where it usually is, the best first', () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-programs-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    onTestFinished(() => vi.unstubAllEnvs())
    vi.stubEnv('PATH', [at('docs'), folder].join(delimiter))
    for (const name of ['second', 'third']) writeFileSync(join(folder, name), '')
    expect(findProgram(['first', 'second', 'third'])).toBe(join(folder, 'second'))
    expect(findProgram([join(folder, 'third'), 'second'])).toBe(join(folder, 'third'))
    expect(findProgram(['first'])).toBeUndefined()
  })

  it('Times are written as people say them', () =>
    expect([duration(1234), duration(42_000), duration(125_000)]).toEqual([
      '1.2 s',
      '42 s',
      '2 min 5 s',
    ]))
})
