// Compiles the samples of the documentation against the sources of the workspace.
// A sample is a module of its own. One that begins with a comment naming a file, such as `// src/wallet.ts`, is that file for the other samples of its document.
import { join } from 'node:path'
import ts from 'typescript'
import { at, root } from '../run/lib/paths.mjs'
import { workspacePackages } from '../run/lib/workspace.mjs'

/** What fragments may take for granted. */
const AMBIENT = `
type Plugins = readonly [ReturnType<typeof import('@latchkey/evm').evm>, ReturnType<typeof import('@latchkey/solana').solana>, ReturnType<typeof import('@latchkey/bitcoin').bitcoin>, ReturnType<typeof import('@latchkey/walletconnect').walletconnect>]
declare const kernel: import('@latchkey/kernel').Kernel<Plugins>
declare const options: { metadata: import('@latchkey/kernel').HostMetadata; plugins: Plugins }
declare const ctx: import('@latchkey/plugin-api').PluginContext<Record<never, never>, 'hello'>
`
const NAMED = /^\/\/ ((?:[\w.-]+\/)*[\w.-]+\.tsx?)(?::[^\n]*)?\n/
const slashed = (path) => path.replaceAll('\\', '/')
const FOLDER = slashed(at('tools', 'docs', 'samples'))

/** Documents keep their samples apart; nothing of this is on the disk. */
export const asFiles = (samples) =>
  new Map(
    samples.map((sample) => {
      const name = NAMED.exec(sample.text)?.[1] ?? `line${sample.line}.${sample.language}`
      return [
        `${FOLDER}/${sample.path.replaceAll('/', '-')}/${name}`,
        { sample, text: `${sample.text}\nexport {}\n` },
      ]
    }),
  )

/** Packages are looked up from everywhere that has them: samples are written by hosts, who install what they like. wagmi and its query library (MIT) are in the root for this alone. */
function createResolver(options, host) {
  const own = workspacePackages()
  const places = [root, ...own.map(({ dir }) => dir)].map((dir) => slashed(join(dir, 'index.ts')))
  // The templates name no source, as whoever begins with them does not.
  const known = new Map(
    own
      .filter(({ path }) => path.startsWith('plugins/_template/'))
      .map(({ name, dir }) => [
        name,
        { resolvedFileName: slashed(join(dir, 'src/index.ts')), extension: ts.Extension.Ts },
      ]),
  )
  return (name) => {
    if (!known.has(name))
      known.set(
        name,
        places.reduce(
          (found, place) =>
            found ?? ts.resolveModuleName(name, place, options, host).resolvedModule,
          undefined,
        ),
      )
    return known.get(name)
  }
}

function createHost(options, virtual) {
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  const isVirtual = (path) => slashed(path).startsWith(FOLDER)
  host.fileExists = (path) => virtual.has(slashed(path)) || fileExists(path)
  host.directoryExists = (path) => isVirtual(path) || ts.sys.directoryExists(path)
  host.readFile = (path) => virtual.get(slashed(path)) ?? readFile(path)
  host.getSourceFile = (path, ...rest) =>
    virtual.has(slashed(path))
      ? ts.createSourceFile(path, virtual.get(slashed(path)), ts.ScriptTarget.ES2022)
      : getSourceFile(path, ...rest)
  const resolve = createResolver(options, host)
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => ({
      resolvedModule:
        isVirtual(from) && !text.startsWith('.')
          ? resolve(text)
          : ts.resolveModuleName(text, from, options, host).resolvedModule,
    }))
  return host
}

/**
 * Says what is wrong with each sample, by document and line.
 * @param {import('./markdown.mjs').Sample[]} samples
 * @returns {string[]}
 */
export function problemsOf(samples) {
  const { config } = ts.readConfigFile(at('tsconfig.base.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(
    {
      ...config,
      compilerOptions: {
        ...config.compilerOptions,
        noUnusedLocals: false,
        noUnusedParameters: false,
        noUncheckedIndexedAccess: false,
      },
    },
    ts.sys,
    root,
  )
  const files = asFiles(samples)
  const virtual = new Map([
    [`${FOLDER}/ambient.d.ts`, AMBIENT],
    ...[...files].map(([path, { text }]) => [path, text]),
  ])
  const program = ts.createProgram([...virtual.keys()], options, createHost(options, virtual))
  return [...virtual.keys()].flatMap((path) => {
    const source = program.getSourceFile(path)
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({ start, messageText }) => {
      const { sample } = files.get(path) ?? {}
      const line = source.getLineAndCharacterOfPosition(start ?? 0).line
      return `${sample ? `${sample.path}:${sample.line + line}` : `ambient.d.ts:${line + 1}`}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
  })
}

/** Doors of our packages that a sample goes through: `@latchkey/evm`, `@latchkey/ui-react/kit`. */
export const ownImports = ({ text }) =>
  [...text.matchAll(/(?:from |import\(|import )'(@latchkey\/[^']+)'/g)].map(([, door]) => door)

/** Every door that the packages of the workspace have. */
export const ownDoors = () =>
  new Set(
    workspacePackages().flatMap(({ name, manifest }) =>
      Object.keys(manifest.exports ?? { '.': '' }).map((path) => name + path.slice(1)),
    ),
  )
