// Compiles the samples of the documentation against the sources of the workspace. Each sample is a
// module. One that begins with a comment naming a file, such as `// src/wallet.ts`, is that file for
// the other samples of its document. Compilers of samples that others keep resolve packages from one
// folder only, and put no file beside another.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { at, readJson, root } from '../../../run/lib/paths.mjs'
import { workspacePackages } from '../../../run/lib/workspace.mjs'

/** Declarations that fragments may use without an import. */
/* eslint-disable max-len -- declarations of samples, one a line */
const AMBIENT = `
type Plugins = readonly [ReturnType<typeof import('@latchkey/evm').evm>, ReturnType<typeof import('@latchkey/solana').solana>, ReturnType<typeof import('@latchkey/bitcoin').bitcoin>, ReturnType<typeof import('@latchkey/walletconnect').walletconnect>]
declare const kernel: import('@latchkey/kernel').Kernel<Plugins>
declare const options: { metadata: import('@latchkey/kernel').HostMetadata; plugins: Plugins }
declare const ctx: import('@latchkey/plugin-api').PluginContext<Record<never, never>, 'hello'>
`
/* eslint-enable max-len */
const NAMED = /^\/\/ ((?:[\w.-]+\/)*[\w.-]+\.tsx?)(?::[^\n]*)?\n/

/**
 * Links every package that the root or a package has installed, and every package of the workspace:
 * samples show hosts, which install what they like. wagmi and its query library (MIT) are in the
 * root for this alone.
 */
function linkPackages(folder) {
  const own = workspacePackages()
  const targets = new Map(own.map(({ name, dir }) => [name, dir]))
  for (const { dir, manifest } of [{ dir: root, manifest: readJson(at('package.json')) }, ...own])
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
      if (!targets.has(name)) targets.set(name, join(dir, 'node_modules', name))
  for (const [name, target] of targets) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    if (existsSync(target)) symlinkSync(target, join(folder, name), 'junction')
  }
}

/** The settings of the workspace, but for complaints that a sample cannot help. */
function settings() {
  const { config } = ts.readConfigFile(at('tsconfig.base.json'), ts.sys.readFile)
  const lenient = {
    noUnusedLocals: false,
    noUnusedParameters: false,
    noUncheckedIndexedAccess: false,
  }
  // The templates' manifests do not name their source, because authors' manifests do not either.
  const templates = workspacePackages().filter(({ path }) => path.startsWith('plugins/_template/'))
  const paths = Object.fromEntries(
    templates.map(({ name, dir }) => [name, [join(dir, 'src/index.ts')]]),
  )
  const compilerOptions = { ...config.compilerOptions, ...lenient, paths }
  return ts.parseJsonConfigFileContent({ ...config, compilerOptions }, ts.sys, root).options
}

/**
 * The compiler's complaints about the samples, by document and line.
 * @param {import('./documents.mjs').Sample[]} samples
 * @returns {string[]}
 */
export function problemsOf(samples) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-samples-')))
  try {
    linkPackages(join(folder, 'node_modules'))
    const documents = new Map()
    const write = (path, text, document) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
      documents.set(join(folder, path), document)
    }
    write('ambient.d.ts', AMBIENT, 'ambient.d.ts')
    for (const { path, line, language, text } of samples) {
      const name = NAMED.exec(text)?.[1] ?? `line${line}.${language}`
      // Empty lines before it: the compiler counts lines as the document has them.
      write(`${path}/${name}`, `${'\n'.repeat(line - 1)}${text}\nexport {}\n`, path)
    }
    const program = ts.createProgram([...documents.keys()], settings())
    return [...documents].flatMap(([file, document]) => {
      const source = program.getSourceFile(file)
      return ts.getPreEmitDiagnostics(program, source).map(({ start, messageText }) => {
        const { line } = source.getLineAndCharacterOfPosition(start ?? 0)
        return `${document}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
      })
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Entries of our packages that a sample imports: `@latchkey/evm`, `@latchkey/ui-react/kit`. */
export const ownImports = ({ text }) =>
  [...text.matchAll(/(?:from |import\(|import )'(@latchkey\/[^']+)'/g)].map(([, entry]) => entry)

/** Every entry that the packages of the workspace have. */
export const ownEntries = () =>
  new Set(
    workspacePackages().flatMap(({ name, manifest }) =>
      Object.keys(manifest.exports ?? { '.': '' }).map((path) => name + path.slice(1)),
    ),
  )
