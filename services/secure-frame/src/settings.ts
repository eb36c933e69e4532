import { type Env } from '@latchkey/service-kit'
import { invalidOption } from './errors.js'

/**
 * Tells all that is missing at once, a line for each.
 * @param wanted settings without a default, each with an example
 * @param more lines about settings that are wrong
 * @returns the settings, which are there
 * @throws SecureFrameError `secure-frame.invalid_option`
 */
export function requireSettings(
  env: Env,
  wanted: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): (name: string) => string {
  const lines = Object.entries(wanted)
    .filter(([name]) => !env[name])
    .map(([name, example]) => `${name} is missing. Set it, for example ${name}=${example}`)
  if (lines.length + more.length) throw invalidOption([...lines, ...more].join('\n'))
  return (name) => env[name] ?? ''
}

/** Hosts of this machine, which need no TLS. */
export const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.(?:localhost|test))$/

/** @throws SecureFrameError where it is not an origin with TLS, or one of this machine */
export const checkOrigin = (
  name: string,
  text: string,
  example = 'https://wallet.shop.example',
): void => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
  if (!url || url.origin !== text || !isSafe)
    throw invalidOption(`${name} must be an origin with https, like ${example}. It is "${text}".`)
}
