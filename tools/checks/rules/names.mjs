// Patterns of packages and folders, for the import rules.
import { PATTERNS } from './packages.mjs'

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

export const CONTRACT = '^packages/plugin-api/'
export const KERNEL = '^packages/kernel/src/'
export const UI = '^packages/ui-react/src/'
/** A plugin's own folder is the first group. */
export const PLUGIN = '^(plugins/_template/[^/]+|plugins/[^/]+)/src/'
export const LIBRARY = '^((?:packages|plugins/_template|plugins)/[^/]+)/src/'
/** Where chain SDKs may be imported statically. */
export const SDK_HOME = [`${LIBRARY}sdk/`, `${LIBRARY}adapter\\.ts$`, `${LIBRARY}.*/adapter\\.ts$`]
/** A library on top of a chain SDK, whole: who imports it reaches it by import(), is a test, or runs on a server. */
export const SDK_LIBRARY = '^packages/(?:smart-account|testing)/src/'
/** A path that leads to nothing: the compiler reports it. */
export const BROKEN = '^\\.{1,2}/'
export const { unit: UNIT, shipped: SHIPPED, test: TEST } = PATTERNS

export const isSdkHome = (file) => SDK_HOME.some((home) => new RegExp(home).test(file))

/** A package by name, whether it is installed or not; a trailing `*` stands for any ending. */
export const npm = (name) =>
  name.endsWith('*')
    ? `(?:^|node_modules/)${escape(name.slice(0, -1))}`
    : `(?:^|node_modules/)${escape(name)}(?:/|$)`

/** One entry of a package: its main file, or the file that is called like the entry. */
export const entry = (name, path) =>
  path
    ? `(?:^|node_modules/)${escape(name)}/(?:esm/)?${escape(path)}(?:\\.|$)`
    : `(?:^|node_modules/)${escape(name)}(?:$|/index\\.)`

/** A library by name; a package of the workspace by its folder. */
export const library = (packages, name) => {
  const dir = packages.find((pkg) => pkg.name === name)?.dir
  return dir ? `^${escape(dir)}/` : npm(name)
}

/** The files behind some doors of plugin-api, such as `./links`. */
export const contractDoors = (packages, ...doors) => {
  const exports = packages.find(({ dir }) => dir === 'packages/plugin-api')?.manifest.exports ?? {}
  return doors
    .map((door) => exports[door]?.['@latchkey/source'])
    .filter(Boolean)
    .map((file) => `${CONTRACT}${escape(file.slice(2))}$`)
}
