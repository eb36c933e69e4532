import { type Route, refusal, route } from '@latchkey/service-kit/http'
import { type WalletSource, wallets } from '@latchkey/wallets'
import * as v from 'valibot'
import { type Images } from '../media/images.js'
import { type Picture, pictureResponse, readPicture } from '../media/picture.js'
import { FEATURE, configAnswer, textOf, walletsAnswer } from '../schemas.js'

/** Remote features by name: the shape that the option `remoteConfig` of a site takes. */
export type RemoteConfig = Readonly<Record<string, boolean | readonly string[] | null>>

const COUNT = (max: number) =>
  v.pipe(
    textOf(6),
    v.regex(/^[1-9]\d*$/, 'This must be a whole number above 0.'),
    v.transform(Number),
    v.maxValue(max, `This must be at most ${max}.`),
  )
/** Words with commas between them. */
const WORDS = v.pipe(
  textOf(2000),
  v.transform((text) => text.split(',').filter(Boolean)),
)
const IMAGE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
]

/**
 * The wallet list, pictures by id and the site's configuration, in the shapes that the options
 * `directory`, `imageUrl` and `remoteConfig` of the modal take.
 * @param images pictures of the host and of the tokens that it lists
 */
export const directoryRoutes = (config: RemoteConfig, images: Images): Route[] => {
  const directory = wallets()
  const walletPicture = async (id: string): Promise<Picture | undefined> => {
    const [wallet] = (await directory({ page: 1, count: 1, include: [id] })).wallets
    return wallet?.imageUrl === undefined ? undefined : readPicture(bytesOf(wallet.imageUrl))
  }
  const imageOf = async (id: string): Promise<Response> => {
    const picture = (await images.read(id)) ?? (await walletPicture(id))
    if (!picture) throw refusal(404, 'id', 'There is no picture of this id.')
    return pictureResponse(picture)
  }
  const image = { method: 'get', open: true, media: IMAGE_TYPES, failures: [404, 503] } as const
  return [
    walletsRoute(directory),
    route({
      ...image,
      path: '/v1/image/:id',
      summary: 'A picture by its id: of a wallet, of a listed token, or one that the host set.',
      params: v.object({ id: textOf(100) }),
      handle: ({ params }) => imageOf(params.id),
    }),
    route({
      ...image,
      path: '/v1/image/:kind/:id',
      summary: 'The same with its kind before it. The option `imageUrl` takes the URL /v1/image.',
      params: v.object({ kind: textOf(20), id: textOf(100) }),
      handle: ({ params }) => imageOf(params.id),
    }),
    route({
      method: 'get',
      path: '/v1/config',
      summary: 'Remote features. The option `remoteConfig` takes this URL.',
      answer: configAnswer,
      handle: () => v.parse(v.record(v.string(), FEATURE), config),
    }),
  ]
}

const walletsRoute = (directory: WalletSource): Route =>
  route({
    method: 'get',
    path: '/v1/wallets',
    summary: 'A page of the wallet directory. The option `directory` takes this URL.',
    query: v.object({
      search: v.optional(v.pipe(v.string('This must be text.'), v.maxLength(100))),
      page: v.optional(COUNT(100_000), '1'),
      count: v.optional(COUNT(100), '40'),
      include: v.optional(WORDS),
      exclude: v.optional(WORDS),
      namespaces: v.optional(WORDS),
    }),
    answer: walletsAnswer,
    handle: async ({ query: { search, page, count, include, exclude, namespaces } }) =>
      structuredClone(
        await directory({
          page,
          count,
          ...(search && { search }),
          ...(include && { include }),
          ...(exclude && { exclude }),
          ...(namespaces && { namespaces }),
        }),
      ) as v.InferOutput<typeof walletsAnswer>,
  })

const bytesOf = (link: string): Uint8Array => {
  const [head = '', body = ''] = link.split(/,(.*)/s)
  return /;base64$/i.test(head)
    ? Buffer.from(body, 'base64')
    : Buffer.from(decodeURIComponent(body))
}
