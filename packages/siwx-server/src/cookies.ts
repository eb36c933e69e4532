import type { Carrier, Held, WithHeaders } from './carrier.js'
import { demandOption } from './errors.js'
import type { CookieSession, Settings } from './options.js'
import { digest, isSecret, randomSecret } from './secrets.js'

/** RFC 6265 token characters. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i

/** The value of a cookie, undefined where it is not sent. Of several with one name the first counts. */
function cookieOf(request: WithHeaders, name: string): string | undefined {
  const found = request.headers.get('cookie')?.split(';').map((part) => part.trim()).find((part) => part.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}

/** `__Host-`: only this host, over https, can have set it. `__Secure-`: only https. */
const prefixOf = ({ secure = true, domain }: CookieSession): string => (!secure ? '' : domain ? '__Secure-' : '__Host-')

/**
 * One cookie holds a secret for each account that is signed in, the latest first; another one marks the browser, so that a nonce
 * works only where it was asked for, in any of its tabs.
 * @throws `siwx.invalid_option`
 */
export function cookieCarrier(session: CookieSession, { clock, nonceLifetime }: Settings): Carrier {
  const { name = 'siwx', sameSite = 'Lax', domain, secure = true } = session
  demandOption(NAME.test(name), 'session.name', 'letters, digits and dashes')
  demandOption(['Strict', 'Lax', 'None'].includes(sameSite), 'session.sameSite', 'Strict, Lax or None')
  demandOption(secure || sameSite !== 'None', 'session.secure', 'left alone with sameSite None: browsers refuse such a cookie')
  demandOption(domain === undefined || HOST.test(domain), 'session.domain', 'a host such as shop.example')
  const [own, mark] = [`${prefixOf(session)}${name}`, `${prefixOf(session)}${name}-browser`]
  const cookie = (key: string, value: string, ms: number): string => [
    `${key}=${value}`, 'Path=/', `Max-Age=${Math.max(0, Math.floor(ms / 1000))}`, 'HttpOnly', `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []), ...(domain ? [`Domain=${domain}`] : []),
  ].join('; ')
  const toHeld = async (secret: string): Promise<Held> => ({ secret, id: await digest(secret) })
  const browserOf = (request: WithHeaders): string | undefined => {
    const value = cookieOf(request, mark)
    return isSecret(value) ? value : undefined
  }
  return {
    isAmbient: true,
    read: (request) => Promise.all((cookieOf(request, own) ?? '').split('.').filter(isSecret).slice(0, MOST_HELD).map(toHeld)),
    make: () => toHeld(randomSecret()),
    async write(held, until) {
      return { cookies: [cookie(own, held.map(({ secret }) => secret).join('.'), held.length ? until - clock() : 0)] }
    },
    browser: browserOf,
    welcome(request) {
      const browser = browserOf(request) ?? randomSecret()
      return { browser, cookies: [cookie(mark, browser, nonceLifetime)] }
    },
  }
}

/** Accounts that one browser is signed in with at a time; the oldest gives way. */
export const MOST_HELD = 8
