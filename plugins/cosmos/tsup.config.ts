import { library } from '../../tools/build/tsup.mjs'
import { cosmosSdk } from './build/cosmosSdk.mjs'

export default library({
  entry: ['src/index.ts', 'src/chain/networks.ts'],
  inline: ['src/chain/adr36.ts'],
  // Bundled into lazy chunks: a host installs no @cosmjs, whose range takes in a codec that it
  // cannot work with.
  noExternal: [/^(?!@latchkey\/)/],
  esbuildPlugins: [cosmosSdk()],
})
