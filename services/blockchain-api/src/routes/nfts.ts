import { inTime } from '@latchkey/service-kit'
import { type Route, badInput, isRefusal, refusal, route } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { readAccounts } from '../accounts.js'
import { type ApiContext } from '../context.js'
import { pictureResponse, readPicture } from '../media/picture.js'
import { ACCOUNT, CHAIN_ID, CURSOR, nftsAnswer, textOf } from '../schemas.js'
import { mediaPath } from './history.js'
import { readPart } from './pages.js'

type Nft = v.InferOutput<typeof nftsAnswer>['data'][number]

/** A page of NFTs does not wait longer for descriptions; they are there at the next asking. */
const PATIENCE_MS = 3000
const MEDIA_MS = 6000

export const nftRoutes = (context: ApiContext): Route[] => [listRoute(context), mediaRoute(context)]

const listRoute = (context: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/account/:address/nfts',
    summary: 'The NFTs of an account, 50 a page, one chain after another.',
    params: v.object({ address: ACCOUNT }),
    query: v.object({ cursor: v.optional(CURSOR), chainId: v.optional(CHAIN_ID) }),
    answer: nftsAnswer,
    failures: [503],
    async handle({ params, query }) {
      const accounts = readAccounts(context.chains, 'address', params.address, query.chainId)
      const asked = accounts.filter(({ chain }) => context.pool.has('nfts', chain.id))
      if (asked.length === 0)
        throw badInput('chainId', 'No source here has the NFTs of this chain. Ask for another one.')
      const { data, next } = await readPart(
        context,
        'nfts',
        asked,
        query.cursor,
        async (item, { chain }): Promise<Nft> => {
          const key = { chain: chain.id, ...item }
          const known = context.pool.has('metadata', chain.id)
            ? await inTime(PATIENCE_MS, () => context.metadata(key)).catch(() => undefined)
            : undefined
          return {
            chainId: chain.id,
            contract: `${chain.id}:${item.token}`,
            tokenId: item.tokenId,
            standard: item.standard,
            amount: item.amount,
            collection: item.collection,
            name: known?.name ?? '',
            description: known?.description ?? '',
            traits: [...(known?.traits ?? [])],
            imageUrl: known?.image === undefined ? '' : mediaPath(context.mediaIds.write(key)),
            flags: { is_spam: item.spam },
          }
        },
      )
      return { data, next }
    },
  })

const mediaRoute = (context: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/nft-media/:id',
    summary: 'The picture of an NFT, by its id in the list. A page asks no other host for it.',
    // An <img> sends neither a project nor, in most cases, an origin; the id was given out here.
    open: true,
    params: v.object({ id: textOf(1024) }),
    media: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'],
    failures: [404, 503],
    async handle({ params }) {
      const nft = context.mediaIds.read(params.id)
      const picture = await inTime(MEDIA_MS, async (signal) => {
        const { image } = (await context.metadata(nft)) ?? {}
        return image === undefined
          ? undefined
          : readPicture((await fetchInTurn(context, image, signal)).bytes)
      }).catch((error: unknown) => {
        if (isRefusal(error)) throw error
        return undefined
      })
      if (!picture) throw refusal(404, 'id', 'This NFT has no picture that can be shown.')
      return pictureResponse(picture)
    },
  })

const fetchInTurn = ({ fetchDocument, queue }: ApiContext, link: string, signal: AbortSignal) =>
  queue.run(() => fetchDocument(link, signal), signal)
