// Where a package starts: exports and bin of its package.json, entries of its build, scripts of its pages.
import ts from 'typescript'
import { joinPath } from './disk.mjs'
import { doorTo, entryPaths } from './exports.mjs'
import { isTest } from './house.mjs'

/**
 * @param {import('./disk.mjs').Disk} disk
 * @param {import('./house.mjs').Package} house
 * @param {Map<string, ts.SourceFile>} sources
 * @returns {{ file: string, door?: string }[]}
 */
export const entriesOf = (disk, house, sources) => {
  const named = entryPaths(house.manifest).map((path) => ({
    file: toSource(house, path.replace(/^\.\//, '')),
    door: doorTo(house.manifest, path),
  }))
  const built = buildEntries(house, sources).map((path) => ({ file: toSource(house, path) }))
  const pages = pageScripts(disk, house).map((path) => ({ file: `${house.dir}/${path}` }))
  const known = new Set(house.files)
  const entries = [...named, ...built, ...pages, ...freeFiles(house)].filter((entry) =>
    known.has(entry.file),
  )
  return entries.filter(
    (entry, index) => entries.findIndex((other) => other.file === entry.file) === index,
  )
}

/** Built files are traced back to what they were built from. */
const toSource = (house, path) => {
  if (!path.startsWith('dist/')) return `${house.dir}/${path}`
  const stem = `${house.dir}/src/${path.slice('dist/'.length)}`.replace(
    /(?:\.d)?\.[cm]?[jt]sx?$/,
    '',
  )
  return (
    house.files.find((file) => file.replace(/\.[cm]?[jt]sx?$/, '') === stem) ??
    `${house.dir}/${path}`
  )
}

/** Every path of a file that tsup.config.ts names: entries, however they are given, and what is injected. */
const buildEntries = (house, sources) =>
  house.files
    .filter((file) => /\/tsup\.config\.[cm]?[jt]s$/.test(file))
    .flatMap((file) => {
      const found = []
      const visit = (node) => {
        if (ts.isStringLiteralLike(node)) found.push(node.text.replace(/^\.\//, ''))
        ts.forEachChild(node, visit)
      }
      visit(sources.get(file))
      return found
    })

/** `<script type="module" src="/src/main.tsx">` of the pages of an app. */
const pageScripts = (disk, house) =>
  pagesIn(disk, house.dir).flatMap((page) => {
    const html = disk.readFile(joinPath(disk.root, page)) ?? ''
    const folder = page
      .slice(house.dir.length + 1)
      .split('/')
      .slice(0, -1)
      .join('/')
    return [...html.matchAll(/<script\b[^>]*\bsrc=["']([^"']+)["']/g)].map(([, path]) =>
      path.startsWith('/') ? path.slice(1) : joinPath(folder, path),
    )
  })
const pagesIn = (disk, dir) =>
  disk.list(joinPath(disk.root, dir)).flatMap((entry) => {
    if (entry.directory)
      return entry.name === 'node_modules' || entry.name === 'dist'
        ? []
        : pagesIn(disk, `${dir}/${entry.name}`)
    return entry.name.endsWith('.html') ? [`${dir}/${entry.name}`] : []
  })

/**
 * Files that start by themselves: ambient declarations; and in what is run, not imported, everything that is a
 * setting, a script or a test. In packages and plugins a test keeps nothing alive.
 */
const freeFiles = (house) => {
  const isLibrary = house.group === 'packages' || house.group === 'plugins'
  const free = (file) =>
    file.endsWith('.d.ts') ||
    (!isLibrary && (!file.startsWith(`${house.dir}/src/`) || isTest(file)))
  return house.files.filter(free).map((file) => ({ file }))
}
