// The workspace as the rules see it: its packages, their files, their settings.
import ts from 'typescript'
import { below, joinPath } from './disk.mjs'

/**
 * @typedef {object} Package
 * @property {string} name
 * @property {string} dir below the root: `plugins/evm`
 * @property {string} group first folder: `packages`, `plugins`, `apps` …
 * @property {string} folder second folder: `evm`
 * @property {Record<string, any>} manifest
 * @property {ts.CompilerOptions} options
 * @property {string[]} files below the root, every code file but what a build wrote
 */

const GROUPS = ['packages', 'plugins', 'plugins/_template', 'services', 'apps', 'examples', 'tools']
/** One private program each, packages with doors of their own apart: what is inside may import across its folders. */
const WHOLE = ['tools', 'e2e']
const SKIPPED = new Set([
  'node_modules',
  'dist',
  'coverage',
  'test-results',
  'playwright-report',
  '.tmp',
  '.git',
  'target',
])
const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/
const TEST_FILE = /\.(?:test|test-d|spec)\.[cm]?[jt]sx?$/
const TEST_FOLDER = /(?:^|\/)(?:test|tests|fixtures)\//

/**
 * @param {import('./disk.mjs').Disk} disk
 * @returns {Package[]}
 */
export const readPackages = (disk) => {
  const named = GROUPS.flatMap((group) =>
    disk
      .list(joinPath(disk.root, group))
      .filter((entry) => entry.directory)
      .map((entry) => `${group}/${entry.name}`),
  ).filter((dir) => isPackage(disk, dir))
  const whole = WHOLE.filter((dir) => disk.directoryExists(joinPath(disk.root, dir)))
  return [...named, ...whole].map((dir) => readPackage(disk, dir, named))
}

/** A folder of tools/ without exports is part of the one program that tools/ is. */
const isPackage = (disk, dir) => {
  const manifest = disk.readFile(joinPath(disk.root, dir, 'package.json'))
  return (
    manifest !== undefined &&
    (!dir.startsWith('tools/') || JSON.parse(manifest).exports !== undefined)
  )
}

const readPackage = (disk, dir, named) => {
  const manifest = JSON.parse(disk.readFile(joinPath(disk.root, dir, 'package.json')) ?? '{}')
  const [group = dir, folder = dir] = dir.split('/')
  const files = listCode(disk, dir).filter(
    (file) =>
      !named.some(
        (other) => other !== dir && other.startsWith(`${dir}/`) && file.startsWith(`${other}/`),
      ),
  )
  return {
    name: manifest.name ?? dir,
    dir,
    group,
    folder,
    manifest,
    options: readOptions(disk, dir),
    files,
  }
}

const listCode = (disk, dir) =>
  disk
    .list(joinPath(disk.root, dir))
    .flatMap((entry) => {
      if (SKIPPED.has(entry.name)) return []
      const path = `${dir}/${entry.name}`
      if (entry.directory) return listCode(disk, path)
      return CODE.test(entry.name) ? [path] : []
    })
    .sort()

/** What the compiler is told: the nearest tsconfig.json, else the workspace's own settings. */
const readOptions = (disk, dir) => {
  const candidates = [`${dir}/tsconfig.json`, 'tsconfig.json', 'tsconfig.base.json'].map((path) =>
    joinPath(disk.root, path),
  )
  const path = candidates.find((candidate) => disk.fileExists(candidate))
  if (!path) return DEFAULTS
  const host = {
    useCaseSensitiveFileNames: true,
    readDirectory: () => [],
    fileExists: disk.fileExists,
    readFile: disk.readFile,
  }
  const { config, error } = ts.readConfigFile(path, disk.readFile)
  if (error)
    throw new Error(
      `${below(disk.root, path)} cannot be read: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}. Mend the file and run again.`,
    )
  return ts.parseJsonConfigFileContent(config, host, path.slice(0, path.lastIndexOf('/'))).options
}

const DEFAULTS = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  customConditions: ['@latchkey/source'],
  jsx: ts.JsxEmit.ReactJSX,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
}

/** A test, or what only tests use: never published, free of most rules. */
export const isTest = (file) => TEST_FILE.test(file) || TEST_FOLDER.test(file)

/** Does the file belong to what the package ships? */
export const isSource = (house, file) => file.startsWith(`${house.dir}/src/`) && !isTest(file)
