// Bundles the session client into the lazy chunk, without what nobody here uses, and its licences
// with it.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { writeNotices } from '../../../tools/build/notices.mjs'

/**
 * Whole packages that are imported and never called: algorand's and polkadot's hashes of
 * transactions, which this plugin does not tell the relay (blakejs, msgpack), the client's own
 * storage (this plugin brings one), and the socket for Node (a page has its own).
 */
const UNUSED = /^(blakejs|@msgpack\/msgpack|@walletconnect\/keyvaluestorage|ws)$/
/**
 * Modules that the universal provider and the client's helpers import and never call here: the
 * provider is given a client, a logger, and nodes of the kernel's.
 */
const UNUSED_BY_PROVIDER =
  /^(@walletconnect\/(sign-client|logger|relay-(api|auth))|cross-fetch|viem|bs58|uint8arrays|@scure\/base|blakejs|@msgpack\/msgpack)$/
/** Marks a file that is bundled a second time. */
const APART = '?apart'
const PROVIDER = /^@walletconnect\/universal-provider$/
/** Throws where one is called after all. */
const EMPTY =
  'module.exports = new Proxy({}, { get: (_, name) => (name === "__esModule" ? false : () ' +
  '=> { throw new Error(`${String(name)} is not in this bundle`) }) })'

/**
 * Gives the universal provider a copy of its own of what it shares with the session client. In a chunk
 * that both load, it would be one request more for every visitor who connects.
 * @param {Parameters<NonNullable<import('tsup').Options['esbuildPlugins']>[number]['setup']>[0]} build
 */
function keepApart(build) {
  build.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...rest }) => {
    if (pluginData?.isResolving) return undefined
    const isProvider = PROVIDER.test(path)
    if (!isProvider && !pluginData?.isApart) return undefined
    if (!isProvider && UNUSED_BY_PROVIDER.test(path))
      return { path: `${path}${APART}`, namespace: 'unused', sideEffects: false }
    const found = await build.resolve(path, { ...rest, pluginData: { isResolving: true } })
    if (found.external || found.namespace !== 'file') return found
    return { ...found, suffix: APART, sideEffects: false, pluginData: undefined }
  })
  // Only a file that a plugin loads tells its imports where they belong.
  build.onLoad({ filter: /.*/, namespace: 'file' }, async ({ path, suffix }) =>
    suffix === APART
      ? {
          contents: await readFile(path, 'utf8'),
          loader: path.endsWith('.json') ? 'json' : 'js',
          pluginData: { isApart: true },
        }
      : undefined,
  )
}

/** @returns {NonNullable<import('tsup').Options['esbuildPlugins']>[number]} */
export const relaySdk = () => ({
  name: 'relay-sdk',
  setup(build) {
    // With its packages' own replacements for pages.
    build.initialOptions.platform = 'browser'
    build.initialOptions.mainFields = ['browser', 'module', 'main']
    build.initialOptions.conditions = ['browser', 'module', 'import', 'default']
    build.initialOptions.metafile = true
    build.initialOptions.define = { ...build.initialOptions.define, global: 'globalThis' }
    keepApart(build)
    build.onResolve({ filter: UNUSED }, ({ path }) => ({
      path,
      namespace: 'unused',
      sideEffects: false,
    }))
    build.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: EMPTY }))
    build.onEnd(({ metafile }) =>
      writeNotices(
        fileURLToPath(new URL('..', import.meta.url)),
        Object.keys(metafile?.inputs ?? {}),
      ),
    )
  },
})
