import { type Route, failedBody, isRefusal, refusal } from '@latchkey/service-kit/http'
import { type Context } from 'hono'
import type * as v from 'valibot'
import { REASONS } from '../contract/index.js'
import { shareProofs } from '../http/usedProofs.js'
import { hashOf } from '../secrets.js'
import { type KeeperContext } from './context.js'
import { REQUEST_SECONDS, SIGNED_HEADER, answerClaims, requestClaims } from './contract.js'
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

/** Makes routes that only the service may ask, and whose answers it knows as the keeper's. */
export function createSignedRoutes(context: KeeperContext) {
  const { store, service, signing, metrics, log } = context
  const verify = createVerify('latchkey-keeper-request+jwt', service, requestClaims)
  const sign = createSign('latchkey-keeper-answer+jwt', signing)
  let database: string | undefined
  const readDatabase = async (): Promise<string> => {
    const row = await store.db.selectFrom('keeper').select('id').executeTakeFirstOrThrow()
    return (database = row.id)
  }

  /** @returns the claims of a request that is the service's, of this moment and not used before */
  const check = async (request: Context): Promise<v.InferOutput<typeof requestClaims>> => {
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
    const isFirst = await shareProofs(inCommon(store.db)).add(
      hashOf(`request ${claims.jti}`),
      claims.iat + 2 * REQUEST_SECONDS,
    )
    if (!isFirst) throw refusal(401, REASONS.signature, 'The request was used before.')
    return claims
  }
  const answer = async (
    jti: string,
    status: number,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> => {
    const text = JSON.stringify(body)
    const claims: v.InferOutput<typeof answerClaims> = {
      request: jti,
      status,
      body: hashOf(text),
      database: database ?? (await readDatabase()),
    }
    return new Response(text, {
      status,
      headers: {
        ...headers,
        'content-type': 'application/json',
        [SIGNED_HEADER]: await sign(claims),
      },
    })
  }
  const checkCounted: typeof check = (request) =>
    check(request).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
      metrics.count('refused_total', { reason: error.reason })
      log('warn', 'request.refused', { reason: error.reason })
      throw error
    })
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
        const { jti, iat } = await checkCounted(request)
        try {
          return await answer(jti, 200, (await run(body as v.InferOutput<Body>, iat)) as object)
        } catch (error) {
          if (!isRefusal(error)) throw error
          metrics.count('refused_total', { reason: error.reason })
          const failed = failedBody(error.reason, error.message)
          return answer(jti, error.status, failed, error.headers)
        }
      }),
  })
}
