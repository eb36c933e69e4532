// The doors of a package: what its package.json lets others import.

const CONDITIONS = ['@latchkey/source', 'types', 'import', 'default']

/** The first file a conditional target names, our own sources first. */
const pick = (target) => {
  if (typeof target === 'string') return target
  if (Array.isArray(target)) return target.map(pick).find(Boolean)
  if (!target) return undefined
  return CONDITIONS.filter((condition) => condition in target)
    .map((condition) => pick(target[condition]))
    .find(Boolean)
}

/** Every file that a conditional target names. */
const all = (target) =>
  typeof target === 'string' ? [target] : Object.values(target ?? {}).flatMap(all)

const doorsOf = (manifest) => {
  const { exports } = manifest
  if (exports === undefined) return manifest.main ? { '.': manifest.main } : {}
  const isMap =
    typeof exports === 'object' &&
    exports !== null &&
    Object.keys(exports).some((key) => key.startsWith('.'))
  return isMap ? exports : { '.': exports }
}

/**
 * The file behind a door, or undefined where there is none.
 * @param {Record<string, any>} manifest
 * @param {string} subpath `.`, `./kit`
 */
export const matchExport = (manifest, subpath) => {
  const doors = doorsOf(manifest)
  if (subpath in doors) return pick(doors[subpath])
  for (const [door, target] of Object.entries(doors)) {
    const [before, after] = door.split('*')
    if (after === undefined || !subpath.startsWith(before) || !subpath.endsWith(after)) continue
    return pick(target)?.replace('*', subpath.slice(before.length, subpath.length - after.length))
  }
  return undefined
}

/** Every file that package.json names as a way in: exports, main, module, types, bin. */
export const entryPaths = (manifest) =>
  [
    ...all(manifest.exports),
    ...all(manifest.bin),
    manifest.main,
    manifest.module,
    manifest.types,
  ].filter((path) => typeof path === 'string')

/** The door that a file is behind: `./kit` for src/kit/index.ts. */
export const doorTo = (manifest, path) =>
  Object.entries(doorsOf(manifest)).find(([, target]) => all(target).includes(path))?.[0]
