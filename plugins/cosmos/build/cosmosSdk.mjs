// Bundles what is used of cosmjs into lazy chunks, and its licences with it.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { writeNotices } from '../../../tools/build/notices.mjs'

/**
 * The modules that src/sdk uses of each package. Their indexes are CommonJS and load all: signers,
 * staking, IBC, a list of words for mnemonics, and of encoding the bech32 that fails with newer
 * versions of its own dependency.
 */
const USED = {
  stargate: ['./queryclient', './modules/auth/queries', './modules/bank/queries'],
  encoding: ['./ascii'],
}

/** @returns {NonNullable<import('tsup').Options['esbuildPlugins']>[number]} */
export const cosmosSdk = () => ({
  name: 'cosmos-sdk',
  setup(build) {
    build.initialOptions.platform = 'browser'
    build.initialOptions.mainFields = ['browser', 'module', 'main']
    build.initialOptions.conditions = ['browser', 'module', 'import', 'default']
    build.initialOptions.metafile = true
    build.onLoad(
      { filter: /@cosmjs[\\/](stargate|encoding)[\\/]build[\\/]index\.js$/ },
      ({ path }) => {
        const parts = /@cosmjs[\\/]encoding[\\/]build/.test(path) ? USED.encoding : USED.stargate
        return {
          contents: `Object.assign(exports, ${parts.map((part) => `require(${JSON.stringify(part)})`).join(', ')})`,
        }
      },
    )
    // Its source maps lead out of its folder: whose code it is could not be told from ours.
    build.onLoad({ filter: /[\\/]cosmjs-types[\\/].*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/^\/\/# sourceMappingURL=.*$/m, ''),
    }))
    build.onEnd(({ metafile }) =>
      writeNotices(
        fileURLToPath(new URL('..', import.meta.url)),
        Object.keys(metafile?.inputs ?? {}),
      ),
    )
  },
})
