import { createPublicKey, verify } from 'node:crypto'
import { refusal } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { PROOF_SECONDS, REASONS, TIME_HEADER } from '../contract/index.js'
import { hashOf } from '../secrets.js'
import { type UsedProofs } from './usedProofs.js'

const claims = v.object({
  jti: v.pipe(v.string(), v.minLength(16), v.maxLength(128)),
  htm: v.string(),
  htu: v.string(),
  iat: v.pipe(v.number(), v.safeInteger()),
  ath: v.optional(v.string()),
})
/** Another member of the key could be a private one, or name a key that is fetched. */
const header = v.strictObject({
  typ: v.literal('dpop+jwt'),
  alg: v.literal('ES256'),
  jwk: v.strictObject({
    kty: v.literal('EC'),
    crv: v.literal('P-256'),
    x: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
    y: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  }),
})
const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/
const parse = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())

/**
 * Reads a proof (RFC 7515, compact) and checks its signature. Node's own functions do it in the thread:
 * jose hands each step to another one, which took most of the time of a request.
 * @returns the claims, and the thumbprint of the key (RFC 7638)
 * @throws where it is not a proof, or its signature is of another key
 */
function readProof(proof: string) {
  const [, head = '', body = '', signature = ''] = COMPACT.exec(proof) ?? []
  const { jwk } = v.parse(header, parse(head))
  const { kty, crv, x, y } = jwk
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${body}`)
  const by = { key, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', signed, by, Buffer.from(signature, 'base64url')))
    throw new Error('The signature is of another key.')
  return { claims: v.parse(claims, parse(body)), jkt: hashOf(JSON.stringify({ crv, kty, x, y })) }
}

export interface ProvenRequest {
  method: string
  /** Origin and path, as the page asked for them. */
  url: string
  /** The header `DPoP`. */
  proof: string | undefined
  /** The hash of the token of the header `Authorization`, where there is one. */
  ath: string | undefined
}

export interface Proofs {
  /**
   * @returns the thumbprint of the key (RFC 7638)
   * @throws a refusal with 401 where the proof is not of this request, is late, or was used
   */
  check(request: ProvenRequest): Promise<string>
}

/** A proof of a later time could be played again to a process that begins after it. */
const AHEAD_SECONDS = 2
const MAX_PROOF_LENGTH = 2_048

/**
 * Proofs of RFC 9449, each of which is taken once. A page that is refused for its time makes another by
 * the service's clock.
 */
export function createProofs(now: () => number, used: UsedProofs): Proofs {
  const refuse = (reason: string, text: string) =>
    refusal(401, reason, text, {
      [TIME_HEADER]: String(now()),
      'WWW-Authenticate': 'DPoP algs="ES256"',
    })
  const read = (proof: string | undefined) => {
    if (!proof || proof.length > MAX_PROOF_LENGTH) throw refuse(REASONS.proof, 'A proof is due.')
    try {
      return readProof(proof)
    } catch {
      throw refuse(REASONS.proof, 'The proof is not one, or its signature is of another key.')
    }
  }
  return {
    async check({ method, url, proof, ath }) {
      const { claims: said, jkt } = read(proof)
      const isOfRequest = said.htm === method && said.htu === url && said.ath === ath
      if (!isOfRequest) throw refuse(REASONS.proof, 'The proof is of another request.')
      const seconds = Math.floor(now() / 1000)
      const isOld = seconds - said.iat > PROOF_SECONDS || said.iat < used.since
      if (isOld || said.iat - seconds > AHEAD_SECONDS)
        throw refuse(REASONS.proofTime, 'The time of the proof is off. See x-latchkey-time.')
      const isFirst = await used.add(hashOf(`${jkt} ${said.jti}`), said.iat + PROOF_SECONDS + 1)
      if (!isFirst) throw refuse(REASONS.proof, 'The proof was used before.')
      return jkt
    },
  }
}
