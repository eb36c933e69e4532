import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { repositoryUrl } from '../../checks/pack/facts.mjs'
import { at, readJson, root } from '../../run/lib/paths.mjs'
import {
  PULL_REQUEST,
  provenanceObstacle,
  readWorkflows,
  workflowComplaints,
} from '../lib/workflow.mjs'
import { requireProvenance } from '../publish.mjs'
import { snapshotTag } from '../snapshot.mjs'

const OWNER = repositoryUrl.replace('https://github.com/', '')
const workflows = readWorkflows(root)
const { scripts } = readJson(at('package.json'))
const complaintsOf = (changed, more = {}) =>
  workflowComplaints({
    workflows: { ...workflows, ...changed },
    repository: repositoryUrl,
    scripts,
    ...more,
  })
/** The release workflow with one thing changed; the change must change something. */
const release = (from, to) => {
  const text = workflows['release.yml'].replace(from, to)
  expect(text).not.toBe(workflows['release.yml'])
  return { 'release.yml': text }
}
const ci = (from, to) => ({ 'ci.yml': workflows['ci.yml'].replace(from, to) })

describe('The workflows (audit L9)', () => {
  it('The workflows pin every action, let one job write, and can make provenance', () =>
    expect(complaintsOf({})).toEqual([]))

  it.each([
    [
      'an action by its tag',
      () => ci(/actions\/checkout@[0-9a-f]{40} # v4.2.2/, 'actions/checkout@v4'),
      'ci.yml:',
    ],
    [
      'an action by a short commit',
      () => release(/changesets\/action@[0-9a-f]{40}/, 'changesets/action@6a0a831'),
      'not pinned',
    ],
    [
      'an action whose version nobody can read',
      () => release(/( changesets\/action@[0-9a-f]{40}) # v1.7.0/, '$1'),
      'lacks the version',
    ],
    [
      'an action of a folder inside a repository, by its branch',
      () => ci('- run: .ci/run', '- uses: someone/actions/setup@main'),
      'someone/actions/setup@main',
    ],
    [
      'a quoted action by its tag',
      () => ci('- run: .ci/run', "- uses: 'someone/setup@v1'"),
      'someone/setup@v1',
    ],
    [
      'no id-token',
      () => release('id-token: write', 'id-token: none'),
      'no provenance can be made',
    ],
    [
      'an id-token for all jobs',
      () => release('permissions:\n  contents: read', 'permissions:\n  id-token: write'),
      'all its jobs may write id-token',
    ],
    [
      'no permissions named, which may be all of them',
      () => ci('permissions:\n  contents: read\n', ''),
      'may write everything',
    ],
    [
      'another job that may write',
      () => ci('  test:\n', '  test:\n    permissions: write-all\n'),
      'job test may write everything',
    ],
    [
      'a third workflow that may push',
      () => ({
        'more.yml':
          'on: push\npermissions: {}\njobs:\n  x:\n    permissions: { contents: write }\n' +
          '    runs-on: x\n    steps: []\n',
      }),
      'more.yml, job x may write contents',
    ],
    ['no environment', () => release('    environment: npm\n', ''), 'runs in no environment'],
    [
      'a fork that would publish',
      () => release(/github.repository == '[^']*' && /, ''),
      'latchkey-dev/latchkey',
    ],
    [
      'another branch',
      () => release('branches: [main]', 'branches: [main, next]'),
      'more than pushes to main',
    ],
    [
      'pull requests of every kind',
      () => release('    types: [labeled]', '    types: [labeled, opened]'),
      'more than pushes to main',
    ],
    [
      'pull requests with the rights of main',
      () => release('  pull_request:', '  pull_request_target:'),
      'more than pushes to main',
    ],
    [
      'a release of pull requests',
      () => release(" && github.ref == 'refs/heads/main'", ''),
      'does not ask for the branch main',
    ],
    [
      'snapshots of forks',
      () => release(' && github.event.pull_request.head.repo.full_name == github.repository', ''),
      'does not ask for github.event.pull_request.head.repo.full_name',
    ],
    [
      'snapshots of any label',
      () => release(" && github.event.label.name == 'snapshot'", ''),
      'does not ask for github.event.label.name',
    ],
    [
      'snapshots by one of several conditions',
      () =>
        release(
          "    if: github.repository == 'latchkey-dev/latchkey' && github.event_name",
          "    if: true || github.repository == 'latchkey-dev/latchkey' && github.event_name",
        ),
      'it has to be all',
    ],
    [
      'snapshots that nobody approves',
      () => release(/( {2}snapshot:[\s\S]*) {4}environment: npm\n/, '$1'),
      'job snapshot is not in the workflow and the environment',
    ],
    [
      'snapshots that may push',
      () => release(/( {2}snapshot:[\s\S]*contents:) read/, '$1 write'),
      'has other rights than',
    ],
    [
      'a right of CodeQL for another job',
      () => ci('  test:\n', '  test:\n    permissions: { security-events: write }\n'),
      'job test may write security-events',
    ],
    [
      'more rights for CodeQL',
      () => ({
        'codeql.yml': workflows['codeql.yml']
          .replace('security-events:', 'contents: write\n      security-events:')
          .replace('      contents: read\n', ''),
      }),
      'job analyze may write contents',
    ],
    [
      'a Node whose npm needs a token',
      () => release('node-version: 24', 'node-version: 20'),
      'Node 20',
    ],
    [
      'a publication past our script',
      () => release('pnpm@12.21.0 release:publish', 'changeset publish'),
      'tools/release/publish.mjs',
    ],
    ['nobody who publishes', () => release(/ {10}publish: .*\n/, ''), '0 jobs publish'],
  ])('A workflow with %s is a complaint', (_, change, words) =>
    expect(complaintsOf(change()).join('\n')).toContain(words),
  )

  it('The workflows run in the repository that the manifests name', () => {
    expect(complaintsOf({}, { repository: 'https://github.com/somebody/fork' }).join()).toContain(
      'somebody/fork',
    )
  })

  it('Tests get 90 minutes, and known weaknesses are looked for in a job that no test waits for', () => {
    const { jobs } = parse(workflows['ci.yml'])
    expect(jobs.test['timeout-minutes']).toBe(90)
    expect(jobs.test.steps.some(({ run }) => run === '.ci/run')).toBe(true)
    expect(jobs.audit.steps.some(({ run }) => run?.includes('audit --prod'))).toBe(true)
    expect(jobs.test.needs).toBeUndefined()
  })
})

describe('A release without provenance', () => {
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: OWNER,
    GITHUB_REF: 'refs/heads/main',
    ACTIONS_ID_TOKEN_REQUEST_URL: 'https://x.test',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x',
  }
  it('The workflow on main with an id-token may release', () =>
    expect(provenanceObstacle(env, repositoryUrl)).toBeUndefined())
  it.each([
    ['on a machine', { GITHUB_ACTIONS: undefined }, 'this is not it'],
    ['in a fork', { GITHUB_REPOSITORY: 'somebody/fork' }, 'somebody/fork'],
    ['on another branch', { GITHUB_REF: 'refs/heads/next' }, 'refs/heads/next'],
    ['without an id-token', { ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' }, 'id-token: write'],
    ['without the address of one', { ACTIONS_ID_TOKEN_REQUEST_URL: undefined }, 'id-token: write'],
  ])('A release is refused with a reason %s', (_, change, words) => {
    expect(provenanceObstacle({ ...env, ...change }, repositoryUrl)).toContain(words)
    expect(() => requireProvenance({ env: { ...env, ...change } })).toThrow(
      'Nothing was published.',
    )
  })
  it('A release is refused if a manifest does not ask for provenance', () => {
    const manifest = readJson(at('plugins/evm/package.json'))
    const packages = [{ path: 'plugins/evm', manifest }]
    expect(() => requireProvenance({ env, packages })).not.toThrow()
    const without = { ...manifest, publishConfig: { access: 'public' } }
    expect(() =>
      requireProvenance({ env, packages: [{ path: 'plugins/evm', manifest: without }] }),
    ).toThrow('plugins/evm/package.json: "publishConfig"')
  })
})

describe('A snapshot of a pull request', () => {
  it('A snapshot is tagged by the number of its pull request', () =>
    expect(snapshotTag('refs/pull/12/merge')).toBe('pr-12'))
  it.each(['refs/heads/main', 'refs/pull/12/head', 'refs/pull/x/merge', undefined])(
    'A snapshot of %s is refused',
    (ref) => {
      expect(() => snapshotTag(ref)).toThrow('not of a pull request')
      const env = { GITHUB_ACTIONS: 'true', GITHUB_REF: ref, GITHUB_REPOSITORY: OWNER }
      expect(provenanceObstacle(env, repositoryUrl, PULL_REQUEST)).toContain('pull requests only')
    },
  )
})

describe('Installed dependencies (audit L9)', () => {
  const settings = parse(readFileSync(at('pnpm-workspace.yaml'), 'utf8'))
  it('Every dependency is at least a week old, or is named with its version', () => {
    expect(settings.minimumReleaseAge).toBeGreaterThanOrEqual(7 * 24 * 60)
    expect(settings.minimumReleaseAgeStrict).toBe(true)
    for (const name of settings.minimumReleaseAgeExclude ?? [])
      expect(name).toMatch(/^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+$/)
  })
})
