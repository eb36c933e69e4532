import { rangesOf, readTree, requireEmpty, writeTree } from '@latchkey/create-kit'
import { fileURLToPath } from 'node:url'
import { toChains, toFeatures, toFramework, toPlace, type Place } from './checks.js'
import type { Chosen } from './choices.js'
import { requireNetwork } from './network.js'
import { render } from './render.js'
import { tarballsIn } from './tarballs.js'

/** Options of {@link createApp}. */
export interface CreateOptions extends Chosen {
  /** The name of the package; `.`: named after the folder, which is the working folder then. */
  readonly name: string
  /** The new or empty folder; named after the package if left out. */
  readonly dir?: string
  /** Whether the page is made without asking whether the registry can be reached. Default false. */
  readonly offline?: boolean
  /** A folder of packed packages, which are taken in the place of those on npm. */
  readonly tarballs?: string
  /** Version ranges of `@latchkey` packages by name; those of this release if left out. */
  readonly ranges?: Readonly<Record<string, string>>
}
/** The page that {@link createApp} wrote. */
export interface CreatedApp extends Place {
  /** Paths below the folder with slashes, sorted. */
  readonly files: readonly string[]
}

const templatesOf = (folder: string): string =>
  fileURLToPath(new URL(`../templates/${folder}`, import.meta.url))

/**
 * Makes a page with a wallet button that installs, runs, is typed and passes a test of its own. It
 * writes only into a new or empty folder, and removes what it wrote where something fails.
 * @throws CreateError
 * @example await createApp({ name: 'my-shop', framework: 'vue', chains: ['evm'], features: ['send'] })
 */
export async function createApp({
  name,
  dir,
  offline = false,
  tarballs,
  ranges,
  ...wanted
}: CreateOptions): Promise<CreatedApp> {
  const framework = toFramework(wanted.framework)
  const chosen = {
    framework,
    chains: toChains(wanted.chains),
    features: toFeatures(wanted.features),
  }
  const place = toPlace(name, dir)
  await requireEmpty(place.folder)
  const packed = tarballs === undefined ? {} : await tarballsIn(tarballs)
  if (!offline) await requireNetwork()
  const template = new Map([
    ...(await readTree(templatesOf('shared'))),
    ...(await readTree(templatesOf(framework))),
  ])
  const versions = ranges ?? (await rangesOf(new URL('../package.json', import.meta.url)))
  const files = render(template, place.name, chosen, { ranges: versions, packed })
  await writeTree(place.folder, files)
  return { ...place, files: [...files.keys()].sort() }
}
