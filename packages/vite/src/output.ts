// The one setting of an output that puts modules into named files, in Rollup's and in Rolldown's words.
import { ViteError } from './ViteError.js'

type FileOf = (id: string) => string | undefined
type Chunks = (id: string, meta: unknown) => string | null | undefined | void
/** Rollup's list: a chunk's name -> modules, as an import would name them. */
type ListedChunks = Readonly<Record<string, readonly string[]>>
/** The function in place of a list, with the list and the ids that are resolved of it. */
type ListingChunks = Chunks & {
  readonly names?: ListedChunks
  readonly listed?: Map<string, string>
}
type Group = Readonly<Record<string, unknown>>
type Splitting = { readonly groups?: readonly Group[] }

/** The options of an output that are read or written. */
export interface Output {
  readonly manualChunks?: ListingChunks | ListedChunks
  readonly codeSplitting?: boolean | Splitting
  readonly advancedChunks?: Splitting
  readonly inlineDynamicImports?: boolean
  readonly preserveModules?: boolean
}

/** An output that has one file, or one for each module, has none for an opening. */
const isFixed = ({ codeSplitting, inlineDynamicImports, preserveModules }: Output) =>
  codeSplitting === false || inlineDynamicImports === true || preserveModules === true

/** Whether the host lists modules for its files in a way that Rolldown does not read. */
export const hasUnreadList = ({ manualChunks }: Output): boolean =>
  typeof manualChunks === 'object' && manualChunks !== null

/** Above every group of the host: its `vendor` would take modules away. */
const FIRST = Number.MAX_SAFE_INTEGER

/**
 * Options for Rolldown. The host's own groups and `manualChunks` stay, after ours.
 * @returns undefined where there is nothing to change
 */
export function forRolldown(output: Output, fileOf: FileOf): object | undefined {
  if (isFixed(output)) return undefined
  const { codeSplitting, advancedChunks, manualChunks } = output
  const theirs: Splitting =
    typeof codeSplitting === 'object' ? codeSplitting : (advancedChunks ?? {})
  const groups =
    theirs.groups ?? (typeof manualChunks === 'function' ? [{ name: manualChunks }] : [])
  const ours = {
    name: (id: string) => fileOf(id) ?? null,
    debugName: 'latchkey',
    priority: FIRST,
    // Their limits must not cut it, and what a module imports is listed already or comes earlier.
    includeDependenciesRecursively: false,
    minSize: 0,
    maxSize: Infinity,
    minModuleSize: 0,
    maxModuleSize: Infinity,
    minShareCount: 1,
  }
  const { manualChunks: _taken, advancedChunks: _older, ...rest } = output
  return { ...rest, codeSplitting: { ...theirs, groups: [ours, ...groups] } }
}

/** The first version with `output.onlyExplicitManualChunks`. */
const ROLLUP = [4, 52] as const

/**
 * Options for Rollup. A `manualChunks` of the host is asked about every other module.
 * @param version of Rollup: `4.68.7`
 * @returns undefined where there is nothing to change
 * @throws ViteError `vite.old_rollup`
 */
export function forRollup(output: Output, fileOf: FileOf, version: string): object | undefined {
  if (isFixed(output)) return undefined
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < ROLLUP[0] || (major === ROLLUP[0] && minor < ROLLUP[1]))
    throw new ViteError(
      'vite.old_rollup',
      `@latchkey/vite runs in Rollup ${version}. Expected ${ROLLUP.join('.')} or newer: an older one ` +
        'would load the files of an opening with the page. Update Rollup, or Vite, or leave the plugin out.',
    )
  const { manualChunks } = output
  const listed = new Map<string, string>()
  const theirs: Chunks = typeof manualChunks === 'function' ? manualChunks : (id) => listed.get(id)
  const chunks: Chunks = (id, meta) => fileOf(id) ?? theirs(id, meta)
  const names = typeof manualChunks === 'object' ? manualChunks : {}
  const listing: ListingChunks = Object.assign(chunks, { names, listed })
  return { ...output, manualChunks: listing, onlyExplicitManualChunks: true }
}

/**
 * Resolves the names in a list of the host, which {@link forRollup} cannot wait for.
 * @param output with the options of `forRollup`
 * @param resolve answers the id of a module; undefined where there is none of this name
 * @returns the names without a module
 */
export async function resolveListed(
  { manualChunks }: Output,
  resolve: (name: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  if (typeof manualChunks !== 'function') return []
  const { names = {}, listed } = manualChunks
  const missing: string[] = []
  for (const [chunk, modules] of Object.entries(names))
    for (const name of modules) {
      const id = await resolve(name)
      if (id === undefined) missing.push(name)
      else listed?.set(id, chunk)
    }
  return missing
}
