// Writes down the public surface of one entry, so that a change of it is seen in review.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor'

/**
 * @typedef {object} Surface
 * @property {string} name of the report file: `plugin-api`
 * @property {string} folder of the package, absolute
 * @property {string} entry its built declarations, absolute
 */

const SILENT = { logLevel: 'none' }
const SHOWN = 40

/**
 * One surface for each entry of a package that has declarations: `plugin-api`, `plugin-api-links`.
 * @param {{ dir: string, path: string, manifest: any }} one
 * @returns {Surface[]}
 */
export const surfacesOf = ({ dir, path, manifest }) =>
  Object.entries(manifest.exports)
    .filter(([, { types }]) => types)
    .map(([door, { types }]) => ({
      name: path.split('/').pop() + door.slice(1).replaceAll('/', '-'),
      folder: dir,
      entry: join(dir, types),
    }))

/**
 * The report of an entry, without what differs from one build to the next.
 * @param {Surface} surface
 * @returns {{ text: string, problems: string[] }} `problems`: why the extractor could not read the
 * declarations
 */
export const writeReport = ({ name, folder, entry }) => {
  const drafts = mkdtempSync(join(tmpdir(), 'latchkey-api-'))
  const problems = []
  try {
    const config = ExtractorConfig.prepare({
      configObject: settings(name, folder, entry, drafts),
      packageJsonFullPath: join(folder, 'package.json'),
    })
    Extractor.invoke(config, {
      localBuild: true,
      messageCallback: (message) => {
        message.handled = true
        if (message.logLevel === 'error') problems.push(message.text)
      },
    })
    const text = normalise(readFileSync(join(drafts, `${name}.api.md`), 'utf8'))
    return { text, problems: [...problems, ...unresolved(text)] }
  } finally {
    rmSync(drafts, { recursive: true, force: true })
  }
}

/** Modules of the package that were not found: nobody would see that their names are missing. */
const unresolved = (text) =>
  [...text.matchAll(/\bfrom ['"](\.{1,2}\/[^'"]*)['"]/g)].map(
    ([, path]) => `${path} is not there; build again (npm run build)`,
  )

const settings = (name, folder, entry, drafts) => ({
  projectFolder: folder,
  mainEntryPointFilePath: entry,
  apiReport: {
    enabled: true,
    reportFileName: `${name}.api.md`,
    reportFolder: `${drafts}/`,
    reportTempFolder: `${drafts}/temp/`,
  },
  docModel: { enabled: false },
  dtsRollup: { enabled: false },
  tsdocMetadata: { enabled: false },
  newlineKind: 'lf',
  compiler: { overrideTsconfig: compilerSettings(entry) },
  messages: {
    compilerMessageReporting: { default: { logLevel: 'error' } },
    extractorMessageReporting: {
      default: { logLevel: 'warning', addToApiReportFile: true },
      // No release tags here, and no comment style but our own: neither is part of the surface.
      'ae-missing-release-tag': SILENT,
      'ae-undocumented': SILENT,
      'ae-unresolved-link': SILENT,
    },
    tsdocMessageReporting: { default: SILENT },
  },
})

const compilerSettings = (entry) => ({
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    jsx: 'react-jsx',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    types: [],
  },
  files: [entry],
  include: [dirname(entry)],
})

/**
 * The same surface gives the same text: line endings, and the chunks into which a bundler happens
 * to cut declarations, do not belong to it. Names that a bundler numbered (`Json$1`) do.
 */
const normalise = (text) =>
  `${text
    .replace(/[ \t\r]+$/gm, '')
    .replace(/^\/\/ .*?:\d+:\d+ - \(/gm, '// (')
    .replace(/(['"]\.{1,2}\/[^'"]*?)-[\w-]{8}(?=(?:\.d)?\.[cm]?[jt]s['"]|['"])/g, '$1')
    .trim()}\n`

/**
 * The lines that differ, as git shows them.
 * @param {string} file the report that was reviewed
 * @param {string} text the report of today
 * @returns {string[]} `-gone`, `+new`; empty when they are the same
 */
export const changedLines = (file, text) => {
  const args = ['diff', '--no-index', '--no-color', '--unified=0', '--ignore-space-at-eol']
  const { stdout } = spawnSync('git', [...args, file, '-'], { input: text, encoding: 'utf8' })
  const changes = stdout.split('\n').filter((line) => /^[-+](?![-+]{2} )/.test(line))
  if (changes.length <= SHOWN) return changes
  return [...changes.slice(0, SHOWN), `… and ${changes.length - SHOWN} lines more`]
}
