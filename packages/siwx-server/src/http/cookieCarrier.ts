import type { CarriedSession, Carrier, WithHeaders } from './carrier.js'
import { demandOption } from '../errors.js'
import type { CookieSession, Settings } from '../options.js'
import { digest, isSecret, randomSecret } from '../session/secrets.js'

/** RFC 6265 token characters. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i

/**
 * Marks of one browser that are read. A browser has one for each tab that asked before any tab had
 * its answer.
 */
const MAX_BROWSER_MARKS = 64

/** Accounts that one browser is signed in with at a time; the oldest session is ended first. */
export const MAX_ACCOUNTS = 8

/** All cookies of a request, as they are sent. */
const cookiesOf = (request: WithHeaders): ReadonlyArray<readonly [name: string, value: string]> =>
  (request.headers.get('cookie') ?? '').split(';').map((part) => {
    const [name = '', ...rest] = part.trim().split('=')
    return [name, rest.join('=')]
  })
/** The value of a cookie; of several with one name the first. Undefined where it is not sent. */
const cookieOf = (request: WithHeaders, name: string): string | undefined =>
  cookiesOf(request).find(([each]) => each === name)?.[1]

/** `__Host-`: only this host, over https, can have set it. `__Secure-`: only https. */
const prefixOf = ({ secure = true, domain }: CookieSession): string =>
  !secure ? '' : domain ? '__Secure-' : '__Host-'

/**
 * One cookie holds a secret for each account that is signed in, the latest first; another one marks
 * the browser, so that a nonce works only where it was asked for, in any of its tabs. Tabs whose
 * first requests cross get a mark each, under names of their own, so that one answer does not
 * overwrite the other's cookie; all of them mark this browser.
 * @throws `siwx.invalid_option`
 */
// eslint-disable-next-line max-lines-per-function -- one object whose methods share the names of the cookies
export function cookieCarrier(session: CookieSession, { clock, nonceLifetime }: Settings): Carrier {
  const { name = 'siwx', sameSite = 'Lax', domain, secure = true } = session
  demandOption(NAME.test(name), 'session.name', 'letters, digits and dashes')
  demandOption(
    ['Strict', 'Lax', 'None'].includes(sameSite),
    'session.sameSite',
    'Strict, Lax or None',
  )
  demandOption(
    secure || sameSite !== 'None',
    'session.secure',
    'left alone with sameSite None: browsers refuse such a cookie',
  )
  demandOption(
    domain === undefined || HOST.test(domain),
    'session.domain',
    'a host such as shop.example',
  )
  const own = `${prefixOf(session)}${name}`
  const mark = `${own}-browser-`
  const cookie = (key: string, value: string, ms: number): string =>
    [
      `${key}=${value}`,
      'Path=/',
      `Max-Age=${Math.max(0, Math.floor(ms / 1000))}`,
      'HttpOnly',
      `SameSite=${sameSite}`,
      ...(secure ? ['Secure'] : []),
      ...(domain ? [`Domain=${domain}`] : []),
    ].join('; ')
  const toCarried = async (secret: string): Promise<CarriedSession> => ({
    secret,
    id: await digest(secret),
  })
  const marksOf = (request: WithHeaders) =>
    cookiesOf(request)
      .filter(([key, value]) => key.startsWith(mark) && isSecret(value))
      .slice(0, MAX_BROWSER_MARKS)
  return {
    isAmbient: true,
    read: (request) =>
      Promise.all(
        (cookieOf(request, own) ?? '')
          .split('.')
          .filter(isSecret)
          .slice(0, MAX_ACCOUNTS)
          .map(toCarried),
      ),
    create: () => toCarried(randomSecret()),
    async write(carried, until) {
      return {
        cookies: [
          cookie(
            own,
            carried.map(({ secret }) => secret).join('.'),
            carried.length ? until - clock() : 0,
          ),
        ],
      }
    },
    browserMarks: (request) => marksOf(request).map(([, value]) => value),
    markBrowser(request) {
      const [key, browser] = marksOf(request)[0] ?? [
        `${mark}${randomSecret().slice(0, 8)}`,
        randomSecret(),
      ]
      return { browser, cookies: [cookie(key, browser, nonceLifetime)] }
    },
  }
}
