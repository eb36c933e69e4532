import { library } from '../../tools/build/tsup.mjs'
import { tsyringe } from './build/tsyringe.mjs'

export default library({
  entry: ['src/index.ts'],
  // Bundled, so that no host needs a Reflect polyfill, tslib, or a second copy of the container.
  noExternal: ['tsyringe'],
  esbuildPlugins: [tsyringe()],
})
