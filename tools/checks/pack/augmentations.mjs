// A package's additions to the types of another (`declare module '@latchkey/plugin-api'`) must be in
// its published types. A declaration bundler drops a file that no exported type leads to, and the
// workspace does not notice, because it reads the source.
import ts from 'typescript'

const isSource = (path) => /^src\/.*(?<!\.d)\.tsx?$/.test(path)

/**
 * Complaints about additions in `src` that no entry's declarations lead to.
 * @param {Map<string, Buffer>} files of the package
 * @param {string[]} declarations the files among them that its entries lead to
 * @returns {string[]}
 */
export const lostAugmentations = (files, declarations) => {
  const augmentationsOf = (path) => membersIn(path, files.get(path).toString('utf8'))
  const published = new Set(declarations.flatMap(augmentationsOf))
  return [...files.keys()].filter(isSource).flatMap((path) =>
    augmentationsOf(path)
      .filter((name) => !published.has(name))
      .map(
        (name) =>
          `${path} declares ${name}, which the published types lack: ` +
          'export a type of that file, or declare it in one that the entry leads to',
      ),
  )
}

/** Each member that a file adds, as `module interface.member`. */
const membersIn = (path, text) => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  return source.statements
    .filter((node) => ts.isModuleDeclaration(node) && /^@latchkey\//.test(node.name.text))
    .flatMap(({ name: module, body }) =>
      (body?.statements ?? [])
        .filter(ts.isInterfaceDeclaration)
        .flatMap(({ name, members }) =>
          members.map(
            (member) =>
              `${module.text} ${name.text}.${member.name?.text ?? member.getText(source)}`,
          ),
        ),
    )
}
