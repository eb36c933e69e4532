// `pnpm release:snapshot`: publishes what changesets of a pull request ask for, under versions that
// nobody gets unasked. Only the job `snapshot` of the release workflow runs it.
import { Explained, fail } from '../run/lib/log.mjs'
import { publishAll, requireProvenance } from './publish.mjs'
import { PULL_REQUEST } from './lib/workflow.mjs'
import { pinSnapshots, snapshotVersion } from './version.mjs'

/**
 * The dist-tag of a pull request, which is also in its versions.
 * @param {string | undefined} ref `refs/pull/12/merge`
 */
export function snapshotTag(ref = process.env.GITHUB_REF) {
  const number = PULL_REQUEST.exec(ref ?? '')?.[1]
  if (number === undefined) throw new Explained(`${ref} is not of a pull request.`)
  return `pr-${number}`
}

async function main() {
  requireProvenance({ refs: PULL_REQUEST })
  const tag = snapshotTag()
  await snapshotVersion(tag)
  const wanted = ({ version }) => version.includes(`-${tag}-`)
  await publishAll({ tag, wanted, beforePacking: () => pinSnapshots(tag) })
}

if (process.argv[1] === import.meta.filename) await main().catch(fail)
