import { type Route, failedBody, isRefusal, refusal } from '@latchkey/service-kit/http'
import { type Context } from 'hono'
import type * as v from 'valibot'
import { REASONS } from '../contract/index.js'
import { shareProofs } from '../http/usedProofs.js'
import { hashOf } from '../secrets.js'
import { type KeeperContext } from './context.js'
import { type AnswerClaims, REQUEST_SECONDS, SIGNED_HEADER, requestClaims } from './contract.js'
import { inCommon } from './inCommon.js'
import { createSign, createVerify } from './signed.js'

interface Wanted<Body extends v.GenericSchema, Answer extends v.GenericSchema> {
  path: string
  body: Body
  answer: Answer
  summary: string
  /** @param seconds the time of the request, by the service's clock */
  run(body: v.InferOutput<Body>, seconds: number): Promise<v.InferOutput<Answer>>
}

type RequestClaims = v.InferOutput<typeof requestClaims>

/** @returns the claims of a request that is the service's, of this moment and not used before */
const createCheck = (context: KeeperContext) => {
  const { store, service, signing, metrics, log } = context
  const verify = createVerify('latchkey-keeper-request+jwt', service, requestClaims)
  const check = async (request: Context): Promise<RequestClaims> => {
    if (request.req.header('origin') !== undefined || request.req.header('sec-fetch-site'))
      throw refusal(403, REASONS.origin, 'No page may ask a keeper.')
    const claims = await verify(request.req.header(SIGNED_HEADER) ?? '').catch(() => {
      throw refusal(401, REASONS.signature, 'The request is not signed by a key of SERVICE_KEY.')
    })
    const isOfRequest =
      claims.path === request.req.path &&
      signing.some(({ kid }) => kid === claims.aud) &&
      claims.body === hashOf(await request.req.text())
    if (!isOfRequest)
      throw refusal(401, REASONS.signature, 'The signature is of another request or keeper.')
    if (Math.abs(Math.floor(context.now() / 1000) - claims.iat) > REQUEST_SECONDS)
      throw refusal(401, REASONS.proofTime, 'The clocks of the service and of the keeper differ.')
    const id = hashOf(`request ${claims.jti}`)
    const isFirst = await shareProofs(inCommon(store.db)).add(id, claims.iat + 2 * REQUEST_SECONDS)
    if (!isFirst) throw refusal(401, REASONS.signature, 'The request was used before.')
    return claims
  }
  return (request: Context): Promise<RequestClaims> =>
    check(request).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      metrics.count('refused_total', { reason: error.reason })
      log('warn', 'request.refused', { reason: error.reason })
      throw error
    })
}

interface Answered {
  status: number
  body: object
  headers?: Readonly<Record<string, string>>
}

/** Signs answers, each for its request. */
const createAnswer = ({ store, signing }: KeeperContext) => {
  const sign = createSign('latchkey-keeper-answer+jwt', signing)
  let database: string | undefined
  const readDatabase = async (): Promise<string> => {
    const row = await store.db.selectFrom('keeper').select('id').executeTakeFirstOrThrow()
    return (database = row.id)
  }
  return async (jti: string, { status, body, headers = {} }: Answered): Promise<Response> => {
    const text = JSON.stringify(body)
    const claims: AnswerClaims = {
      request: jti,
      status,
      body: hashOf(text),
      database: database ?? (await readDatabase()),
    }
    const own = { 'content-type': 'application/json', [SIGNED_HEADER]: await sign(claims) }
    return new Response(text, { status, headers: { ...headers, ...own } })
  }
}

/** Makes routes that only the service may ask, and whose answers it knows as the keeper's. */
export function createSignedRoutes(context: KeeperContext) {
  const { store, metrics } = context
  const check = createCheck(context)
  const answer = createAnswer(context)
  return <Body extends v.GenericSchema, Answer extends v.GenericSchema>({
    run,
    ...spec
  }: Wanted<Body, Answer>): Route => ({
    ...spec,
    method: 'post',
    open: true,
    failures: [401, 403, 404, 503],
    handle: ({ body, context: request }) =>
      store.guard(async () => {
        const { jti, iat } = await check(request)
        try {
          const done = (await run(body as v.InferOutput<Body>, iat)) as object
          return await answer(jti, { status: 200, body: done })
        } catch (error) {
          if (!isRefusal(error)) throw error
          const { reason, message, status, headers } = error
          metrics.count('refused_total', { reason })
          return answer(jti, { status, body: failedBody(reason, message), headers })
        }
      }),
  })
}
