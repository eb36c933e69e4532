import { createHmac, timingSafeEqual } from 'node:crypto'
import { refusal } from '@latchkey/service-kit/http'
import { type NftKey } from '../sources/source.js'

/** Names pictures of NFTs. Only names that this service gave out are read: nobody can use it as a proxy. */
export interface MediaIds {
  write(nft: NftKey): string
  /** @throws Refusal 404 */
  read(id: string): NftKey
}

const TAG_BYTES = 12

/** @param secret the same for all instances behind one address */
export function createMediaIds(secret: Uint8Array): MediaIds {
  const tagOf = (payload: Uint8Array): Buffer =>
    createHmac('sha256', secret).update('nft-media').update(payload).digest().subarray(0, TAG_BYTES)
  return {
    write({ chain, token, tokenId, standard }) {
      const payload = Buffer.from(JSON.stringify([chain, token, tokenId, standard]))
      return Buffer.concat([tagOf(payload), payload]).toString('base64url')
    },
    read(id) {
      const bytes = Buffer.from(id.slice(0, 1024), 'base64url')
      const [tag, payload] = [bytes.subarray(0, TAG_BYTES), bytes.subarray(TAG_BYTES)]
      if (tag.length < TAG_BYTES || !timingSafeEqual(tag, tagOf(payload)))
        throw refusal(404, 'id', 'There is no picture of this id. Take ids from the list of NFTs.')
      const [chain, token, tokenId, standard] = JSON.parse(payload.toString())
      return { chain, token, tokenId, standard }
    },
  }
}
