import * as v from 'valibot'
import { type SocialProvider } from '../../contract/index.js'

/** A person as a provider knows them. */
export interface Profile {
  /** Never changes, and is of this person alone. */
  subject: string
  /** Only one that the provider has verified. */
  email?: string | undefined
  /** For showing. */
  name?: string | undefined
}

/** The answer of the token endpoint, and a way to ask with the token. */
export interface Granted {
  /** Of an identity token whose issuer, audience, nonce and time are right. */
  claims: Readonly<Record<string, unknown>> | undefined
  /** Asks one of the provider's `urls` with the token. @throws where it does not answer JSON with 200 */
  ask(url: string): Promise<unknown>
  /** The same, for what the person may keep back. */
  askIfAllowed(url: string): Promise<unknown>
}

export interface Provider {
  authorizeUrl: string
  tokenUrl: string
  /** Of OpenID Connect; absent where the profile is asked for instead. */
  issuer?: string
  scope: string
  hasPkce: boolean
  /** How the client authenticates: in the body, by Basic, or by a secret that Apple's key signs. */
  clientAuth: 'post' | 'basic' | 'apple'
  /** More of the authorization request. Each asks the person again, where the provider can. */
  parameters?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  toProfile(granted: Granted): Profile | Promise<Profile>
}

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(512))
const maybe = v.fallback(v.optional(text), undefined)
/** Apple has texts for booleans. */
const isTrue = v.fallback(v.union([v.boolean(), v.picklist(['true', 'false'])]), false)
const claimsOf = v.object({ sub: text, email: maybe, email_verified: isTrue, name: maybe })

const readClaims = ({ claims }: Granted): Profile => {
  const { sub, email, email_verified: isVerified, name } = v.parse(claimsOf, claims)
  return { subject: sub, email: String(isVerified) === 'true' ? email : undefined, name }
}

const DISCORD_USER = 'https://discord.com/api/users/@me'
const X_USER = 'https://api.x.com/2/users/me'
const GITHUB_USER = 'https://api.github.com/user'
const GITHUB_EMAILS = 'https://api.github.com/user/emails'
const FACEBOOK_USER = 'https://graph.facebook.com/v23.0/me'

const discordUser = v.object({
  id: text,
  username: maybe,
  discriminator: maybe,
  email: maybe,
  verified: isTrue,
})
const xUser = v.object({ data: v.object({ id: text, username: maybe }) })
const githubUser = v.object({ id: v.pipe(v.number(), v.safeInteger()), login: maybe })
const githubEmails = v.array(v.object({ email: text, primary: v.boolean(), verified: v.boolean() }))
const facebookUser = v.object({ id: text, name: maybe })

/** The providers, each as its own documentation has it. */
export const PROVIDERS: Readonly<Record<SocialProvider, Provider>> = {
  google: {
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    issuer: 'https://accounts.google.com',
    scope: 'openid email profile',
    hasPkce: true,
    clientAuth: 'post',
    parameters: { prompt: 'select_account' },
    toProfile: readClaims,
  },
  x: {
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    // X answers no user without the right to read posts.
    scope: 'users.read tweet.read',
    hasPkce: true,
    clientAuth: 'basic',
    async toProfile({ ask }) {
      const { data } = v.parse(xUser, await ask(X_USER))
      return { subject: data.id, name: data.username }
    },
  },
  discord: {
    authorizeUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    scope: 'identify email',
    hasPkce: true,
    clientAuth: 'post',
    parameters: { prompt: 'consent' },
    // Discord refuses programs that do not name themselves in this form.
    headers: { 'user-agent': 'DiscordBot (https://github.com/latchkey-dev/latchkey, 1)' },
    async toProfile({ ask }) {
      const user = v.parse(discordUser, await ask(DISCORD_USER))
      const { id, username, discriminator, email, verified } = user
      const name =
        username !== undefined && discriminator !== undefined
          ? `${username}#${discriminator}`
          : username
      return { subject: id, email: String(verified) === 'true' ? email : undefined, name }
    },
  },
  github: {
    authorizeUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    scope: 'read:user user:email',
    hasPkce: true,
    clientAuth: 'post',
    parameters: { prompt: 'select_account' },
    async toProfile({ ask, askIfAllowed }) {
      const { id, login } = v.parse(githubUser, await ask(GITHUB_USER))
      // The address of the profile is the public one, which most keep back, and is not always verified.
      const emails = v.parse(githubEmails, (await askIfAllowed(GITHUB_EMAILS)) ?? [])
      const own = emails.find(({ primary, verified }) => primary && verified)
      return { subject: String(id), email: own?.email, name: login }
    },
  },
  apple: {
    authorizeUrl: 'https://appleid.apple.com/auth/authorize',
    tokenUrl: 'https://appleid.apple.com/auth/token',
    issuer: 'https://appleid.apple.com',
    scope: 'name email',
    // Apple documents no PKCE: the nonce ties the code to this sign-in.
    hasPkce: false,
    clientAuth: 'apple',
    // Apple sends name and email by a form alone.
    parameters: { response_mode: 'form_post' },
    toProfile: readClaims,
  },
  facebook: {
    authorizeUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v23.0/oauth/access_token',
    // Facebook does not say whether an address was verified: none is asked for.
    scope: 'public_profile',
    hasPkce: true,
    clientAuth: 'post',
    async toProfile({ ask }) {
      const { id, name } = v.parse(facebookUser, await ask(FACEBOOK_USER))
      return { subject: id, name }
    },
  },
}
