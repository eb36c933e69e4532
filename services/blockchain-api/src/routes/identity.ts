import { type Route, refusal, route } from '@latchkey/service-kit/http'
import { type Account, readAccounts } from '../accounts.js'
import { type ApiContext } from '../context.js'
import { pictureResponse } from '../media/picture.js'
import { chainIdOf } from '../names/coinTypes.js'
import { nameOf } from '../names/profile.js'
import { brokenRule, readNormal, zoneOf } from '../names/rules.js'
import * as schemas from '../names/schemas.js'
import { type NameRow } from '../store/store.js'

/** The owner may choose another picture, or give the name back. */
const AVATAR_SECONDS = 300
const IMAGE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
]

/** The name and the picture that an address goes by. */
export const identityRoutes = (context: ApiContext): Route[] => [
  identityRoute(context),
  avatarRoute(context),
]

const identityRoute = (context: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/identity/:address',
    summary:
      "The name of an address: this service's own, else that of ENS, if it leads back to it.",
    params: schemas.addressParams,
    query: schemas.identityQuery,
    answer: schemas.identityAnswer,
    failures: [404, 503],
    async handle({ params }) {
      const accounts = readAccounts(context.chains, 'address', params.address)
      const [{ address, family }] = accounts
      if (family !== 'eip155') throw noName()
      const own = (await context.registry.ofAddress(address)).find((row) => isHis(row, accounts))
      if (own) return identityOf(nameOf(own), own.attributes.avatar)
      const { ens } = context
      const name = ens && (await readEns(() => ens.nameOf(address)))
      if (name === undefined) throw noName()
      const { avatar } = await readEns(() => ens!.attributesOf(name))
      return identityOf(name, avatar)
    },
  })

const noName = () => refusal(404, 'address', 'This address has no name.')

/** On another chain than its own the same address may be another person's contract. */
const isHis = ({ byKey, coinType }: NameRow, accounts: readonly Account[]): boolean =>
  byKey || accounts.every(({ chain }) => chain.id === chainIdOf(coinType))

const identityOf = (name: string, avatar: string | undefined) => ({
  name,
  avatar: avatar === undefined ? null : `/v1/profile/avatar/${encodeURIComponent(name)}`,
})

const avatarRoute = (context: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/profile/avatar/:name',
    summary: 'The picture of a name. A page asks no other host for it.',
    // An <img> sends neither a project nor, in most cases, an origin.
    open: true,
    params: schemas.nameParams,
    media: IMAGE_TYPES,
    failures: [404, 503],
    async handle({ params }) {
      const link = await avatarOf(context, readNormal(params.name))
      const picture = link === undefined ? undefined : await context.avatars.read(link, link)
      if (!picture) throw refusal(404, 'name', 'This name has no picture that can be shown.')
      return pictureResponse(picture, AVATAR_SECONDS)
    },
  })

/** An NFT as an avatar (ENSIP-12) is not a link, and has no picture here. */
const avatarOf = async (context: ApiContext, name: string): Promise<string | undefined> => {
  const { registry, ens } = context
  const zone = zoneOf(registry.zones, name)
  if (zone) {
    const label = name.slice(0, -zone.name.length - 1)
    if (brokenRule(label) !== undefined) return undefined
    return (await registry.find({ zone, label, name }))?.attributes.avatar
  }
  return ens && (await readEns(() => ens.attributesOf(name))).avatar
}

/** @throws Refusal 503 where the nodes or gateways of ENS do not answer */
export async function readEns<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch {
    throw refusal(503, 'ens', 'ENS cannot be asked now. Ask again later.')
  }
}
