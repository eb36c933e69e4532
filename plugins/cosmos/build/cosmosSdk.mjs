// Bundles what is used of cosmjs into lazy chunks, and its licences with it.
import { fileURLToPath } from 'node:url'
import { writeNotices } from '../../../tools/build/notices.mjs'

/** The modules of stargate that src/sdk uses. Its index is CommonJS and loads all: signers, staking, IBC, a word list of 24 words. */
const USED = ['./queryclient', './modules/auth/queries', './modules/bank/queries']

/** @returns {NonNullable<import('tsup').Options['esbuildPlugins']>[number]} */
export const cosmosSdk = () => ({
  name: 'cosmos-sdk',
  setup(build) {
    build.initialOptions.platform = 'browser'
    build.initialOptions.mainFields = ['browser', 'module', 'main']
    build.initialOptions.conditions = ['browser', 'module', 'import', 'default']
    build.initialOptions.metafile = true
    build.onLoad({ filter: /@cosmjs[\\/]stargate[\\/]build[\\/]index\.js$/ }, () => ({ contents: `Object.assign(exports, ${USED.map((path) => `require(${JSON.stringify(path)})`).join(', ')})` }))
    build.onEnd(({ metafile }) => writeNotices(fileURLToPath(new URL('..', import.meta.url)), Object.keys(metafile?.inputs ?? {})))
  },
})
