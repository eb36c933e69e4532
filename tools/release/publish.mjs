// `pnpm release:publish`: publishes every version that npm does not have yet, with provenance or not
// at all. Only the release workflow runs it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { factComplaints, repositoryUrl } from '../checks/pack/facts.mjs'
import { build } from '../run/lib/build.mjs'
import { node, run } from '../run/lib/children.mjs'
import { Explained, fail, say } from '../run/lib/log.mjs'
import { bin, root } from '../run/lib/paths.mjs'
import { publishedPackages } from '../run/lib/workspace.mjs'
import { manifestOf, packAt, publish } from './lib/publish.mjs'
import { MAIN, provenanceObstacle } from './lib/workflow.mjs'

/**
 * @param {{ env?: Record<string, string | undefined>, packages?:
 * import('../run/lib/workspace.mjs').WorkspacePackage[], refs?: RegExp }} [options] `refs`: from which
 * of them this may be published
 * @throws {Explained} when a release would lack provenance; nothing has been published then
 */
export function requireProvenance({
  env = process.env,
  packages = publishedPackages(),
  refs = MAIN,
} = {}) {
  const complaints = packages.flatMap(({ path, manifest }) =>
    factComplaints(path, manifest).map((text) => `${path}/package.json: ${text}`),
  )
  const obstacle = provenanceObstacle(env, repositoryUrl, refs)
  if (obstacle || complaints.length > 0)
    throw new Explained([obstacle ?? '', ...complaints, 'Nothing was published.'].join('\n').trim())
}

/** Whether npm has this version. @throws {Explained} unless npm answers yes or "no such version" */
async function isPublished({ name, version }, options) {
  const asked = ['view', `${name}@${version}`, 'version', '--json']
  const { code, output } = await run('npm', asked, { ...options, quiet: true })
  if (code === 0) return output.includes(version)
  if (output.includes('E404')) return false
  throw new Explained(
    `npm could not say whether ${name}@${version} is published:\n${output.trim()}`,
  )
}

/**
 * Builds and packs everything, and publishes what npm does not have.
 * @param {{ tag?: string, wanted?: (manifest: any) => boolean, beforePacking?: () => void }} [options]
 * `tag`: the dist-tag, `latest` by default
 */
export async function publishAll({ tag, wanted = () => true, beforePacking } = {}) {
  await build((path) => /^(packages|plugins|services)\//.test(path))
  beforePacking?.()
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-publish-'))
  // A token in this user's own npm settings must not be used.
  const env = { npm_config_userconfig: join(folder, '.npmrc') }
  try {
    const paths = publishedPackages()
      .filter(({ manifest }) => wanted(manifest))
      .map(({ path }) => path)
    const tarballs = await packAt(root, paths, join(folder, 'tarballs'))
    for (const tarball of tarballs) {
      const manifest = manifestOf(tarball)
      if (await isPublished(manifest, { cwd: folder, env })) continue
      await publish([tarball], folder, { provenance: true, tag, env })
      say(`Published ${manifest.name}@${manifest.version} with provenance.`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function main() {
  requireProvenance()
  await publishAll()
  // Tags versions that have no tag yet; the action makes releases of the tags.
  const { code } = await node(bin('@changesets/cli', 'changeset'), ['tag'])
  if (code !== 0)
    throw new Explained(
      'The packages are published, but could not be tagged: run the workflow again.',
    )
}

if (process.argv[1] === import.meta.filename) await main().catch(fail)
