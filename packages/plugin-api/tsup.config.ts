import { library } from '../../tools/build/tsup.mjs'

// One file a module: bundlers put into a page's first chunk what is used there, and leave the rest
// to the chunks that use it.
export default library({
  // The first entry has a copy, so that the entry of its own imports nothing and can be copied too.
  inline: ['src/namespaces.ts'],
  entry: [
    'src/index.ts',
    'src/known.ts',
    'src/features.ts',
    'src/chain/caip.ts',
    'src/errors.ts',
    'src/secrets.ts',
    'src/tokens.ts',
    'src/amounts.ts',
    'src/describe.ts',
    'src/explorer.ts',
    'src/languages.ts',
    'src/links.ts',
    'src/lookalike/index.ts',
    'src/lookalike/addresses.ts',
    'src/lookalike/names.ts',
    'src/namespaces.ts',
    'src/nodes.ts',
    'src/origins.ts',
    'src/wallet/index.ts',
    'src/walletStandard/index.ts',
    'src/webLinks.ts',
  ],
  dts: {
    entry: [
      'src/index.ts',
      'src/amounts.ts',
      'src/describe.ts',
      'src/explorer.ts',
      'src/languages.ts',
      'src/links.ts',
      'src/lookalike/index.ts',
      'src/namespaces.ts',
      'src/nodes.ts',
      'src/origins.ts',
      'src/wallet/index.ts',
      'src/walletStandard/index.ts',
    ],
  },
})
