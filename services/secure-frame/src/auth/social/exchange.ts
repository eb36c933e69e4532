import { SignJWT, importPKCS8 } from 'jose'
// MIT, no dependencies: the authorization code flow and OpenID Connect for all providers by one way
import * as oauth from 'oauth4webapi'
import * as v from 'valibot'
import { type SocialProvider, socialProviders } from '../../contract/index.js'
import { type BoundedFetch, providerError, createBoundedFetch } from './boundedFetch.js'
import { PROVIDERS, type Profile, type Provider } from './providers.js'
import { type AppleClient, type SecretClient, type SocialOptions } from './settings.js'

/** The answer of a provider, as the callback got it. */
export const providerAnswer = v.object({
  code: v.string(),
  iss: v.optional(v.string()),
  /** Apple tells it once, at the first sign-in, and signs it by nothing. */
  name: v.optional(v.string()),
})
export type ProviderAnswer = v.InferOutput<typeof providerAnswer>

export interface Begun {
  state: string
  /** Of PKCE. */
  verifier: string
  nonce: string
  redirectUri: string
}

/** A provider at which the operator has registered a client. */
export interface SocialAccess {
  /** The provider's page for a sign-in. */
  authorizeUri(begun: Begun): Promise<string>
  /**
   * Changes the code for a token, reads the person, and drops the token.
   * @throws where the provider does not answer as it should, in time
   */
  profileOf(answer: ProviderAnswer, begun: Omit<Begun, 'state'>): Promise<Profile>
}
export type Socials = ReadonlyMap<SocialProvider, SocialAccess>

/** @param ms how long all requests of one sign-in may take */
export const createSocials = (options: SocialOptions, ms: number): Socials =>
  new Map(
    socialProviders.flatMap((name) => {
      const client = options[name]
      return client ? [[name, createAccess(PROVIDERS[name], client, ms)] as const] : []
    }),
  )

type AnyClient = SecretClient | AppleClient

/** The same path at another place. */
const moved = (url: string, base: string | undefined): string =>
  base === undefined ? url : `${base}${new URL(url).pathname.replace(/^\/$/, '')}`

const APPLE_SECRET_SECONDS = 300

/** Apple takes a short-lived token that its own key signed for a secret. */
const appleSecret = async (client: AppleClient, audience: string): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: client.keyId })
    .setIssuer(client.team)
    .setSubject(client.clientId)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${APPLE_SECRET_SECONDS} s`)
    .sign(await importPKCS8(client.key, 'ES256'))

/** Basic with letters, digits, `-` and `_` as they are: X does not read them where they are escaped. */
const basicAuth =
  (secret: string): oauth.ClientAuth =>
  (_as, client, _body, headers) => {
    const pair = [client.client_id, secret].map(encodeURIComponent).join(':')
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  }

const authOf = async (
  provider: Provider,
  client: AnyClient,
  issuer: string,
): Promise<oauth.ClientAuth> => {
  if ('key' in client) return oauth.ClientSecretPost(await appleSecret(client, issuer))
  return provider.clientAuth === 'basic'
    ? basicAuth(client.clientSecret)
    : oauth.ClientSecretPost(client.clientSecret)
}

function createAccess(provider: Provider, client: AnyClient, ms: number): SocialAccess {
  const { hasPkce, scope, parameters = {} } = provider
  const at = (url: string): string => moved(url, client.url)
  const issuer = at(provider.issuer ?? new URL(provider.authorizeUrl).origin)
  const server = { issuer, token_endpoint: at(provider.tokenUrl) }
  return {
    async authorizeUri({ state, verifier, nonce, redirectUri }) {
      const uri = new URL(at(provider.authorizeUrl))
      uri.search = new URLSearchParams({
        response_type: 'code',
        client_id: client.clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        ...(hasPkce && {
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
        ...(provider.issuer && { nonce }),
        ...parameters,
      }).toString()
      return uri.href
    },
    async profileOf(answer, begun) {
      const ask = createBoundedFetch(AbortSignal.timeout(ms))
      const auth = await authOf(provider, client, issuer)
      const tokens = await tokensOf({ provider, client, server, auth, answer, begun, ask })
      const profile = await provider.toProfile({
        claims: oauth.getValidatedIdTokenClaims(tokens) as Record<string, unknown> | undefined,
        ...askersOf(provider, tokens.access_token, at, ask),
      })
      return { ...profile, name: profile.name ?? answer.name }
    },
  }
}

interface Exchange {
  provider: Provider
  client: AnyClient
  server: oauth.AuthorizationServer
  auth: oauth.ClientAuth
  answer: ProviderAnswer
  begun: Omit<Begun, 'state'>
  ask: BoundedFetch
}

/**
 * The token endpoint's answer. It comes over TLS from the provider itself, so that the signature of an
 * identity token adds nothing (OpenID Connect Core, 3.1.3.7); issuer, audience, nonce and time are checked.
 */
async function tokensOf({ provider, client, server, auth, answer, begun, ask }: Exchange) {
  const self = { client_id: client.clientId }
  const isOidc = provider.issuer !== undefined
  const sent = new URLSearchParams({
    code: answer.code,
    ...(isOidc && answer.iss !== undefined && { iss: answer.iss }),
  })
  // The state has found this sign-in: it was checked.
  const checked = oauth.validateAuthResponse(server, self, sent, oauth.skipStateCheck)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    self,
    auth,
    checked,
    begun.redirectUri,
    provider.hasPkce ? begun.verifier : oauth.nopkce,
    {
      [oauth.customFetch]: (url, asked) => ask(url, { ...asked }),
      [oauth.allowInsecureRequests]: client.url?.startsWith('http:') === true,
      headers: { accept: 'application/json', ...provider.headers },
    },
  )
  return oauth.processAuthorizationCodeResponse(server, self, response, {
    ...(isOidc && { expectedNonce: begun.nonce, requireIdToken: true }),
  })
}

const USER_AGENT = 'latchkey-secure-frame'
/** The person has not allowed it, or the client may not ask for it. */
const KEPT_BACK = [403, 404]

const askersOf = (
  { headers }: Provider,
  token: string,
  at: (url: string) => string,
  ask: BoundedFetch,
) => {
  const read = (url: string): Promise<Response> =>
    ask(at(url), {
      headers: {
        accept: 'application/json',
        'user-agent': USER_AGENT,
        ...headers,
        authorization: `Bearer ${token}`,
      },
    })
  const bodyOf = (response: Response): Promise<unknown> => {
    if (response.status !== 200) throw providerError('refused')
    return response.json()
  }
  return {
    ask: async (url: string) => bodyOf(await read(url)),
    async askIfAllowed(url: string) {
      const response = await read(url)
      return KEPT_BACK.includes(response.status) ? undefined : bodyOf(response)
    },
  }
}
