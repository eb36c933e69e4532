import { library } from '../../tools/build/tsup.mjs'

export default library({
  entry: ['src/index.ts', 'src/chain/networks.ts'],
  inline: ['src/chain/methods.ts'],
})
