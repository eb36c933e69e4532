// Whether provenance can come of the workflows and manifests as they stand: what a registry would only say when it is too late.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml' // ISC; workflows are YAML, and what they mean is not what a pattern finds in them

const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/
/** Only these ends of a permission let somebody change or vouch for something. */
const isWrite = (value) => value === 'write' || value === 'write-all'
/** The first Node whose npm trades an id-token for the right to publish. */
const OLDEST_NODE = 24

/** @returns {Record<string, string>} texts of the workflows, by file name */
export const readWorkflows = (folder) =>
  Object.fromEntries(
    readdirSync(join(folder, '.github/workflows'))
      .filter((name) => /\.ya?ml$/.test(name))
      .sort()
      .map((name) => [name, readFileSync(join(folder, '.github/workflows', name), 'utf8')]),
  )

const jobsOf = (workflows) =>
  Object.entries(workflows).flatMap(([file, text]) =>
    Object.entries(parse(text).jobs ?? {}).map(([name, job]) => ({
      file,
      name,
      job,
      workflow: parse(text),
    })),
  )
const stepsOf = ({ job }) => job.steps ?? []
const publishStep = (one) =>
  stepsOf(one).find((step) => /^changesets\/action@/.test(step.uses ?? '') && step.with?.publish)

/** `uses:` of another repository by a tag or branch: whoever moves it runs in ours. */
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

/** Rights to write that somebody else than the job that publishes has. */
function strayRights(workflows, publisher) {
  const given = (where, permissions) =>
    typeof permissions === 'string'
      ? { [where]: permissions }
      : (permissions ?? { [where]: 'write-all' })
  const all = Object.entries(workflows).map(([file, text]) => ({
    where: `${file}, all its jobs`,
    permissions: given('everything', parse(text).permissions),
  }))
  const each = jobsOf(workflows)
    .filter(({ file, name }) => file !== publisher?.file || name !== publisher.name)
    .filter(({ job }) => job.permissions !== undefined)
    .map(({ file, name, job }) => ({
      where: `${file}, job ${name}`,
      permissions: given('everything', job.permissions),
    }))
  return [...all, ...each].flatMap(({ where, permissions }) =>
    Object.entries(permissions)
      .filter(([, value]) => isWrite(value))
      .map(([right]) => `${where} may write ${right}: only the job that publishes needs that`),
  )
}

/** What the job that publishes lacks. */
function publisherComplaints({ file, name, job, workflow }, { repository, scripts }) {
  const owner = repository.replace('https://github.com/', '')
  const at = `${file}, job ${name}`
  const node = stepsOf({ job }).find((step) => /^actions\/setup-node@/.test(step.uses ?? ''))
    ?.with?.['node-version']
  const publish = publishStep({ job }).with.publish
  const script = scripts[publish.split(' ').at(-1)]
  const branches = workflow.on?.push?.branches
  return [
    job.permissions?.['id-token'] === 'write'
      ? undefined
      : `${at} has no "id-token: write": no provenance can be made, and npm does not know who publishes`,
    job.permissions?.contents === 'write' && job.permissions?.['pull-requests'] === 'write'
      ? undefined
      : `${at} cannot open the pull request with the versions: it needs contents and pull-requests`,
    job.environment ? undefined : `${at} runs in no environment: who may publish is set there`,
    String(job.if ?? '').includes(`github.repository == '${owner}'`)
      ? undefined
      : `${at} does not ask for the repository ${owner}: provenance names the one it runs in, and npm refuses another than the manifests name`,
    Object.keys(workflow.on ?? {}).join() === 'push' && branches?.join() === 'main'
      ? undefined
      : `${file} runs for more than pushes to main`,
    Number.parseInt(node, 10) >= OLDEST_NODE
      ? undefined
      : `${at} runs Node ${node}: publishing without a token needs ${OLDEST_NODE}`,
    script === 'node tools/release/publish.mjs'
      ? undefined
      : `${at} publishes by "${publish}", not by tools/release/publish.mjs, which asks for provenance`,
  ].filter(Boolean)
}

/**
 * Why no provenance would come of a release; nothing where it would.
 * @param {{ workflows: Record<string, string>, repository: string, scripts: Record<string, string> }} found
 * @returns {string[]}
 */
export function workflowComplaints({ workflows, repository, scripts }) {
  const publishers = jobsOf(workflows).filter(publishStep)
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
 * Why provenance cannot be made here and now, in words; undefined where it can.
 * @param {Record<string, string | undefined>} env of the process that would publish
 * @param {string} repository its address
 */
export function provenanceObstacle(env, repository) {
  const here = `https://github.com/${env.GITHUB_REPOSITORY}`
  if (env.GITHUB_ACTIONS !== 'true')
    return 'Provenance is a statement by the release workflow, and this is not it. Merge to main: .github/workflows/release.yml publishes.'
  if (here !== repository)
    return `The manifests say that the sources are ${repository}, but this runs for ${here}: npm refuses provenance of another repository.`
  if (env.GITHUB_REF !== 'refs/heads/main')
    return `This runs for ${env.GITHUB_REF}. Releases are made from refs/heads/main only.`
  if (!env.ACTIONS_ID_TOKEN_REQUEST_URL || !env.ACTIONS_ID_TOKEN_REQUEST_TOKEN)
    return 'This job cannot say who it is: give it "permissions: id-token: write".'
  return undefined
}
