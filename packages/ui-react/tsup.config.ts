import { library } from '../../tools/build/tsup.mjs'

export default library({
  entry: ['src/index.ts', 'src/kit/index.ts', 'src/elements/index.ts', 'src/testing/index.ts'],
  inline: [
    '@latchkey/plugin-api/namespaces',
    'src/kit/text/Address.tsx',
    'src/kit/text/Amount.tsx',
    'src/kit/text/amounts.ts',
    'src/kit/text/explorerLink.ts',
    'src/kit/text/useIdentity.ts',
    'src/session/context.ts',
    'src/views/connect/WithWallets.tsx',
    'src/views/help/rankStores.ts',
    'src/views/shared/useNamespaceLabel.ts',
  ],
})
