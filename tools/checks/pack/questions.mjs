// The questions asked of every tarball. Each answers with a list of complaints.
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core' // resolves types as compilers do
import { unpack } from '@publint/pack' // reads a tarball in memory
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { homedir } from 'node:os'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import ts from 'typescript'
import { at } from '../../run/lib/paths.mjs'
import { lostAugmentations } from './augmentations.mjs'
import { factComplaints } from './facts.mjs'

/**
 * @typedef {object} Packed
 * @property {string} path of the package below the root
 * @property {Buffer} bytes of the tarball
 * @property {Map<string, Buffer>} files by their path in the package
 * @property {any} manifest
 * @property {import('@arethetypeswrong/core').CheckResult} types
 */

/** @param {import('./pack.mjs').Tarball} tarball @returns {Promise<Packed>} */
export const readPacked = async ({ file, path }) => {
  const bytes = readFileSync(file)
  const { files, rootDir } = await unpack(bytes)
  const inPackage = files.map(({ name, data }) => [
    name.slice(rootDir.length + 1),
    Buffer.from(data),
  ])
  const types = await checkPackage(createPackageFromTarballData(bytes))
  const byPath = new Map(inPackage)
  return { path, bytes, files: byPath, manifest: JSON.parse(byPath.get('package.json')), types }
}

const askPublint = async ({ bytes: { buffer, byteOffset, byteLength }, manifest }) => {
  const { messages } = await publint({
    pack: { tarball: buffer.slice(byteOffset, byteOffset + byteLength) },
    level: 'suggestion',
    strict: true,
  })
  return messages.map(
    (message) =>
      `${message.type}: ${formatMessage(message, manifest, { color: false }) ?? message.code}`,
  )
}

const askTypes = ({ types: { types, problems } }) =>
  types
    ? problems.filter(isOfEsm).map(({ kind, ...rest }) => `${kind} ${JSON.stringify(rest)}`)
    : ['the package carries no types']
/** Leaves out problems of CommonJS and of the old resolution: our packages are ESM by design. */
const isOfEsm = ({ kind, resolutionKind }) =>
  kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs'

/** The declarations of the package that its entries lead to. */
const declarationsOf = ({ types: { packageName, entrypoints = {} } }) =>
  Object.values(entrypoints)
    .flatMap(({ resolutions }) => resolutions.bundler.files ?? [])
    .filter((file) => file.startsWith(`/node_modules/${packageName}/`))
    .map((file) => file.slice(`/node_modules/${packageName}/`.length))

const RANGES = ['dependencies', 'peerDependencies', 'optionalDependencies', 'devDependencies']

const workspaceWords = ({ manifest }) =>
  RANGES.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {})
      .filter(([, range]) => /^(?:workspace|catalog|link|file):/.test(range))
      .map(
        ([name, range]) =>
          `${kind} still says "${name}": "${range}": publish with pnpm, which replaces it`,
      ),
  )

const manifestComplaints = ({ manifest, files }) =>
  [
    !files.has('LICENSE') &&
      'LICENSE is missing: copy the one of the workspace beside package.json',
    !manifest.license && 'package.json names no license',
    manifest.private && 'package.json says private',
    manifest.type !== 'module' && 'package.json lacks "type": "module"',
    !manifest.description && 'package.json has no description',
    (manifest.scripts?.postinstall || manifest.scripts?.install) &&
      'package.json runs a script at install',
  ].filter(Boolean)

const STRAY = [
  [/(?:^|\/)(?:test|tests|fixtures|__snapshots__|e2e|coverage)\//, 'belongs to tests'],
  [/\.(?:test|test-d|spec|bench)\.[cm]?[jt]sx?$/, 'is a test'],
  [
    /(?:^|\/)(?:tsconfig[^/]*\.json|tsup\.config\.\w+|vitest[^/]*\.\w+|\.[^/]+|[^/]*\.(?:tgz|log|tsbuildinfo))$/,
    'is of use in the workspace only',
  ],
]
/** Templates in create-plugin and projects in `engines` are packages to copy: they keep settings and tests. */
const isTemplate = (path) => /(?:^|\/)(?:templates?|engines)\//.test(path)

const strayFiles = ({ files }) =>
  [...files.keys()]
    .filter((path) => !isTemplate(path))
    .flatMap((path) =>
      STRAY.filter(([pattern]) => pattern.test(path)).map(
        ([, why]) => `${path} ${why}: leave it out by "files" in package.json`,
      ),
    )

/** Paths of this machine: `/root/` where a path begins, and not inside `https://example.org/root/`. */
const LOCAL = [at(), homedir()].map((path) => {
  const literally = path.replace(/[^\w/]/g, '\\$&')
  return new RegExp(`(?<![\\w.-])${literally}[/\\\\]`)
})
const machinePaths = ({ files }) =>
  [...files]
    .filter(([, bytes]) => LOCAL.some((path) => path.test(bytes.toString('utf8'))))
    .map(([path]) => `${path} holds a path of the machine it was built on`)

/** Names of the packages that code imports: `@scope/name` of `@scope/name/part`. */
const packagesIn = (code) =>
  ts.preProcessFile(code).importedFiles.flatMap(({ fileName }) => {
    if (/^[.#/]|^\w+:/.test(fileName)) return []
    return /^(?:@[^/]+\/)?[^/]+/.exec(fileName) ?? []
  })

/** Packages that a built module or declaration imports and package.json does not name. */
const undeclared = ({ files, manifest }) => {
  const fields = RANGES.slice(0, 3).flatMap((kind) => Object.keys(manifest[kind] ?? {}))
  const known = new Set([manifest.name, ...fields, ...(manifest.bin ? builtinModules : [])])
  const imported = [...files]
    .filter(([path]) => /^dist\/.*\.[cm]?[jt]s$/.test(path) && !isTemplate(path))
    .flatMap(([path, bytes]) => packagesIn(bytes.toString('utf8')).map((name) => [name, path]))
  return [...new Map(imported)]
    .filter(([name]) => !known.has(name))
    .map(
      ([name, path]) =>
        `${path} imports "${name}", which package.json does not name: declare it, or bundle it`,
    )
}

/** @type {{ title: string, ask: (packed: Packed) => string[] | Promise<string[]> }[]} */
export const QUESTIONS = [
  { title: 'publint, strict', ask: askPublint },
  { title: 'are the types wrong, ESM only', ask: askTypes },
  { title: 'no workspace: or catalog: left', ask: workspaceWords },
  { title: 'a licence and a manifest fit to publish', ask: manifestComplaints },
  {
    title: 'whose it is, where it lives, how it is found',
    ask: ({ path, manifest }) => factComplaints(path, manifest),
  },
  { title: 'no tests, no stray files', ask: strayFiles },
  { title: 'no path of a machine', ask: machinePaths },
  { title: 'imports only what it declares', ask: undeclared },
  {
    title: 'publishes what it adds to types',
    ask: (packed) => lostAugmentations(packed.files, declarationsOf(packed)),
  },
]
