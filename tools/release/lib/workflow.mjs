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

/** Write permissions of anything other than the publishing job. */
function strayRights(workflows, publisher) {
  const all = Object.entries(workflows).map(([file, text]) => ({
    where: `${file}, all its jobs`,
    permissions: parse(text).permissions ?? 'write-all',
  }))
  const each = jobsOf(workflows)
    .filter(({ file, name }) => file !== publisher?.file || name !== publisher.name)
    .map(({ file, name, job: { permissions = {} } }) => ({
      where: `${file}, job ${name}`,
      permissions,
    }))
  return [...all, ...each].flatMap(({ where, permissions }) =>
    Object.entries(typeof permissions === 'string' ? { everything: permissions } : permissions)
      .filter(([, value]) => isWrite(value))
      .map(([right]) => `${where} may write ${right}: only the job that publishes needs that`),
  )
}

/** Complaints about the job that publishes. */
function publisherComplaints({ file, name, job, workflow }, { repository, scripts }) {
  const owner = repository.replace('https://github.com/', '')
  const at = `${file}, job ${name}`
  const { permissions = {}, environment, if: condition } = job
  const node = stepOf(job, 'actions/setup-node')?.with?.['node-version']
  const publish = publishBy({ job })
  const events = Object.keys(workflow.on ?? {}).join()
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
      events === 'push' && workflow.on.push?.branches?.join() === 'main',
      `${file} runs for more than pushes to main`,
    ],
    [
      Number.parseInt(node, 10) >= OLDEST_NODE,
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
  return [
    ...unpinned(workflows),
    ...strayRights(workflows, publisher),
    ...(publishers.length === 1
      ? publisherComplaints(publisher, { repository, scripts })
      : [`${publishers.length} jobs publish by changesets/action, not one`]),
  ]
}

/**
 * Why provenance cannot be signed in this process, in words; `undefined` where it can.
 * @param {Record<string, string | undefined>} env of the process that would publish
 * @param {string} repository its address
 */
export function provenanceObstacle(env, repository) {
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
  if (env.GITHUB_REF !== 'refs/heads/main')
    return `This runs for ${env.GITHUB_REF}. Releases are made from refs/heads/main only.`
  if (!env.ACTIONS_ID_TOKEN_REQUEST_URL || !env.ACTIONS_ID_TOKEN_REQUEST_TOKEN)
    return 'This job cannot say who it is: give it "permissions: id-token: write".'
  return undefined
}
