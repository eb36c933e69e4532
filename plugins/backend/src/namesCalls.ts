// The calls for names of the site.
import { isLatchkeyError, type HttpClient } from '@latchkey/plugin-api'
import type { Get } from './marketCalls.js'
import { checkDone, identityOf, nameOf, namesOf, refusalIn, suggestionsOf } from './namesAnswers.js'
import type { NameCalls, SignedNameText } from './namesTypes.js'

const VERSION = 2

/** A name that nobody has is an answer, and no failure. */
function unlessMissing(error: unknown): undefined {
  if (isLatchkeyError(error, 'http.status') && error.context.status === 404) return undefined
  throw error
}

const refusalOf: NameCalls['refusalOf'] = async (error) => {
  if (!isLatchkeyError(error, 'http.status') || !(error.cause instanceof Error)) return undefined
  try {
    return refusalIn(JSON.parse(error.cause.message))
  } catch {
    return undefined
  }
}

/** The fields of the server, and no others that the caller's object has. */
const bodyOf = ({ coin_type, address, message, signature }: SignedNameText) => ({
  body: { coin_type, address, message, signature },
  schema: checkDone,
})

export const createNameCalls = (
  get: Get,
  client: Pick<HttpClient, 'post' | 'put' | 'delete'>,
  baseUrl: string,
): NameCalls => ({
  getName: (query) =>
    get(`v1/profile/account/${encodeURIComponent(query.name)}`, nameOf(query.name), query, {
      apiVersion: VERSION,
    }).catch(unlessMissing),
  getNamesOf: (query) =>
    get(`v1/profile/reverse/${encodeURIComponent(query.address)}`, namesOf(query.address), query),
  getNameSuggestions: (query) =>
    get(
      `v1/profile/suggestions/${encodeURIComponent(query.name)}`,
      suggestionsOf(query.zone),
      query,
      { zone: query.zone },
    ),
  getIdentity: (query) =>
    get(`v1/identity/${encodeURIComponent(query.address)}`, identityOf(baseUrl), query, {
      sender: query.sender,
    }).catch(unlessMissing),
  registerName: (signed, options) =>
    client.post('v1/profile/account', { ...bodyOf(signed), ...options }),
  changeName: (name, signed, options) =>
    client.put(`v1/profile/account/${encodeURIComponent(name)}`, { ...bodyOf(signed), ...options }),
  releaseName: (name, signed, options) =>
    client.delete(`v1/profile/account/${encodeURIComponent(name)}`, {
      ...bodyOf(signed),
      ...options,
    }),
  refusalOf,
})
