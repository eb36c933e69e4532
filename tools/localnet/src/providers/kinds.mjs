// The ways in which providers differ. Paths are those of the real ones, so that a client is moved here
// by another host alone.

/** @typedef {import('../index.d.mts').SocialPerson} SocialPerson */
/** @typedef {import('../index.d.mts').ProviderSwitches} ProviderSwitches */
/** @typedef {{ status: number, body: unknown, type?: string }} Answer */
/** @typedef {import('node:http').IncomingHttpHeaders} Headers */
/**
 * @typedef {object} Kind
 * @property {string} authorize
 * @property {string} token
 * @property {boolean} [isOidc]
 * @property {boolean} [demandsPkce]
 * @property {boolean} [postsBack] by a form, as Apple does it
 * @property {(code: string) => Answer} refuse an answer of the token endpoint
 * @property {(headers: Headers) => Answer | undefined} [screen] what it refuses of every request
 * @property {Record<string, (person: SocialPerson, switches: ProviderSwitches, scope: string) => Answer>} reads
 * @property {SocialPerson} person
 */

/** @param {unknown} body @param {number} [status] @returns {Answer} */
const json = (body, status = 200) => ({ status, body })
/** @param {string} error @returns {Answer} */
const oauthError = (error) => json({ error, error_description: 'Refused.' }, 400)

/** @param {string} scope @param {string} word */
const hasScope = (scope, word) => scope.split(/[ ,]/).includes(word)

/** @param {SocialPerson} person @param {ProviderSwitches} switches */
export const emailOf = (person, { noEmail }) => (noEmail ? undefined : person.email)

/** @type {Record<import('../index.d.mts').SocialName, Kind>} */
export const KINDS = {
  google: {
    authorize: '/o/oauth2/v2/auth',
    token: '/token',
    isOidc: true,
    person: { id: '108417', name: 'Ada Lovelace', email: 'ada@gmail.example' },
    refuse: oauthError,
    reads: {},
  },
  x: {
    authorize: '/i/oauth2/authorize',
    token: '/2/oauth2/token',
    demandsPkce: true,
    person: { id: '2244994945', name: 'ada_x' },
    refuse: oauthError,
    reads: {
      '/2/users/me': ({ id, name }, _switches, scope) =>
        hasScope(scope, 'tweet.read') && hasScope(scope, 'users.read')
          ? json({ data: { id, name, username: name } })
          : json({ title: 'Forbidden', status: 403 }, 403),
    },
  },
  discord: {
    authorize: '/oauth2/authorize',
    token: '/api/oauth2/token',
    person: { id: '80351110224678912', name: 'ada', email: 'ada@discord.example' },
    refuse: oauthError,
    screen: ({ 'user-agent': agent = '' }) =>
      /^DiscordBot \(\S+, \S+\)/.test(agent)
        ? undefined
        : { status: 403, body: '<html>error code: 1010</html>', type: 'text/html' },
    reads: {
      '/api/users/@me': (person, switches, scope) => {
        const email = hasScope(scope, 'email') ? (emailOf(person, switches) ?? null) : undefined
        const verified = email !== null && !switches.unverifiedEmail
        const { id, name } = person
        return json({ id, username: name, discriminator: '0', email, verified })
      },
    },
  },
  github: {
    authorize: '/login/oauth/authorize',
    token: '/login/oauth/access_token',
    person: { id: '583231', name: 'ada-gh', email: 'ada@github.example' },
    // GitHub says 200 and puts the error into the body.
    refuse: () => json({ error: 'bad_verification_code', error_description: 'Expired.' }),
    screen: ({ 'user-agent': agent }) =>
      agent ? undefined : { status: 403, body: 'Administrative rules', type: 'text/plain' },
    reads: {
      // Most keep their address back here.
      '/user': ({ id, name }) => json({ id: Number(id), login: name, email: null }),
      '/user/emails': (person, switches, scope) => {
        if (!hasScope(scope, 'user:email')) return json({ message: 'Not Found' }, 404)
        const email = emailOf(person, switches)
        const other = { email: 'other@github.example', primary: false, verified: true }
        const own = { email, primary: true, verified: !switches.unverifiedEmail }
        return json(email === undefined ? [] : [other, own])
      },
    },
  },
  apple: {
    authorize: '/auth/authorize',
    token: '/auth/token',
    isOidc: true,
    postsBack: true,
    person: { id: '001473.ada', name: 'Ada Lovelace', email: 'ada@privaterelay.example' },
    refuse: oauthError,
    reads: {},
  },
  facebook: {
    authorize: '/v23.0/dialog/oauth',
    token: '/v23.0/oauth/access_token',
    person: { id: '10220', name: 'Ada Lovelace' },
    refuse: () =>
      json(
        { error: { message: 'This code has been used.', type: 'OAuthException', code: 100 } },
        400,
      ),
    reads: { '/v23.0/me': ({ id, name }) => json({ id, name }) },
  },
}
export const NAMES = /** @type {import('../index.d.mts').SocialName[]} */ (Object.keys(KINDS))
