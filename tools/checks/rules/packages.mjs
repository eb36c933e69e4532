// The packages that the import rules speak of, and where each of them starts.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The longer path first: `plugins/_template/chain` is a package, `plugins/_template` none. */
const FOLDERS = ['packages', 'plugins/_template', 'plugins', 'services', 'apps', 'examples']
/** One private program each: files inside may import across its folders. */
const PROGRAMS = ['tools', 'e2e']

const TEST = '\\.(?:test|test-d|spec)\\.[cm]?[jt]sx?$|(?:^|/)(?:test|tests|fixtures)/'

/** Patterns for dependency-cruiser: the folder of a package is the first group. */
export const PATTERNS = {
  unit: `^((?:${FOLDERS.join('|')})/[^/]+|${PROGRAMS.join('|')})/`,
  shipped: `^((?:${FOLDERS.join('|')})/[^/]+)/src/`,
  test: TEST,
}

const UNIT = new RegExp(PATTERNS.unit)
const SHIPPED = new RegExp(PATTERNS.shipped)
const isTest = RegExp.prototype.test.bind(new RegExp(TEST))

/** The folder of the package that a file is in: `plugins/evm`, `tools`. */
export const packageFolderOf = (file) => UNIT.exec(file)?.[1]

/** Does the file belong to what its package ships? */
export const isShipped = (file) => SHIPPED.test(file) && !isTest(file)

/**
 * @typedef {{ dir: string, name: string, manifest: Record<string, any> }} Package
 * @param {string} root
 * @returns {Package[]} every folder with a package.json
 */
export const readPackages = (root) =>
  [...FOLDERS, 'tools', 'tools/tests']
    .filter((group) => existsSync(join(root, group)))
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .filter((dir) => existsSync(join(root, dir, 'package.json')))
    .map((dir) => {
      const manifest = JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8'))
      return { dir, name: manifest.name, manifest }
    })

/**
 * Links every package by its name, so that an import is resolved whether or not the importing
 * package has installed it: an import that package.json does not name is then reported as that.
 * @returns {string} the folder with the links
 */
export function linkPackages(root, packages) {
  const folder = join(root, 'node_modules/.cache/latchkey/links')
  rmSync(folder, { recursive: true, force: true })
  for (const { name, dir } of packages) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    symlinkSync(join(root, dir), join(folder, name), 'junction')
  }
  return folder
}

const stemOf = (path) => path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '')

/** Where files name others beside imports: manifests and settings of a build, pages, code with workers. */
const NAMES = [
  [/\/(?:package\.json|tsup\.config\.[cm]?[jt]s)$/, /["'`]([^"'`\n]+)["'`]/g],
  [/\.html$/, /<script\b[^>]*\bsrc=["']\/?([^"']+)["']/g],
  [/\/src\/.*\.[cm]?[jt]sx?$/, /new URL\(\s*["'`]([^"'`]+)["'`],\s*import\.meta\.url/g],
]

/** Files that the framework of an example finds by their place. */
const FOUND = [
  /^examples\/angular\/src\/(?:index\.html|(?:main|main\.server|server)\.ts)$/,
  /^examples\/astro\/src\/scripts\//,
  /^examples\/sveltekit\/src\/(?:app\.html|routes\/)/,
  /^examples\/tanstack-start\/src\/(?:router\.tsx|routes\/)/,
]

/**
 * The files in which a package starts: what package.json and the build's settings name, what a framework
 * finds, scripts of pages, workers; ambient declarations; and in a program everything that is run and not imported
 * (settings, scripts, tests). In packages and plugins a test keeps nothing alive.
 * @param {string} root
 * @param {string} dir of the package
 * @param {string[]} files of the package, `.html` included
 * @returns {string[]}
 */
export function entriesOf(root, dir, files) {
  const named = [`${dir}/package.json`, ...files].flatMap((file) => {
    const [, pattern] = NAMES.find(([kind]) => kind.test(file) && !isTest(file)) ?? []
    if (!pattern) return []
    const paths = [...readFileSync(join(root, file), 'utf8').matchAll(pattern)]
    return paths.flatMap(([, path]) => [join(dir, path), join(dirname(file), path)])
  })
  // `./dist/kit/index.js` was `src/kit/index.ts`: rules look at what was written.
  const stems = named.map((path) => stemOf(path).replace(`${dir}/dist/`, `${dir}/src/`))
  const isLibrary = /^(?:packages|plugins)\//.test(dir)
  return files.filter(
    (file) =>
      file.endsWith('.d.ts') ||
      (!isLibrary && !isShipped(file)) ||
      FOUND.some((place) => place.test(file)) ||
      stems.includes(stemOf(file)),
  )
}
