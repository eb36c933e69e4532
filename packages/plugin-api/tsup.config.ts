import { library } from '../../tools/build/tsup.mjs'

// One file a module: bundlers put into a page's first chunk what is used there, and leave the rest to the chunks that use it.
export default library({
  entry: [
    'src/index.ts',
    'src/known.ts',
    'src/features.ts',
    'src/caip.ts',
    'src/errors.ts',
    'src/describe.ts',
    'src/links.ts',
    'src/nodes.ts',
    'src/origins.ts',
    'src/walletEdge.ts',
  ],
  dts: {
    entry: [
      'src/index.ts',
      'src/describe.ts',
      'src/links.ts',
      'src/nodes.ts',
      'src/origins.ts',
      'src/walletEdge.ts',
    ],
  },
})
