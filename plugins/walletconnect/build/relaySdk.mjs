// Bundles the session client into the lazy chunk, without what nobody here uses, and its licences with it.
import { fileURLToPath } from 'node:url'
import { writeNotices } from '../../../tools/build/notices.mjs'

/**
 * Whole packages that are imported and never called: algorand's and polkadot's hashes of transactions, which this plugin does not tell the relay (blakejs, msgpack),
 * the client's own storage (this plugin brings one), and the socket for Node (a page has its own).
 */
const UNUSED = /^(blakejs|@msgpack\/msgpack|@walletconnect\/keyvaluestorage|ws)$/
/** Throws where one is called after all. */
const EMPTY =
  'module.exports = new Proxy({}, { get: (_, name) => (name === "__esModule" ? false : () => { throw new Error(`${String(name)} is not in this bundle`) }) })'

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
