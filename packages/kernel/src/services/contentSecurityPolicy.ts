import type { AnyPlugin, Network } from '@latchkey/plugin-api'
import type { Kernel, ResolvedOptions } from '../types.js'

const origins = (...urls: readonly unknown[]): string[] => [...new Set(urls.flat().flatMap((url) => {
  try {
    const { origin } = new URL(String(url))
    return origin === 'null' ? [] : [origin]
  } catch {
    return []
  }
}))]

/** What a page must allow for these plugins, networks and options. */
export const contentSecurityPolicy = (plugins: readonly AnyPlugin[], networks: readonly Network[], { directory, imageUrl }: ResolvedOptions): ReturnType<Kernel['contentSecurityPolicy']> => ({
  connect: origins(plugins.flatMap(({ reaches }) => reaches?.origins), networks.flatMap(({ rpcUrls }) => rpcUrls), directory, imageUrl),
  frame: origins(plugins.flatMap(({ reaches }) => reaches?.frames)),
  image: ['data:', 'blob:', ...origins(imageUrl, networks.map(({ assets }) => assets?.imageUrl))],
})
