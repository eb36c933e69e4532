import { library } from '../../tools/build/tsup.mjs'

export default library({
  entry: ['src/index.ts', 'src/satsConnect/index.ts'],
  inline: [
    'src/chain/chains.ts',
    'src/chain/encoding.ts',
    'src/wallet/switching.ts',
    'src/wallet/untrusted.ts',
  ],
})
