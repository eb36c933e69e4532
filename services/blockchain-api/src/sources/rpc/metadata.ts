import { encodeFunctionData, erc1155Abi, erc721Abi, type Hex } from 'viem'
import { type FetchDocument } from '../../media/fetcher.js'
import { type MetadataQuery, type NftMetadata } from '../source.js'
import { type Node, readText } from './calls.js'
import { turnOf } from './nodes.js'

const MAX_TEXT = 1000
const MAX_TRAITS = 100

/** Asks the contract where its description is, and reads that. */
export async function fetchMetadata(
  node: Node,
  fetchDocument: FetchDocument,
  { token, tokenId, standard, signal }: MetadataQuery,
): Promise<NftMetadata | undefined> {
  const id = BigInt(tokenId)
  const data =
    standard === 'erc721'
      ? encodeFunctionData({ abi: erc721Abi, functionName: 'tokenURI', args: [id] })
      : encodeFunctionData({ abi: erc1155Abi, functionName: 'uri', args: [id] })
  // The link itself may be a whole picture in `data:`.
  const link = readText(await node.callOne({ to: token as Hex, data }, turnOf(signal)))
  if (!link) return undefined
  // ERC-1155: the id in 64 hex digits takes the place of {id}.
  const hexId = id.toString(16).padStart(64, '0')
  const { bytes } = await fetchDocument(link.replaceAll('{id}', hexId), signal)
  return readMetadata(Buffer.from(bytes).toString('utf8'))
}

/** Reads the JSON of ERC-721 and ERC-1155; whatever does not fit is left out. */
export function readMetadata(json: string): NftMetadata | undefined {
  const value = parse(json)
  if (!isRecord(value)) return undefined
  const image = [value.image, value.image_url].find((link) => typeof link === 'string')
  const attributes = Array.isArray(value.attributes) ? value.attributes : []
  return {
    name: textOf(value.name),
    description: textOf(value.description),
    ...(typeof image === 'string' && { image }),
    traits: attributes.slice(0, MAX_TRAITS).flatMap((trait: unknown) => {
      if (!isRecord(trait)) return []
      const name = textOf(trait.trait_type)
      return name ? [{ name, value: textOf(trait.value) }] : []
    }),
  }
}

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    ? String(value).slice(0, MAX_TEXT)
    : ''
