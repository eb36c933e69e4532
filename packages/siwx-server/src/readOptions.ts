import { isCaip2, type SignInFamily } from '@latchkey/plugin-api'
import { originsOf } from '@latchkey/siwx'
import { demandOption } from './errors.js'
import type { Settings, SiwxServerOptions } from './options.js'
import { toNodeRequest } from './session/toNodeRequest.js'

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS

/** Whether a text is written as `location.host` writes it. */
const isDomain = (text: string): boolean =>
  URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === text
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text
/**
 * An origin, or a URI with another scheme than http and https. A web address with a path would match
 * that one page alone, which is never the intention.
 */
const isUri = (text: string): boolean =>
  isOrigin(text) || /^(?!https?:)[a-z][a-z0-9+.-]*:\S+$/i.test(text)
const isDuration = (ms: number): boolean => Number.isFinite(ms) && ms > 0

/** `family` may come from plain JavaScript: any part of it may be missing. */
const isFamily = ([namespace, family]: readonly [string, Partial<SignInFamily>]): boolean =>
  /^[-a-z0-9]{3,8}$/.test(namespace) &&
  typeof family?.profile?.name === 'string' &&
  typeof family.profile.isAddress === 'function' &&
  typeof family.verifier === 'function'

/** The default of `onError`: reports failures that the host neither takes nor can take. */
export const logErrors = (...errors: readonly unknown[]): void =>
  // eslint-disable-next-line no-console -- no other place is told of these failures
  console.error(...errors)

/** @throws `siwx.invalid_option` naming the first option that is wrong */
function demandOptions(settings: Settings): void {
  const { domains, store, uris, families, trustedOrigins, basePath, session } = settings
  const demandDuration = (ms: number, option: string): void =>
    demandOption(isDuration(ms), option, 'a number of milliseconds')
  demandOption(
    domains.length > 0 && domains.every(isDomain),
    'domain',
    'one or more hosts such as shop.example or localhost:3000, without scheme and path',
  )
  demandOption(
    store && [store.get, store.set, store.take].every((method) => typeof method === 'function'),
    'store',
    'an object with get, set and take',
  )
  demandOption(
    Object.entries(families).every(isFamily),
    'families',
    'named by CAIP-2 namespaces, each with profile { name, isAddress } and a function verifier',
  )
  demandOption(
    uris.every(isUri),
    'uris',
    'origins such as https://app.shop.example, without path and wildcards, or whole URIs of apps and keys',
  )
  demandOption(
    [...trustedOrigins].every(isOrigin),
    'trustedOrigins',
    'origins such as https://shop.example, without path and wildcards',
  )
  demandOption(
    basePath === '' || /^(\/[\w.~-]+)+$/.test(basePath),
    'basePath',
    'a path such as /api/siwx, without slash at its end',
  )
  demandDuration(settings.nonceLifetime, 'nonceLifetime')
  if (settings.clockSkew !== 0) demandDuration(settings.clockSkew, 'clockSkew')
  demandOption(['cookie', 'jwt'].includes(session.kind), 'session.kind', 'cookie or jwt')
  demandDuration(settings.lifetime, 'session.lifetime')
}

/** @throws `siwx.invalid_option` naming the first option that is wrong */
function readNodes(nodes: NonNullable<SiwxServerOptions['nodes']>): Settings['nodes'] {
  demandOption(
    Object.keys(nodes).every(isCaip2),
    'nodes',
    'named by CAIP-2 ids such as namespace:reference',
  )
  return new Map(
    Object.entries(nodes).map(([chainId, node]) => [
      chainId,
      typeof node === 'string' ? toNodeRequest(node) : node,
    ]),
  )
}

/** @throws `siwx.invalid_option` naming the first option that is wrong */
export function readOptions(options: SiwxServerOptions): Settings {
  const {
    store,
    families = {},
    uris = [],
    session = { kind: 'cookie' },
    nodes = {},
    basePath = '/api/siwx',
    nonceLifetime = 5 * MINUTE_MS,
    clockSkew = 5 * MINUTE_MS,
    clock = Date.now,
    onError = logErrors,
  } = options
  const domains = [options.domain].flat()
  const settings = {
    domains,
    store,
    families,
    uris,
    session,
    lifetime: session.lifetime ?? WEEK_MS,
    trustedOrigins: new Set(options.trustedOrigins ?? domains.filter(isDomain).flatMap(originsOf)),
    basePath,
    nonceLifetime,
    clockSkew,
    clock,
    onError,
  }
  demandOptions({ ...settings, nodes: new Map() })
  return { ...settings, nodes: readNodes(nodes) }
}
