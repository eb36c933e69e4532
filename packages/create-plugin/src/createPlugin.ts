import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import { CreateError } from './CreateError.js'
import { readTree, requireEmpty, writeTree, type Tree } from './folders.js'
import { isKind, KINDS, toNames, type Kind, type PluginNames } from './names.js'
import { renamer, toFactory } from './rename.js'

export interface CreateOptions {
  kind: Kind
  /** `my-plugin`, `@my-scope/my-plugin`. */
  name: string
  /** The folder to make or to fill, from the working folder; named after the package if left out. */
  dir?: string
  /** Where the templates are; those of this package if left out. */
  templates?: string
  /** Ranges of our packages by name; those that this release was made with if left out. */
  ranges?: Readonly<Record<string, string>>
}
export interface CreatedPlugin {
  /** Absolute. */
  folder: string
  names: PluginNames
  /** From the folder, in the order of their names, with slashes. */
  files: readonly string[]
}

const GITIGNORE = 'node_modules/\ndist/\n*.tgz\n'

/** Publishing has put versions where the workspace says `workspace:`, so this package's own manifest is the list. */
async function ownRanges(): Promise<Readonly<Record<string, string>>> {
  const { devDependencies } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { devDependencies?: Record<string, string> }
  return devDependencies ?? {}
}

interface Manifest {
  private?: boolean
  devDependencies: Record<string, string>
}

/** A manifest that npm understands: nothing of the workspace in it. */
function toManifest(text: string, ranges: Readonly<Record<string, string>>): string {
  const { private: _, ...manifest } = JSON.parse(text) as Manifest
  const devDependencies = Object.fromEntries(
    Object.entries(manifest.devDependencies).map(([name, range]) => [
      name,
      range.startsWith('workspace:') ? (ranges[name] ?? range) : range,
    ]),
  )
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
  // Published as `_package.json`: a manifest inside a package means something to npm and to bundlers.
  const files = [...template].map(([path, text]) =>
    /^_?package\.json$/.test(path)
      ? (['package.json', rename(toManifest(text, ranges))] as const)
      : ([path, rename(text)] as const),
  )
  return new Map([...files, ['.gitignore', GITIGNORE] as const])
}

/**
 * Makes a plugin that installs, builds, passes the kit and runs in a page.
 * Writes only into a folder that is new or empty; what was written is taken away again where something goes wrong.
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
    throw new CreateError(
      'create.invalid_kind',
      `"${String(kind).slice(0, 80)}" is no kind of plugin. Expected one of: ${KINDS.join(', ')}.`,
    )
  const names = toNames(name)
  const folder = resolve(dir ?? names.folder)
  await requireEmpty(folder)
  const template = await readTree(
    resolve(templates ?? fileURLToPath(new URL('./templates/', import.meta.url)), kind),
  )
  const files = instantiate(template, kind, names, ranges ?? (await ownRanges()))
  await writeTree(folder, files)
  return { folder, names, files: [...files.keys()].sort() }
}
