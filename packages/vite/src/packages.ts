// Which packages take part in an opening, and which of their modules it loads.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ViteError } from './ViteError.js'

/** The files of an opening: the modal, and the late halves that a returning visitor needs too. */
export type OpeningFile = 'latchkey-modal' | 'latchkey-late'

/**
 * The names that modules of an opening have by convention, of packages that say nothing themselves:
 * the modal, the kernel's late half, plugins' late halves and their English texts.
 */
const CONVENTION: ReadonlyMap<string, OpeningFile> = new Map([
  ['startModal', 'latchkey-modal'],
  ['entry', 'latchkey-late'],
  ['late', 'latchkey-late'],
  ['messages', 'latchkey-late'],
])

/** The part of a package.json that is read. */
interface Manifest {
  readonly name?: string
  readonly dependencies?: object
  readonly peerDependencies?: object
  readonly sideEffects?: unknown
  readonly latchkey?: { readonly opening?: unknown }
}

/** A package, as far as an opening needs it. */
export interface Package {
  /** Whether its manifest says that unused modules may go. */
  readonly pure: boolean
  /** Its modules of an opening: a module's name -> its file. Undefined where it takes no part. */
  readonly opening: ReadonlyMap<string, OpeningFile> | undefined
}

const CONTRACT = '@latchkey/plugin-api'

/** Packages with side effects join only by a list of their own: most are hosts. */
const followsConvention = (manifest: Manifest) =>
  manifest.sideEffects === false &&
  (manifest.name?.startsWith('@latchkey/') === true ||
    manifest.latchkey !== undefined ||
    CONTRACT in { ...manifest.dependencies, ...manifest.peerDependencies })

function openingOf(manifest: Manifest, file: string): Package['opening'] {
  const own = manifest.latchkey?.opening
  if (own === undefined) return followsConvention(manifest) ? CONVENTION : undefined
  if (!Array.isArray(own) || own.some((name) => typeof name !== 'string' || !/^[\w.]+$/.test(name)))
    throw new ViteError(
      'vite.invalid_opening',
      `"latchkey.opening" in ${file} is ${JSON.stringify(own)}. Expected a list of names of ` +
        'modules that the package loads by import(), without folders and endings, like ["late"]. ' +
        "Correct it, or leave it out: then modules named 'late' and 'messages' are taken.",
    )
  return new Map(own.map((name: string) => [name, 'latchkey-late']))
}

/**
 * Finds the package of a module by the nearest package.json with a name, and remembers it.
 * @returns undefined for a module without a file, and for one without a package
 * @throws ViteError `vite.invalid_opening`
 */
export function createPackages(): (id: string) => Package | undefined {
  const known = new Map<string, Package | undefined>()
  const read = (dir: string): Package | undefined => {
    const file = join(dir, 'package.json')
    if (existsSync(file)) {
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
      if (manifest.name)
        return { pure: manifest.sideEffects === false, opening: openingOf(manifest, file) }
    }
    return dirname(dir) === dir ? undefined : find(dirname(dir))
  }
  const find = (dir: string) => {
    if (!known.has(dir)) known.set(dir, read(dir))
    return known.get(dir)
  }
  return (id) =>
    id.startsWith('\0') || !/^(?:\/|[a-z]:)/i.test(id) ? undefined : find(dirname(id))
}

/** `late` of `late.js` and of `late-37VPLQHR.js`, as bundlers name it. */
export const moduleName = (id: string): string =>
  id
    .replace(/[?#].*$/, '')
    .replace(/^.*[\\/]/, '')
    .replace(/\.[cm]?[jt]sx?$/, '')
    .replace(/-(?=[\w-]*[A-Z0-9])[\w-]{8}$/, '')
