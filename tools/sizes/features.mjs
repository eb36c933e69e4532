// What features cost: their eager parts by the difference of two builds, their views by their chunks, and that nothing of them comes early, by a visit to a host with everything.
import { existsSync, readFileSync } from 'node:fs'
import { openDialog, visit } from './visit.mjs'
import { isCounted, ownerOf, sum, weighScripts } from './weigh.mjs'

const NAMES = ['send', 'preview', 'siwx']
const OWNERS = /^@latchkey\/(?:feature-\w+|siwx)$/
/** @typedef {import('./host.mjs').Chunk} Chunk */

/**
 * These chunks, and all that they import statically.
 * @param {Chunk[]} chunks
 * @param {Chunk[]} from
 * @returns {Set<string>} their files
 */
export const closureOf = (chunks, from) => {
  const files = new Set(from.map(({ file }) => file))
  for (const file of files)
    for (const other of chunks.find((chunk) => chunk.file === file)?.imports ?? []) files.add(other)
  return files
}
const eagerFiles = ({ chunks }) =>
  closureOf(
    chunks,
    chunks.filter(({ entry }) => entry),
  )
const weigh = (built, files) =>
  weighScripts(
    built,
    [...files].map((path) => ({ path, type: 'script' })),
  ).filter(isCounted)

/** Whether a module of a package's build was written among its views. */
const isDrawn = (id) => {
  if (!OWNERS.test(ownerOf({ name: '', modules: { [id]: 1 } })) || !existsSync(`${id}.map`))
    return false
  return JSON.parse(readFileSync(`${id}.map`, 'utf8')).sources.some((source) =>
    /(?:^|\/)src\/react\//.test(source),
  )
}
const isView = ({ lazyEntry, modules }) => lazyEntry && Object.keys(modules).some(isDrawn)

/**
 * Chunks of features beside the page's first script.
 * @param {Chunk[]} chunks
 * @param {string[]} files
 */
export const lazyOf = (chunks, files) => {
  const eager = eagerFiles({ chunks })
  return chunks.filter(
    (chunk) => files.includes(chunk.file) && !eager.has(chunk.file) && OWNERS.test(ownerOf(chunk)),
  )
}

/** The page with everything is loaded, and its modal opened. */
const visitAll = (browser, built) =>
  visit(browser, built.dir, async ({ page, phase, complaints }, url) => {
    const loaded = await phase(() => page.goto(`${url}/${built.entry}.html`, { waitUntil: 'load' }))
    const opened = (await openDialog(page, phase, complaints)) ?? []
    const filesOf = (asked) => [...new Set(asked.flatMap(({ path }) => path ?? []))]
    return { loaded: filesOf(loaded), opened: filesOf(opened), complaints }
  })

const viewChunksOf = (built, name) =>
  built.chunks.filter((chunk) => isView(chunk) && ownerOf(chunk) === `@latchkey/feature-${name}`)
const broughtBy = (built, chunk, present) =>
  weigh(built, closureOf(built.chunks, [chunk])).filter(({ path }) => !present.has(path))
/** Parts of the kit that the modal itself has no use for: one copy for the views of all plugins. */
const isKit = ({ owner }) => owner === '@latchkey/ui-react'
/** Bytes of each view of a feature: its chunk, with what it alone brings. */
const viewsOf = (built, name, present) =>
  viewChunksOf(built, name).map((chunk) => ({
    title: `view of ${name}: ${chunk.name}`,
    bytes: sum(broughtBy(built, chunk, present).filter((each) => !isKit(each))),
  }))
const kitOf = (built, present) => {
  const brought = NAMES.flatMap((name) => viewChunksOf(built, name))
    .flatMap((chunk) => broughtBy(built, chunk, present))
    .filter(isKit)
  return sum([...new Map(brought.map((each) => [each.path, each])).values()])
}

/**
 * @param {import('playwright').Browser} browser
 * @param {Map<string, { entry: string, dir: string, chunks: Chunk[] }>} built
 * @returns {Promise<import('./measure.mjs').Measured>}
 */
export const measureFeatures = async (browser, built) => {
  const all = built.get('all')
  const { loaded, opened, complaints } = await visitAll(browser, all)
  // An opening fetches late halves: texts, and what must be known before a visitor connects.
  const late = lazyOf(all.chunks, opened)
  const early = [...lazyOf(all.chunks, loaded), ...late.filter(isView)]
  const eagerOf = (name) => sum(weigh(built.get(name), eagerFiles(built.get(name))))
  const present = new Set([...loaded, ...opened])
  const views = Object.fromEntries(NAMES.map((name) => [name, viewsOf(all, name, present)]))
  const fetched = weigh(
    all,
    late.map(({ file }) => file),
  )
  return {
    parts: {
      ...Object.fromEntries(NAMES.map((name) => [name, eagerOf(name) - eagerOf('evm')])),
      ...Object.fromEntries(
        NAMES.filter((name) => views[name].length > 0).map((name) => [
          `${name}View`,
          Math.max(...views[name].map(({ bytes }) => bytes)),
        ]),
      ),
      kit: kitOf(all, present),
      allHost: eagerOf('all'),
      featuresEarly: early.length,
      featuresLate: sum(fetched),
    },
    apart: [
      ...Object.values(views).flat(),
      ...fetched.map(({ path, bytes, owner }) => ({
        title: `at the first opening: ${path} (${owner})`,
        bytes,
      })),
    ],
    complaints: [
      ...complaints,
      ...early.map(({ file }) => `${file} comes before anybody uses its feature`),
    ],
  }
}
