import type { AssetNft } from '@latchkey/feature-assets'
import type { SendToken, SentTransaction } from '../api.js'

/** Digits of an item's number that are shown: some are hashes. */
const MAX_DIGITS = 12

const shortened = (text: string, most = MAX_DIGITS): string =>
  text.length > most ? `${text.slice(0, most / 2)}…${text.slice(-most / 2)}` : text

/** An NFT of the plugin `assets` as the form has it. */
export function nftToSendToken(nft: AssetNft): SendToken {
  const { contract, tokenId, standard, amount, collection, imageUrl } = nft
  const name = `${collection || nft.name || shortened(contract)} #${shortened(tokenId)}`
  return {
    address: contract,
    name,
    symbol: name,
    quantity: { decimals: 0, numeric: amount },
    ...(imageUrl && { iconUrl: imageUrl }),
    nft: { id: tokenId, standard },
  }
}

/** Whether there is one of it in all, so that nobody is asked how many. */
export const isUnique = (token: SendToken | undefined): boolean => token?.nft?.standard === 'erc721'

/** An NFT in words, with the pieces where there are several. `undefined`: it is an ordinary token. */
export const itemOf = ({ name, nft }: SendToken, value: bigint): string | undefined =>
  nft && (value > 1n ? `${value} × ${name}` : name)

/** Amount and symbol as texts take them. An NFT is told by its name and its number. */
export function shownParts({
  amount,
  symbol,
  item,
}: Pick<SentTransaction, 'amount' | 'symbol' | 'item'>): { amount: string; symbol: string } {
  const at = item?.lastIndexOf(' ') ?? -1
  return item === undefined || at < 0
    ? { amount, symbol }
    : { amount: item.slice(0, at), symbol: item.slice(at + 1) }
}
