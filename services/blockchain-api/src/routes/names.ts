import { type Route, refusal, route } from '@latchkey/service-kit/http'
import { readAccounts } from '../accounts.js'
import { type ApiContext } from '../context.js'
import { ETHEREUM } from '../names/coinTypes.js'
import { profileOf } from '../names/profile.js'
import { brokenRule, readNormal, zoneOf } from '../names/rules.js'
import * as schemas from '../names/schemas.js'
import { readEns } from './identity.js'

/** Endings of names that another service gives out: they are never asked of ENS. */
const FOREIGN_ENDING = /\.(?:reown|wcn)\.id$/
const WRITE_FAILURES = [401, 409, 503] as const

/** Names that this service gives out: their reading, and their owners' changes. */
export const nameRoutes = (context: ApiContext): Route[] => [
  profileRoute(context),
  reverseRoute(context),
  suggestionRoute(context),
  registerRoute(context),
  changeRoute(context),
  releaseRoute(context),
]

const profileRoute = (context: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/profile/account/:name',
    summary: 'Where a name leads: one of this service, or of ENS.',
    params: schemas.nameParams,
    query: schemas.nameQuery,
    answer: schemas.profileAnswer,
    failures: [404, 503],
    handle: async ({ params }) => readProfile(context, readNormal(params.name)),
  })

const readProfile = async (context: ApiContext, name: string): Promise<schemas.Profile> => {
  const { registry, ens } = context
  const zone = zoneOf(registry.zones, name)
  if (zone) {
    const label = name.slice(0, -zone.name.length - 1)
    const row =
      brokenRule(label) === undefined ? await registry.find({ zone, label, name }) : undefined
    if (!row) throw noSuchName()
    return profileOf(row)
  }
  if (!ens || FOREIGN_ENDING.test(name) || !name.includes('.')) throw noSuchName()
  const address = await readEns(() => ens.addressOf(name))
  if (address === undefined) throw noSuchName()
  return {
    name,
    zone: null,
    registered_at: null,
    addresses: { [ETHEREUM]: { address, created_at: null } },
    attributes: await readEns(() => ens.attributesOf(name)),
  }
}

const noSuchName = () => refusal(404, 'name', 'There is no such name.')

const reverseRoute = (context: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/profile/reverse/:address',
    summary: 'The names that this service gave to an address.',
    params: schemas.addressParams,
    answer: schemas.reverseAnswer,
    failures: [404],
    async handle({ params }) {
      if (context.registry.zones.size === 0) throw noNames()
      const [{ address }] = readAccounts(context.chains, 'address', params.address)
      return (await context.registry.ofAddress(address)).map(profileOf)
    },
  })

const noNames = () => refusal(404, 'name', 'This service gives out no names.')

const suggestionRoute = ({ registry }: ApiContext): Route =>
  route({
    method: 'get',
    path: '/v1/profile/suggestions/:name',
    summary: 'Names near to one that are free, the name itself first where it is.',
    params: schemas.suggestionParams,
    query: schemas.suggestionQuery,
    answer: schemas.suggestionsAnswer,
    failures: [404],
    async handle({ params, query }) {
      const zone = registry.zones.get(query.zone)
      if (!zone) throw refusal(404, 'zone', 'This service gives out no names of this zone.')
      if (zone.isClosed) throw refusal(403, 'zone', `No new names of ${zone.name} are given out.`)
      const names = await registry.suggest(zone, params.name)
      return { suggestions: names.map((name) => ({ name })) }
    },
  })

const registerRoute = ({ registry }: ApiContext): Route =>
  route({
    method: 'post',
    path: '/v1/profile/account',
    summary:
      'Gives a name to whoever signs first: {"name","attributes":{},"timestamp"} as JSON text, timestamp in seconds.',
    body: schemas.signedBody,
    answer: schemas.doneAnswer,
    failures: WRITE_FAILURES,
    failureAnswers: { 409: schemas.takenAnswer },
    handle: async ({ body, context }) => ({
      success: true as const,
      name: await registry.register(body, context),
    }),
  })

const changeRoute = ({ registry }: ApiContext): Route =>
  route({
    method: 'put',
    path: '/v1/profile/account/:name',
    summary:
      'Sets what the owner says: {"action":"update","name","attributes","timestamp"} as JSON text, signed.',
    params: schemas.nameParams,
    body: schemas.signedBody,
    answer: schemas.doneAnswer,
    failures: [401, 404, 503],
    handle: async ({ params, body, context }) => ({
      success: true as const,
      name: await registry.change(params.name, body, context),
    }),
  })

const releaseRoute = ({ registry }: ApiContext): Route =>
  route({
    method: 'delete',
    path: '/v1/profile/account/:name',
    summary:
      'Gives a name back: {"action":"release","name","timestamp"} as JSON text, signed. It rests for 30 days.',
    params: schemas.nameParams,
    body: schemas.signedBody,
    answer: schemas.doneAnswer,
    failures: [401, 404, 503],
    handle: async ({ params, body, context }) => ({
      success: true as const,
      name: await registry.release(params.name, body, context),
    }),
  })
