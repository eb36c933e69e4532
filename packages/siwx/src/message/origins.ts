/** A host of this computer alone: nobody on the way could change what its pages say. */
const isLocal = (hostname: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** The origin that a URI says in so many words. `undefined` for one without a host, or with a name before it: `https://shop.example@evil.example` reads as another site than it is. */
export function originOf(uri: string): string | undefined {
  const [, authority] = /^https?:\/\/([^/?#@]+)(?:[/?#]|$)/i.exec(uri) ?? []
  return authority !== undefined && URL.canParse(uri) ? new URL(uri).origin : undefined
}

/**
 * The origins at which pages of a domain are open: https, and http where the domain is local (`localhost` and names below it, 127.0.0.0/8, `[::1]`).
 * @param domain host, with port where there is one
 */
export function originsOf(domain: string): readonly string[] {
  const origins = [`https://${domain}`, `http://${domain}`].map(originOf).filter((origin) => origin !== undefined)
  return origins.slice(0, origins.length && isLocal(new URL(origins[0]!).hostname) ? 2 : 1)
}
