import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { candidates } from '../lib/browser.mjs'
import { installArguments, isOldNode } from '../lib/install.mjs'
import { duration } from '../lib/log.mjs'
import { at } from '../lib/paths.mjs'
import { PNPM, pnpm } from '../lib/pnpm.mjs'
import { freePort } from '../lib/ports.mjs'
import { add, checksReport, countReport, line } from '../lib/results.mjs'
import { judge, obstacle, summary } from '../lib/runner.mjs'
import { STEPS } from '../lib/steps.mjs'
import { inOrder, workspacePackages } from '../lib/workspace.mjs'

const step = { name: 'demo', what: 'a step', commands: [] }
const passed = { passed: 2, failed: 0, skipped: 1 }

describe('counting', () => {
  it('counts a vitest report, and a file that could not be loaded as one failure', () => {
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

  it('counts a Playwright report, and a flaky test as a failure', () => {
    expect(
      countReport({
        stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
        suites: [],
        errors: [{}],
      }),
    ).toEqual({ passed: 3, failed: 3, skipped: 2 })
  })

  it('refuses what is no report', () => expect(() => countReport({})).toThrow('neither'))

  it('writes checks that it can count itself', () => {
    const report = checksReport([
      { step: 'lint', title: 'eslint', status: 'passed' },
      { step: 'api', title: 'reports', status: 'failed', message: 'differs' },
    ])
    expect(countReport(report)).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(report.testResults[0].assertionResults[1].failureMessages).toEqual(['differs'])
  })

  it('ends with one line', () =>
    expect(line(add(passed, passed))).toBe('4 passed, 0 failed, 2 skipped'))
})

describe('judging a command', () => {
  const command = { json: 'x.json' }
  const ended = { code: 0, timedOut: false, ms: 5 }
  it('takes the counts of its results', () =>
    expect(judge(step, command, ended, () => passed)).toEqual({ checks: [], counts: passed }))
  it.each([
    ['wrote no results', ended, () => undefined],
    ['wrote results without a test', ended, () => ({ passed: 0, failed: 0, skipped: 0 })],
    ['ended badly although nothing failed', { ...ended, code: 1 }, () => passed],
    ['was ended because it said nothing', { ...ended, silent: true }, () => passed],
  ])('fails one that %s', (_, end, read) =>
    expect(judge(step, command, end, read).checks).toMatchObject([{ status: 'failed' }]),
  )
  it('counts one without results as one check', () => {
    expect(judge(step, {}, ended).checks).toMatchObject([{ status: 'passed' }])
    expect(judge(step, {}, { ...ended, code: 2 }).checks).toMatchObject([
      { status: 'failed', message: 'exit code 2' },
    ])
  })
})

describe('a step that cannot run', () => {
  const situation = { missing: new Map([['browser', 'none here']]), buildFailed: false, ci: false }
  const inBrowser = { ...step, needs: ['browser'] }
  it('is skipped by name when its service is missing', () =>
    expect(obstacle(inBrowser, situation)).toEqual({ status: 'skipped', reason: 'none here' }))
  it('fails in CI when its service is missing', () =>
    expect(obstacle(inBrowser, { ...situation, ci: true })).toEqual({
      status: 'failed',
      reason: 'none here',
    }))
  it('fails when it reads a build that failed', () =>
    expect(
      obstacle({ ...step, needsBuild: true }, { ...situation, buildFailed: true }).status,
    ).toBe('failed'))
  it('runs otherwise', () => expect(obstacle(step, situation)).toBeUndefined())
  it('is named in the summary', () => {
    const outcome = {
      step,
      checks: [{ step: 'demo', title: 'x', status: 'skipped' }],
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
  it('have names and result files of their own', () => {
    const names = STEPS.map(({ name }) => name)
    const files = STEPS.flatMap(({ commands }) => commands.flatMap(({ json }) => json ?? []))
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(files).size).toBe(files.length)
  })

  it('name the results of browser suites so', () => {
    const file = (name) => STEPS.find((one) => one.name === name).commands[0].json
    expect(file('browser')).toMatch(/^browser.*\.json$/)
    expect(file('e2e')).toMatch(/^e2e.*\.json$/)
  })
})

describe('the workspace', () => {
  it('puts a package after those it needs at run time', () => {
    const names = inOrder(workspacePackages()).map(({ name }) => name)
    expect(names.indexOf('@latchkey/plugin-api')).toBeLessThan(names.indexOf('@latchkey/kernel'))
    expect(names.indexOf('@latchkey/plugin-api')).toBeLessThan(names.indexOf('@latchkey/evm'))
  })

  it('orders packages whose tests use a higher one', () => {
    const low = { name: 'low', uses: ['high'], usesAtRuntime: [] }
    const high = { name: 'high', uses: ['low'], usesAtRuntime: ['low'] }
    expect(inOrder([low, high]).map(({ name }) => name)).toEqual(['low', 'high'])
    expect(inOrder([high, low]).map(({ name }) => name)).toEqual(['low', 'high'])
  })
})

describe('installing', () => {
  it('is done by the pnpm that the workspace names', { timeout: 60_000 }, async () => {
    expect((await pnpm(['--version'], { quiet: true })).output.trim()).toBe(PNPM.split('@')[1])
  })
  it('puts no other Node into the place of the one that runs npm test', () =>
    expect(existsSync(at('node_modules/.bin/node'))).toBe(false))
  it('keeps to the lock where the lock fits', () =>
    expect(installArguments('linux', 'x64')).toEqual({ args: ['install', '--frozen-lockfile'] }))
  it.each([
    ['darwin', 'arm64'],
    ['win32', 'x64'],
    ['linux', 'arm64'],
  ])('says so where it does not: %s %s', (platform, arch) => {
    const { args, note } = installArguments(platform, arch)
    expect(args).toContain('--no-frozen-lockfile')
    expect(note).toContain(`${platform}-${arch}`)
  })
})

describe('small things', () => {
  it('knows a Node that is too old', () =>
    expect(['v18.20.0', 'v20.18.9', 'v20.19.0', 'v24.0.0'].map(isOldNode)).toEqual([
      true,
      true,
      false,
      false,
    ]))

  it('steps around a busy port', async () => {
    const server = createServer()
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address()
    const free = await freePort(port)
    await new Promise((resolve) => server.close(resolve))
    expect(free).not.toBe(port)
    expect(free).toBeGreaterThan(0)
  })

  it.each([
    ['linux', { PATH: '/usr/bin' }, '/usr/bin/chromium'],
    [
      'darwin',
      { HOME: '/Users/me' },
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    [
      'win32',
      { ProgramFiles: 'C:\\Program Files' },
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
  ])('knows where browsers are on %s', (platform, env, path) =>
    expect(candidates(platform, env)).toContain(path),
  )

  it('writes times as people say them', () =>
    expect([duration(1234), duration(42_000), duration(125_000)]).toEqual([
      '1.2 s',
      '42 s',
      '2 min 5 s',
    ]))
})
