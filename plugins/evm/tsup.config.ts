import { library } from '../../tools/build/tsup.mjs'

export default library({
  entry: ['src/index.ts', 'src/describe.ts', 'src/connectors/index.ts'],
  inline: ['src/chain/chainId.ts', 'src/chain/errorCodes.ts', 'src/chain/nodes.ts'],
})
