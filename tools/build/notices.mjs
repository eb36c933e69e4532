// Writes the licence of each package that a build took into `dist` beside it.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const folderOf = (path) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  )
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice)/i.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return `## ${name} ${version} (${license})\n\n${texts.join('\n\n').trim() || `Published as ${license} without a text of its own.`}\n`
}

/**
 * Writes `dist/NOTICE.md` of a package.
 * @param {string} root folder of the package
 * @param {readonly string[]} inputs of the build, relative to it
 */
export async function writeNotices(root, inputs) {
  const folders = [
    ...new Set(inputs.map((path) => folderOf(join(root, path))).filter(Boolean)),
  ].sort()
  const parts = await Promise.all(folders.map(noticeOf))
  await mkdir(join(root, 'dist'), { recursive: true })
  await writeFile(
    join(root, 'dist', 'NOTICE.md'),
    `dist contains these packages, each under its own licence:\n\n${parts.join('\n')}`,
  )
}
