import {
  rangesOf,
  readTree,
  requireEmpty,
  toRanges,
  writeTree,
  type Tree,
} from '@latchkey/create-kit'
import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import { createError } from './CreateError.js'
import { isKind, KINDS, toNames, type Kind, type PluginNames } from './names.js'
import { renamer, toFactory } from './rename.js'

/** Options of {@link createPlugin}. */
export interface CreateOptions {
  kind: Kind
  /** `my-plugin`, `@my-scope/my-plugin`. */
  name: string
  /** The new or empty folder, from the working folder; named after the package if left out. */
  dir?: string
  /** Folder of the templates; those of this package if left out. */
  templates?: string
  /** Version ranges of `@latchkey` packages by name; those of this release if left out. */
  ranges?: Readonly<Record<string, string>>
}
/** The plugin that {@link createPlugin} wrote. */
export interface CreatedPlugin {
  /** Absolute path. */
  folder: string
  names: PluginNames
  /** Paths below the folder with slashes, sorted. */
  files: readonly string[]
}

const GITIGNORE = 'node_modules/\ndist/\n*.tgz\n'

interface Manifest {
  private?: boolean
  devDependencies: Record<string, string>
}

/** A manifest without anything that only the workspace understands. */
function toManifest(text: string, ranges: Readonly<Record<string, string>>): string {
  const { private: _, ...manifest } = JSON.parse(text) as Manifest
  const devDependencies = toRanges(manifest.devDependencies, ranges)
  return `${JSON.stringify({ ...manifest, devDependencies }, null, 2)}\n`
}

function instantiate(
  template: Tree,
  kind: Kind,
  names: PluginNames,
  ranges: Readonly<Record<string, string>>,
): Tree {
  const code = [...template].filter(([path]) => /\.tsx?$/.test(path)).map(([, text]) => text)
  const rename = renamer(kind, names, toFactory(names, code))
  // Published as `_package.json`: a manifest inside a package means something to npm and to
  // bundlers.
  const files = [...template].map(([path, text]) =>
    /^_?package\.json$/.test(path)
      ? (['package.json', rename(toManifest(text, ranges))] as const)
      : ([path, rename(text)] as const),
  )
  return new Map([...files, ['.gitignore', GITIGNORE] as const])
}

/**
 * Makes a plugin that installs, builds, passes the test kit and runs in a page. It writes only into
 * a new or empty folder, and removes what it wrote where something fails.
 * @throws CreateError
 * @example await createPlugin({ kind: 'chain', name: 'pebble' })
 */
export async function createPlugin({
  kind,
  name,
  dir,
  templates,
  ranges,
}: CreateOptions): Promise<CreatedPlugin> {
  if (!isKind(kind))
    throw createError(
      'create.invalid_kind',
      `"${String(kind).slice(0, 80)}" is not a kind of plugin. Expected one of: ${KINDS.join(', ')}.`,
    )
  const names = toNames(name)
  const folder = resolve(dir ?? names.folder)
  await requireEmpty(folder)
  const template = await readTree(
    resolve(templates ?? fileURLToPath(new URL('./templates/', import.meta.url)), kind),
  )
  const files = instantiate(
    template,
    kind,
    names,
    ranges ?? (await rangesOf(new URL('../package.json', import.meta.url))),
  )
  await writeTree(folder, files)
  return { folder, names, files: [...files.keys()].sort() }
}
