import { library } from '../../tools/build/tsup.mjs'
import { relaySdk } from './build/relaySdk.mjs'

export default library({
  entry: ['src/index.ts'],
  inline: [
    '@latchkey/plugin-api/links',
    'src/links/environment.ts',
    'src/links/links.ts',
    'src/links/platforms.ts',
    'src/pairing/machine.ts',
  ],
  // Bundled into the lazy chunk without the parts that nobody here uses: 11 kB gzip less, and a
  // host installs none of its thirty packages.
  noExternal: [/^(?!@latchkey\/|react|uqr)/],
  esbuildPlugins: [relaySdk()],
})
