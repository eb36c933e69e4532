/**
 * The tokens and NFTs of an account, in the Account view's tabs and as data for other plugins.
 * @packageDocumentation
 */
export type {
  ApprovalsState,
  AssetApproval,
  AssetNft,
  AssetsApi,
  AssetsState,
  AssetToken,
  NftAction,
  NftsState,
  Revocation,
  SpamReason,
  TokenAction,
} from './api.js'
export type { AssetsOptions, ListedToken } from './options.js'
export { assets } from './plugin.js'
