// What a package adds to the types of another (`declare module '@latchkey/plugin-api'`) has to be in the types that it publishes.
// A bundler of declarations leaves a file out that no exported type leads to, and nothing in the workspace notices: it reads the source.
import { posix } from 'node:path'
import ts from 'typescript'

const OURS = /^@latchkey\//
const isSource = (path) => /^src\/.*\.tsx?$/.test(path) && !path.endsWith('.d.ts')

/**
 * Complaints about what stands in `src` and in no declaration that an entry of the package leads to.
 * @param {{ files: Map<string, Buffer>, manifest: any }} packed
 * @returns {string[]}
 */
export const lostAugmentations = ({ files, manifest }) => {
  const published = new Set(
    reachable(files, manifest).flatMap(({ source }) => augmentationsOf(source)),
  )
  return [...files]
    .filter(([path]) => isSource(path))
    .flatMap(([path, bytes]) =>
      augmentationsOf(parse(path, bytes))
        .filter((name) => !published.has(name))
        .map(
          (name) =>
            `${path} declares ${name}, which the published types lack: export a type of that file, or declare it in one that the entry leads to`,
        ),
    )
}

const parse = (path, bytes) =>
  ts.createSourceFile(path, bytes.toString('utf8'), ts.ScriptTarget.Latest)

/** Each member that a file adds, as `module interface.member`. */
const augmentationsOf = (source) =>
  source.statements
    .filter(
      (node) =>
        ts.isModuleDeclaration(node) &&
        ts.isStringLiteral(node.name) &&
        OURS.test(node.name.text) &&
        node.body,
    )
    .flatMap((node) =>
      node.body.statements
        .filter(ts.isInterfaceDeclaration)
        .flatMap(({ name, members }) =>
          members.map(
            (member) =>
              `${node.name.text} ${name.text}.${member.name?.text ?? member.getText(source)}`,
          ),
        ),
    )

/** The declarations that the entries of the package lead to, by imports of their own files. */
const reachable = (files, manifest) => {
  const found = new Map()
  const queue = [manifest.types, ...typesIn(manifest.exports)]
    .filter(Boolean)
    .map((path) => posix.normalize(path))
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (found.has(path) || !files.has(path)) continue
    const source = parse(path, files.get(path))
    found.set(path, { path, source })
    for (const { fileName } of ts.preProcessFile(source.text).importedFiles) {
      if (fileName.startsWith('.'))
        queue.push(posix.join(posix.dirname(path), fileName.replace(/\.js$/, '.d.ts')))
    }
  }
  return [...found.values()]
}

/** Every path under a condition `types`, whatever stands around it. */
const typesIn = (exports) =>
  typeof exports !== 'object' || exports === null
    ? []
    : Object.entries(exports).flatMap(([key, value]) =>
        key === 'types' && typeof value === 'string' ? [value] : typesIn(value),
      )
