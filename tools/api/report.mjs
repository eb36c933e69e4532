// Writes down the public surface of one entry, so that a change of it is seen in review.
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

/**
 * The report of an entry, free of what a build makes up.
 * @param {Surface} surface
 * @returns {{ text: string, problems: string[] }} problems: what kept the extractor from reading the declarations
 */
export const writeReport = ({ name, folder, entry }) => {
  const drafts = mkdtempSync(join(tmpdir(), 'latchkey-api-'))
  const problems = []
  try {
    const config = ExtractorConfig.prepare({
      configObject: settings(name, folder, entry, drafts),
      configObjectFullPath: undefined,
      packageJsonFullPath: join(folder, 'package.json'),
    })
    Extractor.invoke(config, {
      localBuild: true,
      messageCallback: (message) => collect(message, problems),
    })
    const text = normalise(readFileSync(join(drafts, `${name}.api.md`), 'utf8'))
    return { text, problems: [...problems, ...unresolved(text)] }
  } finally {
    rmSync(drafts, { recursive: true, force: true })
  }
}

const collect = (message, problems) => {
  const matters = message.category === 'Compiler' || message.logLevel === 'error'
  if (matters && message.logLevel !== 'none') problems.push(message.text)
  message.handled = true
}

/** A module of the package that is named in the report was not found: its names would be missing unseen. */
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
 * The same surface, the same text: line endings, and the chunks into which a bundler happens to cut declarations, are no
 * part of it. Names that a bundler numbered (`Json$1`) are.
 * @param {string} text
 */
export const normalise = (text) => {
  const lines = text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trimEnd())
  const kept = lines.map((line) => line.replace(/^\/\/ (?:\(|.*?:\d+:\d+ - \()/, '// ('))
  const chunks = kept.map((line) =>
    line.replace(/(['"]\.{1,2}\/[^'"]*?)-[\w-]{8}(?=(?:\.d)?\.[cm]?[jt]s['"]|['"])/g, '$1'),
  )
  return `${chunks.join('\n').trim()}\n`
}
