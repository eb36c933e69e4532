// A build bundles code of other packages into `dist`. This writes their licences beside it.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of the package that a file in node_modules belongs to. */
const folderOf = (path) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

/** The section of a package in Markdown: its name, version, and the text of its licence. */
async function noticeOf(folder) {
  const manifest = await readFile(join(folder, 'package.json'), 'utf8')
  const { name, version, license } = JSON.parse(manifest)
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice)/i.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const text = texts.join('\n\n').trim() || `Published as ${license} without a text of its own.`
  return `## ${name} ${version} (${license})\n\n${text}\n`
}

/**
 * Writes `dist/NOTICE.md` of a package.
 * @param {string} root folder of the package
 * @param {readonly string[]} inputs files that the build read, relative to `root`
 */
export async function writeNotices(root, inputs) {
  const folders = new Set(inputs.map((path) => folderOf(join(root, path))).filter(Boolean))
  const parts = await Promise.all([...folders].sort().map(noticeOf))
  await mkdir(join(root, 'dist'), { recursive: true })
  await writeFile(
    join(root, 'dist', 'NOTICE.md'),
    `dist contains these packages, each under its own licence:\n\n${parts.join('\n')}`,
  )
}
