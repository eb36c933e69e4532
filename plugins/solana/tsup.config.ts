import { library } from '../../tools/build/tsup.mjs'

export default library({
  entry: ['src/index.ts', 'src/describe.ts', 'src/kit.ts', 'src/web3js.ts'],
  inline: ['src/chain/methods.ts', 'src/objects/walletObjects.ts'],
})
