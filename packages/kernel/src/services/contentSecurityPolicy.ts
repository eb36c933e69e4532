import type { Kernel } from '../types.js'

const origins = (...urls: readonly unknown[]): string[] => [
  ...new Set(
    urls.flat().flatMap((url) => {
      try {
        const { origin } = new URL(String(url))
        return origin === 'null' ? [] : [origin]
      } catch {
        return []
      }
    }),
  ),
]

/**
 * Sources of a Content-Security-Policy, for the directives `connect-src`, `frame-src` and
 * `img-src`.
 */
export interface PolicySources {
  connect: readonly string[]
  frame: readonly string[]
  image: readonly string[]
}

/**
 * The sources that a page's policy must allow for a kernel's plugins, networks and options. It costs
 * a host that does not call it nothing.
 * @example response.setHeader('content-security-policy', `connect-src 'self'
 * ${contentSecurityPolicy(kernel).connect.join(' ')}`)
 */
export function contentSecurityPolicy({
  ports: { reaches, networks, options },
}: Pick<Kernel, 'ports'>): PolicySources {
  const { directory, remoteConfig, imageUrl } = options.get()
  const known = networks.get().map(({ value }) => value)
  return {
    connect: origins(
      reaches.flatMap((reach) => reach?.origins),
      known.flatMap(({ rpcUrls }) => rpcUrls),
      directory,
      remoteConfig,
      imageUrl,
    ),
    frame: origins(reaches.flatMap((reach) => reach?.frames)),
    image: [
      'data:',
      'blob:',
      ...origins(
        reaches.flatMap((reach) => reach?.images),
        imageUrl,
        known.map(({ assets }) => assets?.imageUrl),
      ),
    ],
  }
}
