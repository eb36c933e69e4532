import type { AssetNft } from '../api.js'
import { addressKey } from '../tokens/tokenKey.js'

/** The same text for the same NFT. */
export const nftKey = ({ contract, tokenId }: Pick<AssetNft, 'contract' | 'tokenId'>): string =>
  `${addressKey(contract)}:${tokenId}`
