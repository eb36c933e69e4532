// Runs dependency-cruiser twice over the repository: over the imports as written, types included, and
// over those that are left when the compiler has removed the types. Both are the compiler's view: its syntax
// tree in the first, its output in the second.
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { at } from '../../run/lib/paths.mjs'
import { forbidden } from './config.mjs'
import { isShipped, linkPackages, readPackages } from './packages.mjs'
import { ownViolations } from './ownRules.mjs'

const FOLDERS = ['packages', 'plugins', 'services', 'apps', 'examples', 'tools', 'e2e']
/** Installed, built, or left behind by tests: seen where it is imported, not read. */
const NOT_READ =
  '(?:^|/)(?:node_modules|dist|coverage|test-results|playwright-report|\\.tmp|\\.next|target)/'

/** With `jsx` dependency-cruiser would read every `.ts` file as markup, and `<T>(` as an element. */
const compilerOptions = { ...extractTSConfig(at('tsconfig.base.json')).options, jsx: undefined }

const cruiseAll = async (root, links, rules, types, files) => {
  const { output } = await cruise(
    files,
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: rules },
      tsPreCompilationDeps: types,
      exclude: '^tools/checks/rules/fixtures/',
      doNotFollow: { path: NOT_READ },
      extraExtensionsToScan: ['.html'],
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['@latchkey/source', 'types', 'import', 'default'],
        extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
        modules: ['node_modules', links],
      },
    },
    undefined,
    { tsConfig: { options: compilerOptions } },
  )
  const graph = new Map(
    output.modules
      .filter(({ source }) => /^(?!node_modules\/)[^:]+\.\w+$/.test(source))
      .map(({ source, dependencies }) => [source, dependencies]),
  )
  return { graph, violations: output.summary.violations }
}

/** One violation for each ring of modules: dependency-cruiser reports every import in it. */
const onePerRing = (violations) => {
  const seen = new Set()
  return violations.filter(({ from, cycle }) => {
    if (!cycle) return true
    const members = [from, ...cycle.map(({ name }) => name)]
    const isNew = !members.some((name) => seen.has(name))
    for (const name of members) seen.add(name)
    return isNew
  })
}

const describe = ({ to, unresolvedTo, cycle, from, dependencyTypes = [] }) => {
  if (cycle) return `imports itself: ${[from, ...cycle.map(({ name }) => name)].join(' -> ')}`
  const isType = ['type-only', 'type-import'].some((type) => dependencyTypes.includes(type))
  return `import${isType ? ' type' : ''} of "${unresolvedTo}" leads to ${to}`
}

/** The line of an import: dependency-cruiser gives none. */
const lineOf = (text, specifier) => {
  const quoted = ["'", '"', '`'].map((quote) => `${quote}${specifier}${quote}`)
  const index = text.split('\n').findIndex((line) => quoted.some((name) => line.includes(name)))
  return Math.max(index, 0) + 1
}

/**
 * @param {string} root
 * @returns {Promise<{ modules: number, packages: number, violations: { rule: string, file: string,
 * line: number, what: string, mend: string }[] }>} `rule`: a name of `RULES`
 */
export async function checkRules(root) {
  const packages = readPackages(root)
  const links = linkPackages(root, packages)
  const read = (file) => readFileSync(join(root, file), 'utf8')
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)))
  const written = forbidden('written', packages)
  const compiled = forbidden('compiled', packages)
  const all = await cruiseAll(root, links, written, true, folders)
  const shipped = [...all.graph.keys()].filter((file) => isShipped(file) && !file.endsWith('.html'))
  const values = await cruiseAll(root, links, compiled, false, shipped)
  const theirs = onePerRing([...all.violations, ...values.violations]).map((violation) => ({
    rule: violation.rule.name.split('/')[0],
    file: violation.from,
    specifier: violation.unresolvedTo,
    what: describe(violation),
    mend: [...written, ...compiled].find(({ name }) => name === violation.rule.name).comment,
  }))
  const ours = ownViolations({ root, packages, written: all.graph, compiled: values.graph, read })
  const found = [...theirs, ...ours].map(({ specifier, ...violation }) => ({
    ...violation,
    line: violation.line ?? lineOf(read(violation.file), specifier),
  }))
  const key = ({ rule, file, line }) => `${rule} ${file}:${line}`
  const violations = [...new Map(found.map((one) => [key(one), one])).values()]
  return { modules: all.graph.size, packages: packages.length, violations }
}
