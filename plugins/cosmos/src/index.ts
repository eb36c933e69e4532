export type {
  AminoSignDoc,
  CosmosAccount,
  CosmosApi,
  CosmosProvider,
  CosmosSignature,
  DirectSignDoc,
} from './api.js'
export type { CosmosNetwork } from './chain/chains.js'
export { cosmos } from './plugin.js'
export type { CosmosOptions } from './plugin.js'
