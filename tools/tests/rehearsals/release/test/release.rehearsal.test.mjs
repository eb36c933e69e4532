// `pnpm release:check`: rehearses a release in a throw-away clone, up to a host that installs it and
// connects a wallet.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { factComplaints, repositoryUrl } from '../../../../checks/pack/facts.mjs'
import { node } from '../../../../run/lib/children.mjs'
import { at, readJson } from '../../../../run/lib/paths.mjs'
import { visitBuilt } from '../../examples/page.mjs'
import { installExampleWallet, visitor } from '../../examples/visitor.mjs'
import { copyExample, editJson } from '../../lib/host.mjs'
import { npm, npmInstall, temporary } from '../../lib/rehearsal.mjs'
import { publishedComplaints, readPublished } from '../../../../release/lib/published.mjs'
import { BRAND_FILE, readBrand } from '../../../../release/lib/rename.mjs'
import { version } from '../../../../release/version.mjs'
import { cloneWorkspace, keep, undo } from '../lib/clone.mjs'
import {
  manifestOf,
  packAt,
  pnpmAt,
  publish,
  workspaceOnly,
} from '../../../../release/lib/publish.mjs'
import { manifests, rehearse, rehearseSnapshot } from '../lib/rehearse.mjs'
import { readWorkflows, workflowComplaints } from '../../../../release/lib/workflow.mjs'
import { startRegistry } from '../registry.mjs'

const SCOPE = '@latchkey'
const CONTRACT = `${SCOPE}/plugin-api`
const EVM = `${SCOPE}/evm`

/** The environment of a developer's machine, and of a CI job without an id-token. */
const OUTSIDE = { CI: undefined, GITHUB_ACTIONS: undefined, GITLAB_CI: undefined }
const WITHOUT_ID_TOKEN = {
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  ACTIONS_ID_TOKEN_REQUEST_URL: undefined,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: undefined,
}

const clone = temporary('release')
const host = temporary('host')
/** The versions before the release that is waiting. */
let before
beforeAll(async () => {
  await cloneWorkspace(clone)
  before = manifests(clone)
  await version(clone)
  await keep(clone)
})
const pathOf = (name) => join(clone, manifests(clone).get(name).path)
const majors = (bumps) => Object.keys(bumps).filter((name) => bumps[name] === 'major')

describe('provenance', () => {
  // Only the workflow can sign it.
  it('The release workflow can make provenance, and no other job may write', () => {
    const { scripts } = readJson(join(clone, 'package.json'))
    const workflows = readWorkflows(clone)
    expect(workflowComplaints({ workflows, repository: repositoryUrl, scripts })).toEqual([])
  })

  it('Every manifest asks for provenance of this repository', () => {
    for (const { path, manifest } of manifests(clone).values())
      expect(factComplaints(path, manifest), path).toEqual([])
  })

  it('A release from this machine is refused before anything is packed', async () => {
    const program = join(clone, 'tools/release/publish.mjs')
    const { code, output } = await node(program, [], { cwd: clone, quiet: true, env: OUTSIDE })
    expect(code).toBe(1)
    expect(output).toContain('Provenance is a statement by the release workflow')
    expect(output).toContain('Nothing was published')
  })
})

describe('the release that is waiting', () => {
  it('Each package has notes for its version, the first ones of the version that stood in its manifest', () => {
    for (const [name, { dir, manifest }] of manifests(clone)) {
      const notes = readFileSync(join(dir, 'CHANGELOG.md'), 'utf8')
      expect(notes, name).toContain(`## ${manifest.version}\n`)
      const isFirst = notes.match(/^## /gm).length === 1
      if (isFirst) expect(manifest.version, name).toBe(before.get(name).manifest.version)
    }
  })
})

describe('versions', () => {
  // Each test starts from the committed state.
  afterEach(() => undo(clone))

  it('A patch of evm bumps only evm', async () => {
    expect(await rehearse(clone, { [EVM]: 'patch' })).toEqual({ [EVM]: 'patch' })
  })

  it('A minor of the contract makes no major, and leaves the plugins as they are', async () => {
    const bumps = await rehearse(clone, { [CONTRACT]: 'minor' })
    expect(bumps[CONTRACT]).toBe('minor')
    // Peer ranges on the contract must reach below 1.0.0 (docs/adr/0003-peer-ranges.md).
    expect(majors(bumps)).toEqual([])
    const isPlugin = (name) => manifests(clone).get(name).path.startsWith('plugins/')
    expect(Object.keys(bumps).filter(isPlugin)).toEqual([])
  })

  it('A minor of the kernel makes no major', async () => {
    expect(majors(await rehearse(clone, { [`${SCOPE}/kernel`]: 'minor' }))).toEqual([])
  })

  it('Packages of a snapshot name each other by exact versions, which no range of a release takes', async () => {
    const made = await rehearseSnapshot(clone, 'pr-7', { [CONTRACT]: 'minor' })
    const versions = new Map(made.map(({ name, version: one }) => [name, one]))
    expect([...versions.keys()]).toContain(CONTRACT)
    expect(versions.get(CONTRACT)).toMatch(/^0\.0\.0-pr-7-\d+$/)
    for (const { name, dependencies, peerDependencies } of made)
      for (const [other, range] of Object.entries({ ...dependencies, ...peerDependencies }))
        if (versions.has(other))
          expect(['workspace:*', versions.get(other)], `${name} ${other}`).toContain(range)
    const folder = join(clone, '.tmp/snapshot')
    const [tarball] = await packAt(clone, ['packages/kernel'], folder)
    expect(manifestOf(tarball).dependencies[CONTRACT]).toBe(versions.get(CONTRACT))
  })

  // If evm became no major in the next two tests, those above would prove nothing.
  it('A caret range on the contract would be noticed', async () => {
    editJson(join(pathOf(EVM), 'package.json'), (manifest) => {
      manifest.peerDependencies[CONTRACT] = '^0.1.0'
    })
    expect(majors(await rehearse(clone, { [CONTRACT]: 'minor' }))).toContain(EVM)
  })

  it('Changesets without the peer rule would be noticed', async () => {
    editJson(join(clone, '.changeset/config.json'), (config) => {
      delete config.___experimentalUnsafeOptions_WILL_CHANGE_IN_PATCH
    })
    expect(majors(await rehearse(clone, { [CONTRACT]: 'minor' }))).toContain(EVM)
  })
})

/** Releases evm and the contract, from the tarballs to a wallet in a browser. */
describe('a release', () => {
  let registry
  let tarballs
  beforeAll(async () => {
    registry = await startRegistry()
    copyExample('vite-react', host)
    // Our scope comes from the stand-in, and everything else from the usual registry.
    const token = `${registry.url.replace('http:', '')}:_authToken=rehearsal`
    writeFileSync(join(host, '.npmrc'), `${SCOPE}:registry=${registry.url}\n${token}\n`)
  })
  afterAll(() => registry.close())
  beforeEach(({ task, skip }) => {
    const hasFailed = task.suite.tasks.some(({ result }) => result?.state === 'fail')
    skip(hasFailed, 'It needs a step that failed.')
  })

  it('Tarballs carry nothing that only a workspace understands', async () => {
    await rehearse(clone, { [EVM]: 'patch', [CONTRACT]: 'minor' })
    await pnpmAt(pathOf(CONTRACT), 'run', 'build')
    const paths = [...manifests(clone).values()].map(({ path }) => path)
    tarballs = await packAt(clone, paths, join(clone, '.tmp/tarballs'))
    for (const manifest of tarballs.map(manifestOf))
      expect(workspaceOnly(manifest), manifest.name).toEqual([])
  })

  it('Every name, link and field of a manifest in them is right', async () => {
    const { scope, docs } = await readBrand(readFileSync(join(clone, BRAND_FILE), 'utf8'))
    const known = { scope, docs, names: new Set(manifests(clone).keys()), folder: clone }
    const complaints = []
    for (const tarball of tarballs)
      complaints.push(...publishedComplaints(await readPublished(tarball), known))
    expect(complaints).toEqual([])
  })

  it.each([
    ['a machine', 'provenance', OUTSIDE],
    ['a job without an id-token', 'id-token', WITHOUT_ID_TOKEN],
  ])('Nothing is published without provenance from %s', async (_, word, env) => {
    const publishing = publish(tarballs.slice(0, 1), host, { provenance: true, env })
    await expect(publishing).rejects.toThrow(word)
    expect(registry.published()).toEqual({})
  })

  it('Every package can be published', async () => {
    // Provenance is signed by the build server, which is missing here.
    await publish(tarballs, host, { provenance: false })
    expect(Object.keys(registry.published()).sort()).toEqual([...manifests(clone).keys()].sort())
  })

  it('A host installs it with npm, each package once', async () => {
    await npmInstall(host)
    const query = `[name^="${SCOPE}/"]`
    const installed = JSON.parse(await npm(host, 'query', query, '--loglevel=error'))
    const found = installed.map(({ name, version }) => [name, version]).sort()
    const names = new Set(installed.map(({ name }) => name))
    const all = [...manifests(clone)].map(([name, { manifest }]) => [name, manifest.version])
    expect(names).toContain(CONTRACT)
    expect(found).toEqual(all.filter(([name]) => names.has(name)).sort())
  })

  it('The host builds with vite', () => npm(host, 'run', 'build'))

  it('A wallet connects in a browser', async () => {
    const { smoke } = await import(pathToFileURL(at('examples/vite-react/smoke.mjs')).href)
    await visitBuilt(join(host, 'dist'), async ({ page, url }) => {
      await page.addInitScript(installExampleWallet)
      await smoke({ page, url, visitor: visitor(page) })
    })
  })
})
