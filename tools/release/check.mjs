// `pnpm release:check`: a release, rehearsed in a throw-away clone up to a host that installs it and connects a wallet.
//   node tools/release/check.mjs [--json FILE] [--keep]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { factComplaints, repositoryUrl } from '../pack/facts.mjs'
import { build } from '../run/lib/build.mjs'
import { node } from '../run/lib/children.mjs'
import { Explained, duration, say } from '../run/lib/log.mjs'
import { readJson } from '../run/lib/paths.mjs'
import { noteCheck } from '../run/lib/progress.mjs'
import { checksReport } from '../run/lib/results.mjs'
import { buildPackage, cloneWorkspace } from './lib/clone.mjs'
import {
  buildHost,
  connectWallet,
  installHost,
  installedVersions,
  makeHost,
} from './lib/outside.mjs'
import { manifestOf, packAt, publish, workspaceOnly, writeNpmrc } from './lib/publish.mjs'
import { editJson, manifests, rehearse } from './lib/rehearse.mjs'
import { readWorkflows, workflowComplaints } from './lib/workflow.mjs'
import { startRegistry } from './registry.mjs'

const SCOPE = '@latchkey'
const CONTRACT = `${SCOPE}/plugin-api`
const EVM = `${SCOPE}/evm`

function expect(condition, message) {
  if (!condition) throw new Explained(message)
}

const told = (bumps) => JSON.stringify(bumps)
const majors = (bumps) => Object.keys(bumps).filter((name) => bumps[name] === 'major')

/** A machine that is no build server, and a job of one that may not say who it is. */
const OUTSIDE = { CI: undefined, GITHUB_ACTIONS: undefined, GITLAB_CI: undefined }
const WITHOUT_ID_TOKEN = {
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  ACTIONS_ID_TOKEN_REQUEST_URL: undefined,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: undefined,
}

/** What only the workflow can do is read in it: nobody signs provenance here. */
const provenanceChecks = ({ folder }) => [
  [
    'the release workflow can make provenance, and no other job may write',
    async () => {
      const { scripts } = readJson(join(folder, 'package.json'))
      const complaints = workflowComplaints({
        workflows: readWorkflows(folder),
        repository: repositoryUrl,
        scripts,
      })
      expect(complaints.length === 0, complaints.join('\n'))
    },
  ],
  [
    'every manifest asks for provenance of this repository',
    async () => {
      const complaints = [...manifests(folder).values()].flatMap(({ path, manifest }) =>
        factComplaints(path, manifest).map((text) => `${path}: ${text}`),
      )
      expect(complaints.length === 0, complaints.join('\n'))
    },
  ],
  [
    'a release from this machine is refused before anything is packed',
    async () => {
      const { code, output } = await node(join(folder, 'tools/release/publish.mjs'), [], {
        cwd: folder,
        quiet: true,
        env: OUTSIDE,
      })
      expect(
        code === 1 &&
          output.includes('Provenance is a statement by the release workflow') &&
          output.includes('Nothing was published'),
        `exit code ${code}: ${output}`,
      )
    },
  ],
]

/** The versions, each rehearsal from what is committed. */
const versionChecks = ({ folder }) => [
  [
    'a patch of evm bumps only evm',
    async () => {
      const bumps = await rehearse(folder, { [EVM]: 'patch' })
      expect(told(bumps) === told({ [EVM]: 'patch' }), `bumped: ${told(bumps)}`)
    },
  ],
  [
    'a minor of the contract makes no major, and leaves the plugins as they are',
    async () => {
      const bumps = await rehearse(folder, { [CONTRACT]: 'minor' })
      const plugins = [...manifests(folder)]
        .filter(([name, { path }]) => path.startsWith('plugins/') && bumps[name])
        .map(([name]) => name)
      expect(
        bumps[CONTRACT] === 'minor' && majors(bumps).length === 0 && plugins.length === 0,
        `bumped: ${told(bumps)}. Peer ranges on ${CONTRACT} must reach below 1.0.0 (docs/adr/0003-peer-ranges.md).`,
      )
    },
  ],
  [
    'a minor of the kernel makes no major',
    async () => {
      const bumps = await rehearse(folder, { [`${SCOPE}/kernel`]: 'minor' })
      expect(majors(bumps).length === 0, `bumped: ${told(bumps)}`)
    },
  ],
  [
    'a caret range on the contract would be noticed',
    async () => {
      editJson(join(folder, manifests(folder).get(EVM).path, 'package.json'), (manifest) => {
        manifest.peerDependencies[CONTRACT] = '^0.1.0'
      })
      expect(
        majors(await rehearse(folder, { [CONTRACT]: 'minor' })).includes(EVM),
        'evm became no major: this check proves nothing',
      )
    },
  ],
  [
    'changesets without the peer rule would be noticed',
    async () => {
      editJson(join(folder, '.changeset/config.json'), (config) => {
        delete config.___experimentalUnsafeOptions_WILL_CHANGE_IN_PATCH
      })
      expect(
        majors(await rehearse(folder, { [CONTRACT]: 'minor' })).includes(EVM),
        'evm became no major: the setting is not needed any more',
      )
    },
  ],
]

/** A release of evm and of the contract, from the tarballs to a wallet in a browser. Each step needs the one before. */
function releaseChecks({ folder }, registry, host) {
  let tarballs = []
  return [
    [
      'tarballs carry nothing that only a workspace understands',
      async () => {
        await rehearse(folder, { [EVM]: 'patch', [CONTRACT]: 'minor' })
        await buildPackage(folder, manifests(folder).get(CONTRACT).path)
        tarballs = await packAt(
          folder,
          [...manifests(folder).values()].map(({ path }) => path),
          join(folder, '.tmp/tarballs'),
        )
        const strays = tarballs.flatMap((file) =>
          workspaceOnly(manifestOf(file)).map((text) => `${manifestOf(file).name}: ${text}`),
        )
        expect(strays.length === 0, strays.join('\n'))
      },
    ],
    [
      'nothing is published without provenance where provenance is due',
      async () => {
        makeHost(host)
        writeNpmrc(host, SCOPE, registry.url)
        for (const [env, word] of [
          [OUTSIDE, 'provenance'],
          [WITHOUT_ID_TOKEN, 'id-token'],
        ]) {
          const refusal = await publish(tarballs.slice(0, 1), host, { provenance: true, env }).then(
            () => 'published',
            ({ message }) => message,
          )
          expect(
            refusal.includes(word),
            `npm was to refuse with a word about ${word}, but: ${refusal}`,
          )
        }
        expect(told(registry.published()) === '{}', `published: ${told(registry.published())}`)
      },
    ],
    [
      'every package can be published',
      async () => {
        // Provenance is a statement by the build server; here is none.
        await publish(tarballs, host, { provenance: false })
        const names = Object.keys(registry.published())
        expect(names.length === manifests(folder).size, `published: ${names.join(', ')}`)
      },
    ],
    [
      'a host installs it with npm, each package once',
      async () => {
        await installHost(host)
        const installed = installedVersions(host, SCOPE)
        const wanted = [...manifests(folder)]
          .filter(([name]) => installed[name])
          .map(([name, { manifest }]) => [name, [manifest.version]])
        expect(installed[CONTRACT] !== undefined, `${CONTRACT} was not installed`)
        expect(
          told(Object.fromEntries(wanted)) ===
            told(Object.fromEntries(wanted.map(([name]) => [name, installed[name]]))),
          `installed: ${told(installed)}, published: ${told(registry.published())}`,
        )
      },
    ],
    ['the host builds with vite', () => buildHost(host)],
    ['a wallet connects in a browser', () => connectWallet(host)],
  ]
}

async function runOne([title, work], results) {
  const began = Date.now()
  let problem
  try {
    await work()
  } catch (error) {
    problem = error instanceof Explained ? error.message : error.stack
  }
  say(
    `${problem ? '✗' : '✓'} ${title} (${duration(Date.now() - began)})${problem ? `\n    ${problem.replaceAll('\n', '\n    ')}` : ''}`,
  )
  const result = {
    step: 'release',
    title,
    status: problem ? 'failed' : 'passed',
    message: problem,
    ms: Date.now() - began,
  }
  results.push(result)
  noteCheck('tools/release', result)
  return problem === undefined
}

async function main() {
  const { values } = parseArgs({ options: { json: { type: 'string' }, keep: { type: 'boolean' } } })
  await build((path) => /^(packages|plugins)\//.test(path))
  const clone = await cloneWorkspace()
  // Outside the workspace, so that nothing of it is found from there.
  const host = mkdtempSync(join(tmpdir(), 'latchkey-host-'))
  // Also when we are interrupted.
  if (!values.keep)
    process.once('exit', () => {
      clone.remove()
      rmSync(host, { recursive: true, force: true, maxRetries: 3 })
    })
  const registry = await startRegistry()
  const results = []
  try {
    for (const check of provenanceChecks(clone)) await runOne(check, results)
    for (const check of versionChecks(clone)) {
      await runOne(check, results)
      await clone.undo()
    }
    for (const check of releaseChecks(clone, registry, host))
      if (!(await runOne(check, results))) break
  } finally {
    await registry.close()
    if (values.keep) say(`Kept: ${clone.folder} ${host}`)
  }
  if (values.json) writeFileSync(values.json, JSON.stringify(checksReport(results), null, 2))
  process.exitCode = results.some(({ status }) => status === 'failed') ? 1 : 0
}

await main()
