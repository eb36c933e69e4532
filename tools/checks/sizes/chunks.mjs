// Which chunks of a build belong to what. Nothing here asks a browser.
import { existsSync, readFileSync } from 'node:fs'
import { isCounted, ownerOf, packageIn, sum, weighFiles } from './weigh.mjs'

/** @typedef {import('./install.mjs').Chunk} Chunk @typedef {import('./install.mjs').Built} Built */

/**
 * These chunks, and all that they import statically.
 * @param {Chunk[]} chunks
 * @param {Chunk[]} from
 * @returns {Set<string>} their files
 */
export const closureOf = (chunks, from) => {
  const files = new Set(from.map(({ fileName }) => fileName))
  for (const file of files)
    for (const other of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
      files.add(other)
  return files
}

/** Files that the first script of a page brings. @param {Built} built */
export const eagerFiles = ({ chunks }) =>
  closureOf(
    chunks,
    chunks.filter(({ isEntry }) => isEntry),
  )

/** Chunks of features, and of the sign-in messages that only features use. */
const OF_FEATURES = /^@latchkey\/(?:feature-[-\w]+|siwx)$/

/**
 * Chunks of features beside the page's first script.
 * @param {Chunk[]} chunks
 * @param {string[]} files
 */
export const lazyOf = (chunks, files) => {
  const eager = eagerFiles({ chunks })
  return chunks.filter(
    (chunk) =>
      files.includes(chunk.fileName) &&
      !eager.has(chunk.fileName) &&
      OF_FEATURES.test(ownerOf(chunk)),
  )
}

/** Whether a module of a feature's build was written among its views (`src/react/`). */
const isDrawn = (id) =>
  OF_FEATURES.test(packageIn(id)) &&
  existsSync(`${id}.map`) &&
  JSON.parse(readFileSync(`${id}.map`, 'utf8')).sources.some((source) =>
    /(?:^|\/)src\/react\//.test(source),
  )
export const isView = ({ isDynamicEntry, modules }) =>
  isDynamicEntry && Object.keys(modules).some(isDrawn)

/**
 * Files that chunks loaded by `import()` bring and that a page does not have yet.
 * @param {Built} built
 * @param {Chunk[]} chunks
 * @param {Set<string>} present
 */
const broughtBy = (built, chunks, present) =>
  weighFiles(
    built,
    [...closureOf(built.chunks, chunks)].filter((file) => !present.has(file)),
  ).filter(isCounted)

/** Files of a chunk with this name, without what it brings. */
export const filesNamed = (built, name) =>
  built.chunks
    .filter((chunk) => `${chunk.fileName} ${chunk.name}`.includes(name))
    .map(({ fileName }) => fileName)

/** Bytes of a chunk with this name, with what it brings. */
export const weighNamed = (built, name, present) => {
  const named = built.chunks.filter((chunk) => `${chunk.fileName} ${chunk.name}`.includes(name))
  return sum(broughtBy(built, named, present))
}

/** Parts of the kit that the modal itself has no use for: one copy for the views of all plugins. */
const isKit = ({ owner }) => owner === '@latchkey/ui-react'
const viewChunks = (built, name) =>
  built.chunks.filter((chunk) => isView(chunk) && ownerOf(chunk) === name)

/** Bytes of each view of a feature: its chunk, with what it alone brings. */
export const viewsOf = (built, { name }, present) =>
  viewChunks(built, name).map((chunk) => ({
    title: `view of ${name}: ${chunk.name}`,
    bytes: sum(broughtBy(built, [chunk], present).filter((each) => !isKit(each))),
  }))

/** Bytes of the kit's parts that only these features' views use. */
export const kitOf = (built, features, present) =>
  sum(
    broughtBy(
      built,
      features.flatMap(({ name }) => viewChunks(built, name)),
      present,
    ).filter(isKit),
  )

const isAdapter = ({ name, isDynamicEntry }) => isDynamicEntry && name.startsWith('adapter')

/**
 * Adapters are fetched when a visitor comes near a wallet: their chunks, and what nothing else imports.
 */
export const adapterFiles = (chunks) => {
  const isOther = (chunk) =>
    (chunk.isEntry || chunk.isDynamicEntry) &&
    !isAdapter(chunk) &&
    /startModal|late|entry|index/.test(chunk.name)
  const others = closureOf(chunks, chunks.filter(isOther))
  const files = [...closureOf(chunks, chunks.filter(isAdapter))]
  return new Set(files.filter((file) => !others.has(file)))
}

/** Below this name stands what Bitcoin's wallets and nodes need; nobody else uses it in a page. */
const BITCOIN_LIBRARY = '@scure/btc-signer'

/**
 * Modules of plugins that a host never named, lazily loaded or not, with the chunk that carries them.
 * @param {Built} built
 * @param {import('../pack/plugins.mjs').Plugin[]} others plugins that this host has not installed
 */
export const strangersIn = ({ chunks }, others) => {
  const named = others.flatMap(({ name, field }) => [name, ...(field.sdks ?? [])])
  const starts = [...named, BITCOIN_LIBRARY].map((name) => name.replace(/\/?\*?$/, '/'))
  return chunks.flatMap(({ fileName, modules }) =>
    Object.keys(modules)
      .map((id) => id.split('/node_modules/').slice(1).at(-1))
      .filter((path) => starts.some((start) => path?.startsWith(start)))
      .map((path) => `${fileName} carries ${path}, of a plugin that this host has not installed`),
  )
}
