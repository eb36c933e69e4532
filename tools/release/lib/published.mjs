// Names, links and fields of the manifest, read out of a tarball: a registry would show them.
import { unpack } from '@publint/pack' // reads a tarball in memory
import { readFileSync } from 'node:fs'
import { landingComplaints } from '../../checks/docs/landing.mjs'
import { missingTarget, ownTarget } from '../../checks/docs/links.mjs'
import { linksOf } from '../../checks/docs/test/documents.mjs'
import { factComplaints, repositoryUrl } from '../../checks/pack/facts.mjs'
import { workspaceOnly } from './publish.mjs'

/** @typedef {{ manifest: any, files: Map<string, string> }} Published `files`: texts by their path */

/** @param {string} tarball @returns {Promise<Published>} */
export async function readPublished(tarball) {
  const { files, rootDir } = await unpack(readFileSync(tarball))
  const texts = files.map(({ name, data }) => [
    name.slice(rootDir.length + 1),
    Buffer.from(data).toString('utf8'),
  ])
  const byPath = new Map(texts)
  return { manifest: JSON.parse(byPath.get('package.json')), files: byPath }
}

const VERSION = /^\d+\.\d+\.\d+$/
/** Only our own workspace asks for sources; everybody else gets what is built. */
const SOURCE = /\/source$/

/** Files that a manifest leads to, by its fields. */
function targetsOf({ exports = {}, bin = {}, types, main }) {
  const leaves = (value) =>
    typeof value === 'string'
      ? [value]
      : Object.entries(value ?? {}).flatMap(([key, one]) => (SOURCE.test(key) ? [] : leaves(one)))
  return [...leaves(exports), ...leaves(bin), ...leaves([types, main].filter(Boolean))]
    .filter((path) => !path.includes('*'))
    .map((path) => path.replace(/^\.\//, ''))
}

function manifestComplaints({ manifest, files }, { scope, names }) {
  const { name, version, license, description, type } = manifest
  const ours = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(
    (one) => one.startsWith(`${scope}/`),
  )
  return [
    !name.startsWith(`${scope}/`) && `its name is ${name}, which is not in ${scope}`,
    (!VERSION.test(version) || version === '0.0.0') && `its version is ${version}`,
    license !== 'MIT' && `its licence is ${license}`,
    type !== 'module' && 'it is not an ES module',
    !description && 'it has no description',
    !files.has('LICENSE') && 'it carries no licence',
    ...ours
      .filter((one) => !names.has(one))
      .map((one) => `it needs ${one}, which is not published`),
    ...targetsOf(manifest)
      .filter((path) => !files.has(path))
      .map((path) => `its manifest names ${path}, which it does not carry`),
    ...workspaceOnly(manifest),
    ...factComplaints(manifest.repository?.directory, manifest),
  ].filter(Boolean)
}

/** Packages of ours that a page of a registry is linked for. */
const REGISTRY = /^https:\/\/www\.npmjs\.com\/package\/(@[^/]+\/[^/#?]+)/

function linkComplaints(path, link, { scope, names, docs, folder }) {
  if (link.startsWith('#')) return []
  if (!link.startsWith('https://'))
    return [`${path} links ${link}: only https leads out of a package`]
  const named = REGISTRY.exec(link)?.[1]
  if (named?.startsWith(`${scope}/`) && !names.has(named))
    return [`${path} links ${named}, which is not published`]
  const target = ownTarget(link, docs)
  const missing = target && missingTarget(target, folder)
  return missing ? [`${path} links ${link}: ${missing}`] : []
}

const CODE = /\.(?:[cm]?js|d\.ts)$/
/** Addresses of ours in built code: an error's documentation, for example. Parts in `${}` are filled in later. */
function addressesIn(text, docs) {
  const base = [repositoryUrl, docs].map((url) => url.replace(/[.\\/-]/g, '\\$&')).join('|')
  return [...text.matchAll(new RegExp(`(?:${base})/[\\w./#-]+`, 'g'))].map(([url]) =>
    url.replace(/[.#]+$/, ''),
  )
}

function noteComplaints({ manifest: { name, version }, files }) {
  const notes = files.get('CHANGELOG.md')
  if (notes === undefined) return ['it has no CHANGELOG.md']
  return [
    !notes.startsWith(`# ${name}\n`) && 'its change log does not begin with its name',
    !notes.includes(`\n## ${version}\n`) && `its change log does not tell of ${version}`,
  ].filter(Boolean)
}

/**
 * Complaints about one package as it would be published.
 * @param {Published} published
 * @param {{ scope: string, names: Set<string>, docs: string, folder: string }} known `names`: all
 * packages that are published with it; `folder`: the sources, in which links are looked for
 * @returns {string[]}
 */
export function publishedComplaints(published, known) {
  const { manifest, files } = published
  const pages = ['README.md', 'CHANGELOG.md'].filter((path) => files.has(path))
  const inPages = pages.flatMap((path) =>
    linksOf({ text: files.get(path) }).flatMap((link) => linkComplaints(path, link, known)),
  )
  const inCode = [...files]
    .filter(([path]) => CODE.test(path) && path.startsWith('dist/'))
    .flatMap(([path, text]) =>
      addressesIn(text, known.docs).flatMap((url) => linkComplaints(path, url, known)),
    )
  const fields = [manifest.homepage, manifest.bugs].flatMap((url) =>
    linkComplaints('package.json', url ?? '', known),
  )
  return [
    ...manifestComplaints(published, known),
    ...landingComplaints(files.get('README.md') ?? '', manifest.name),
    ...noteComplaints(published),
    ...fields,
    ...inPages,
    ...inCode,
  ].map((complaint) => `${manifest.name}: ${complaint}`)
}
