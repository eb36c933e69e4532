import { library } from '../../tools/build/tsup.mjs'

export default library({
  entry: ['src/index.ts', 'src/kit/index.ts', 'src/elements/index.ts', 'src/testing/index.ts'],
  inline: ['src/views/connect/WithWallets.tsx', 'src/views/shared/useNamespaceLabel.ts'],
})
