import { createHash, randomBytes } from 'node:crypto'
// MIT, no dependencies: identity tokens, and the secret that Apple's clients sign
import { SignJWT, exportJWK, generateKeyPair, importSPKI, jwtVerify } from 'jose'
import { KINDS, emailOf } from './kinds.mjs'

/** @typedef {import('../index.d.mts').SocialName} SocialName */
/** @typedef {import('../index.d.mts').ProviderSwitches} ProviderSwitches */
/** @typedef {import('./kinds.mjs').Answer} Answer */
/**
 * @typedef {object} Client
 * @property {string} id
 * @property {string} secret
 * @property {string} [publicKey] of Apple's clients, as PEM
 * @property {string} [team]
 */
/**
 * @typedef {object} Grant
 * @property {import('../index.d.mts').SocialPerson} person
 * @property {string} redirectUri
 * @property {string} scope
 * @property {string} challenge
 * @property {string} nonce
 */

const newCode = () => randomBytes(24).toString('base64url')

/** @typedef {{ base: string, client: Client, switches: () => ProviderSwitches }} Own */

/**
 * @param {SocialName} name
 * @param {Own} own
 * @param {CryptoKey} key
 * @param {Grant} grant
 */
async function idToken(name, { base, client, switches }, key, { person, nonce }) {
  const { wrongIssuer, wrongNonce, wrongAudience, unverifiedEmail } = switches()
  const email = emailOf(person, switches())
  const isVerified = !unverifiedEmail
  // Apple has texts for booleans, and tells the name by the form alone.
  const verified = name === 'apple' ? String(isVerified) : isVerified
  const claims = {
    ...(email !== undefined && { email, email_verified: verified }),
    ...(name !== 'apple' && { name: person.name }),
    nonce: wrongNonce ? 'another' : nonce,
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: name })
    .setIssuer(wrongIssuer ? 'https://issuer.example' : base)
    .setAudience(wrongAudience ? 'another-client' : client.id)
    .setSubject(person.id)
    .setIssuedAt()
    .setExpirationTime('10 min')
    .sign(key)
}

/**
 * @param {SocialName} name
 * @param {Own} own
 * @param {URLSearchParams} form
 * @param {string} authorization
 */
async function isClient(name, { base, client }, form, authorization) {
  if (name === 'x') {
    const pair = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
    return pair === [client.id, client.secret].map(encodeURIComponent).join(':')
  }
  if (form.get('client_id') !== client.id) return false
  const secret = form.get('client_secret') ?? ''
  if (!client.publicKey) return secret === client.secret
  const key = await importSPKI(client.publicKey, 'ES256')
  const expected = { issuer: client.team ?? '', subject: client.id, audience: base }
  return jwtVerify(secret, key, expected).then(
    () => true,
    () => false,
  )
}

/**
 * @param {import('./kinds.mjs').Kind} kind
 * @param {Grant} grant
 * @param {URLSearchParams} form
 */
function isOfGrant(kind, { redirectUri, challenge }, form) {
  const verifier = form.get('code_verifier') ?? ''
  const hash = createHash('sha256').update(verifier).digest('base64url')
  const isProved = challenge === '' ? !kind.demandsPkce : hash === challenge
  return form.get('redirect_uri') === redirectUri && isProved
}

/**
 * The codes and tokens of one provider.
 * @param {SocialName} name
 * @param {Own} own
 */
export function createGrants(name, own) {
  const { switches } = own
  const kind = KINDS[name]
  /** @type {Map<string, Grant>} */
  const codes = new Map()
  /** @type {Map<string, Grant>} */
  const tokens = new Map()
  let lastCode = ''
  const keys = generateKeyPair('RS256')

  return {
    /** @param {Grant} grant */
    allow(grant) {
      if (switches().reusedCode && lastCode) return lastCode
      lastCode = newCode()
      codes.set(lastCode, grant)
      return lastCode
    },
    /** @param {URLSearchParams} form @param {string} authorization @returns {Promise<Answer>} */
    async exchange(form, authorization) {
      if (!(await isClient(name, own, form, authorization)))
        return { status: 401, body: { error: 'invalid_client' } }
      const code = form.get('code') ?? ''
      const grant = codes.get(code)
      // A code is good once, whatever comes of it.
      codes.delete(code)
      const isCode = form.get('grant_type') === 'authorization_code'
      if (!grant || !isCode || !isOfGrant(kind, grant, form)) return kind.refuse(code)
      const token = newCode()
      tokens.set(token, grant)
      const id = kind.isOidc
        ? { id_token: await idToken(name, own, (await keys).privateKey, grant) }
        : {}
      const body = { access_token: token, token_type: 'bearer', expires_in: 3600, ...id }
      return { status: 200, body }
    },
    /** @param {string} path @param {string} authorization @returns {Answer | undefined} */
    read(path, authorization) {
      const grant = tokens.get(authorization.replace(/^Bearer /, ''))
      const reads = kind.reads[path]
      if (!reads) return undefined
      return grant
        ? reads(grant.person, switches(), grant.scope)
        : { status: 401, body: { error: 'invalid_token' } }
    },
    jwks: async () => ({
      keys: [{ ...(await exportJWK((await keys).publicKey)), kid: name, alg: 'RS256', use: 'sig' }],
    }),
  }
}
