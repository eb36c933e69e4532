// Checks whether the workflows and manifests can produce provenance. The registry would only say so
// when it is too late.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml' // ISC; workflows are YAML, and what they mean is not what a pattern finds in them

const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/
/** Only these permissions let a job change or vouch for something. */
const isWrite = (value) => value === 'write' || value === 'write-all'
/** The first Node whose npm exchanges an id-token for the right to publish. */
const OLDEST_NODE = 24
const PUBLISH = 'tools/release/publish.mjs'
const SNAPSHOT = 'tools/release/snapshot.mjs'
/** Releases are made from here, snapshots from the merge of a pull request with main. */
export const MAIN = /^refs\/heads\/main$/
export const PULL_REQUEST = /^refs\/pull\/(\d+)\/merge$/

/** @returns {Record<string, string>} texts of the workflows, by file name */
export const readWorkflows = (folder) =>
  Object.fromEntries(
    readdirSync(join(folder, '.github/workflows'))
      .filter((name) => /\.ya?ml$/.test(name))
      .sort()
      .map((name) => [name, readFileSync(join(folder, '.github/workflows', name), 'utf8')]),
  )

const jobsOf = (workflows) =>
  Object.entries(workflows).flatMap(([file, text]) => {
    const workflow = parse(text)
    return Object.entries(workflow.jobs ?? {}).map(([name, job]) => ({ file, name, job, workflow }))
  })
const stepOf = ({ steps = [] }, action) =>
  steps.find(({ uses = '' }) => uses.startsWith(`${action}@`))
const publishBy = ({ job }) => stepOf(job, 'changesets/action')?.with?.publish
const snapshotBy = ({ job }) =>
  job.steps?.map(({ run = '' }) => run).find((run) => run.endsWith(' release:snapshot'))
const nodeOf = (job) =>
  Number.parseInt(stepOf(job, 'actions/setup-node')?.with?.['node-version'], 10)
const isSame = (one, other) => one?.file === other?.file && one?.name === other?.name

/** `uses:` of another repository by a tag or branch: its owner could move it and run code here. */
function unpinned(workflows) {
  return Object.entries(workflows).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) => {
      const [, used, comment = ''] =
        /^\s*(?:- )?uses:\s*['"]?([^'"\s#]+)['"]?\s*(#.*)?$/.exec(line) ?? []
      if (!used || used.startsWith('./')) return []
      if (!PINNED.test(used)) return [`${file}:${index + 1}: ${used} is not pinned by the commit`]
      return /^# v\d+\.\d+\.\d+$/.test(comment.trim())
        ? []
        : [`${file}:${index + 1}: ${used} lacks the version in a comment (# v1.2.3)`]
    }),
  )
}

/** Rights that a job needs for what it is there for, besides that of the job that releases. */
function neededRights(one, snapshot) {
  if (snapshot && isSame(one, snapshot)) return ['id-token']
  return stepOf(one.job, 'github/codeql-action/analyze') ? ['security-events'] : []
}

/** Write permissions that no job needs for what it is there for. */
function strayRights(workflows, publisher, snapshot) {
  const all = Object.entries(workflows).map(([file, text]) => ({
    where: `${file}, all its jobs`,
    permissions: parse(text).permissions ?? 'write-all',
  }))
  const each = jobsOf(workflows)
    .filter((one) => !isSame(one, publisher))
    .map((one) => ({
      where: `${one.file}, job ${one.name}`,
      permissions: one.job.permissions ?? {},
      needed: neededRights(one, snapshot),
    }))
  return [...all, ...each].flatMap(({ where, permissions, needed = [] }) =>
    Object.entries(typeof permissions === 'string' ? { everything: permissions } : permissions)
      .filter(([right, value]) => isWrite(value) && !needed.includes(right))
      .map(([right]) => `${where} may write ${right}: only the job that publishes needs that`),
  )
}

const runsForNothingElse = ({ push, pull_request: pullRequest, ...others }) =>
  Object.keys(others).length === 0 &&
  push?.tags === undefined &&
  (pullRequest === undefined || pullRequest?.types?.join() === 'labeled')

/** Complaints about the job that publishes what a pull request would release. */
function snapshotComplaints({ file, name, job }, publisher, { repository, scripts }) {
  const owner = repository.replace('https://github.com/', '')
  const at = `${file}, job ${name}`
  const { permissions = {}, environment, if: condition } = job
  const asked = [
    `github.repository == '${owner}'`,
    "github.event_name == 'pull_request'",
    "github.event.label.name == 'snapshot'",
    'github.event.pull_request.head.repo.full_name == github.repository',
  ]
  const demands = [
    ...asked.map((part) => [
      String(condition).split(' && ').includes(part),
      `${at} does not ask for ${part}`,
    ]),
    [!/\|\|/.test(condition), `${at} runs if one of several things holds: it has to be all`],
    [
      file === publisher?.file && environment === publisher.job.environment,
      `${at} is not in the workflow and the environment that npm trusts`,
    ],
    [
      JSON.stringify(permissions) === JSON.stringify({ contents: 'read', 'id-token': 'write' }),
      `${at} has other rights than "contents: read" and "id-token: write"`,
    ],
    [nodeOf(job) >= OLDEST_NODE, `${at} needs Node ${OLDEST_NODE} to publish without a token`],
    [
      scripts['release:snapshot'] === `node ${SNAPSHOT}`,
      `${at} does not publish by ${SNAPSHOT}, which asks for provenance`,
    ],
  ]
  return demands.filter(([isMet]) => !isMet).map(([, complaint]) => complaint)
}

/** Complaints about the job that publishes. */
function publisherComplaints({ file, name, job, workflow }, { repository, scripts }) {
  const owner = repository.replace('https://github.com/', '')
  const at = `${file}, job ${name}`
  const { permissions = {}, environment, if: condition } = job
  const node = nodeOf(job)
  const publish = publishBy({ job })
  const demands = [
    [
      permissions['id-token'] === 'write',
      `${at} has no "id-token: write": no provenance can be made, and npm does not know who publishes`,
    ],
    [
      permissions.contents === 'write' && permissions['pull-requests'] === 'write',
      `${at} cannot open the pull request with the versions: it needs contents and pull-requests`,
    ],
    [environment, `${at} runs in no environment: who may publish is set there`],
    [
      String(condition).includes(`github.repository == '${owner}'`),
      `${at} does not ask for the repository ${owner}: provenance names the one it runs in, ` +
        'and npm refuses any other than the manifests name',
    ],
    [
      workflow.on?.push?.branches?.join() === 'main' && runsForNothingElse(workflow.on),
      `${file} runs for more than pushes to main and pull requests that get a label`,
    ],
    [
      String(condition).includes("github.ref == 'refs/heads/main'"),
      `${at} does not ask for the branch main: it would run for pull requests`,
    ],
    [
      node >= OLDEST_NODE,
      `${at} runs Node ${node}: publishing without a token needs ${OLDEST_NODE}`,
    ],
    [
      scripts[publish.split(' ').at(-1)] === `node ${PUBLISH}`,
      `${at} publishes by "${publish}", not by ${PUBLISH}, which asks for provenance`,
    ],
  ]
  return demands.filter(([isMet]) => !isMet).map(([, complaint]) => complaint)
}

/**
 * Why a release would have no provenance; an empty list where it would.
 * @param {{ workflows: Record<string, string>, repository: string, scripts: Record<string, string>
 * }} found
 * @returns {string[]}
 */
export function workflowComplaints({ workflows, repository, scripts }) {
  const publishers = jobsOf(workflows).filter(publishBy)
  const [publisher] = publishers
  const snapshots = jobsOf(workflows).filter(snapshotBy)
  const facts = { repository, scripts }
  return [
    ...unpinned(workflows),
    ...strayRights(workflows, publisher, snapshots[0]),
    ...snapshots.flatMap((one) => snapshotComplaints(one, publisher, facts)),
    ...(publishers.length === 1
      ? publisherComplaints(publisher, facts)
      : [`${publishers.length} jobs publish by changesets/action, not one`]),
  ]
}

/**
 * Why provenance cannot be signed in this process, in words; `undefined` where it can.
 * @param {Record<string, string | undefined>} env of the process that would publish
 * @param {string} repository its address
 * @param {RegExp} refs from which of them this may be published
 */
export function provenanceObstacle(env, repository, refs = MAIN) {
  const here = `https://github.com/${env.GITHUB_REPOSITORY}`
  if (env.GITHUB_ACTIONS !== 'true')
    return (
      'Provenance is a statement by the release workflow, and this is not it. ' +
      'Merge to main: .github/workflows/release.yml publishes.'
    )
  if (here !== repository)
    return (
      `The manifests say that the sources are ${repository}, but this runs for ${here}: ` +
      'npm refuses provenance of another repository.'
    )
  if (!refs.test(env.GITHUB_REF ?? ''))
    return refs === MAIN
      ? `This runs for ${env.GITHUB_REF}. Releases are made from refs/heads/main only.`
      : `This runs for ${env.GITHUB_REF}. Snapshots are made from pull requests only.`
  if (!env.ACTIONS_ID_TOKEN_REQUEST_URL || !env.ACTIONS_ID_TOKEN_REQUEST_TOKEN)
    return 'This job cannot say who it is: give it "permissions: id-token: write".'
  return undefined
}
