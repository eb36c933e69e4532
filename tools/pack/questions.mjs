// What is asked of every tarball. Each question answers with a list of complaints.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import ts from 'typescript'
import { readImports } from '../rules/imports.mjs'
import { bin } from '../run/lib/paths.mjs'
import { lostAugmentations } from './augmentations.mjs'
import { factComplaints } from './facts.mjs'
import { localPaths } from './pack.mjs'

/** @typedef {{ tarball: import('./pack.mjs').Tarball, files: Map<string, Buffer>, manifest: any }} Packed */

/** @type {{ title: string, ask: (packed: Packed) => string[] | Promise<string[]> }[]} */
export const QUESTIONS = [
  { title: 'publint, strict', ask: (packed) => askPublint(packed) },
  { title: 'are the types wrong, ESM only', ask: (packed) => askTypes(packed) },
  { title: 'no workspace: or catalog: left', ask: (packed) => workspaceWords(packed) },
  { title: 'a licence and a manifest fit to publish', ask: (packed) => manifestComplaints(packed) },
  {
    title: 'whose it is, where it lives, how it is found',
    ask: ({ tarball, manifest }) => factComplaints(tarball.path, manifest),
  },
  { title: 'no tests, no stray files', ask: (packed) => strayFiles(packed) },
  { title: 'no path of a machine', ask: (packed) => machinePaths(packed) },
  { title: 'imports only what it declares', ask: (packed) => undeclared(packed) },
  { title: 'publishes what it adds to types', ask: (packed) => lostAugmentations(packed) },
]

const askPublint = async ({ tarball, manifest }) => {
  const { buffer, byteOffset, byteLength } = readFileSync(tarball.file)
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

const askTypes = async ({ tarball }) => {
  const args = [
    bin('@arethetypeswrong/cli', 'attw'),
    tarball.file,
    '--profile',
    'esm-only',
    '--format',
    'json',
    '--no-definitely-typed',
  ]
  const { error, stdout, stderr } = await execute(args)
  const analysis = parse(stdout)?.analysis
  if (!analysis)
    return [
      `attw gave no answer: ${(stderr || stdout || error?.message || '').trim().slice(0, 300)}`,
    ]
  if (!analysis.types) return ['the package carries no types']
  return (analysis.problems ?? [])
    .filter(isOfEsm)
    .map(({ kind, ...rest }) => `${kind} ${JSON.stringify(rest)}`)
}
/** What only CommonJS or the old resolution sees: our packages are ESM by design. */
const isOfEsm = ({ kind, resolutionKind }) =>
  kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs'
const execute = (args) =>
  new Promise((done) => {
    execFile(process.execPath, args, { maxBuffer: 64e6 }, (error, stdout, stderr) =>
      done({ error, stdout, stderr }),
    )
  })
const parse = (json) => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

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
    files.has('LICENSE')
      ? undefined
      : 'LICENSE is missing: copy the one of the workspace beside package.json',
    manifest.license ? undefined : 'package.json names no license',
    manifest.private ? 'package.json says private' : undefined,
    manifest.type === 'module' ? undefined : 'package.json lacks "type": "module"',
    manifest.description ? undefined : 'package.json has no description',
    manifest.scripts?.postinstall || manifest.scripts?.install
      ? 'package.json runs a script at install'
      : undefined,
  ].filter(Boolean)

const STRAY = [
  [/(?:^|\/)(?:test|tests|fixtures|__snapshots__|e2e|coverage)\//, 'belongs to tests'],
  [/\.(?:test|test-d|spec|bench)\.[cm]?[jt]sx?$/, 'is a test'],
  [
    /(?:^|\/)(?:tsconfig[^/]*\.json|tsup\.config\.\w+|vitest[^/]*\.\w+|\.[^/]+|[^/]*\.(?:tgz|log|tsbuildinfo))$/,
    'is of use in the workspace only',
  ],
]
/** The template of create-plugin is a package in a package and keeps its settings and tests. */
const isTemplate = (path) => /(?:^|\/)templates?\//.test(path)

const strayFiles = ({ files }) =>
  [...files.keys()]
    .filter((path) => !isTemplate(path))
    .flatMap((path) =>
      STRAY.filter(([pattern]) => pattern.test(path)).map(
        ([, why]) => `${path} ${why}: leave it out by "files" in package.json`,
      ),
    )

const machinePaths = ({ files }) =>
  [...files]
    .filter(([, bytes]) => localPaths().some((local) => holdsPath(bytes.toString('utf8'), local)))
    .map(([path]) => `${path} holds a path of the machine it was built on`)

/** `/root/` where a path begins, not inside `https://example.org/root/`. */
const holdsPath = (text, local) =>
  [`${local}/`, `${local}\\`].some((start) => {
    for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1))
      if (!/[\w.-]/.test(text[at - 1] ?? ' ')) return true
    return false
  })

/** Every package that a built module or declaration imports must be installed with this one. */
const undeclared = ({ files, manifest }) => {
  const declared = new Set([
    manifest.name,
    ...RANGES.slice(0, 3).flatMap((kind) => Object.keys(manifest[kind] ?? {})),
  ])
  const missing = new Map()
  for (const [path, bytes] of files) {
    if (!path.startsWith('dist/') || isTemplate(path) || !/\.[cm]?[jt]s$/.test(path)) continue
    for (const name of packagesIn(path, bytes.toString('utf8'), manifest)) {
      if (!declared.has(name) && !missing.has(name)) missing.set(name, path)
    }
  }
  return [...missing].map(
    ([name, path]) =>
      `${path} imports "${name}", which package.json does not name: declare it, or bundle it`,
  )
}

const packagesIn = (path, code, manifest) => {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
  return readImports(source, { verbatimModuleSyntax: true })
    .map(({ specifier }) => specifier)
    .filter(
      (specifier) => specifier && !/^[.#/]|^\w+:/.test(specifier) && !isNode(specifier, manifest),
    )
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
}
const isNode = (specifier, manifest) => Boolean(manifest.bin) && builtinModules.includes(specifier)
