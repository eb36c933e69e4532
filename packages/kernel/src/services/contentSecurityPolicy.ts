import type { AnyPlugin, Network } from '@latchkey/plugin-api'
import type { Kernel, ResolvedOptions } from '../types.js'

const originOf = (url: unknown): string[] => {
  try {
    const { origin } = new URL(String(url))
    return origin === 'null' ? [] : [origin]
  } catch {
    return []
  }
}
const sources = (...lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())]

/** What a page must allow for these plugins, networks and options. */
export function contentSecurityPolicy(plugins: readonly AnyPlugin[], networks: readonly Network[], { directory, imageUrl }: ResolvedOptions): ReturnType<Kernel['contentSecurityPolicy']> {
  const images = originOf(imageUrl)
  return {
    connect: sources(plugins.flatMap(({ reaches }) => reaches?.origins ?? []), networks.flatMap(({ rpcUrls }) => rpcUrls.flatMap(originOf)), originOf(directory), images),
    frame: sources(plugins.flatMap(({ reaches }) => reaches?.frames ?? [])),
    image: sources(['data:', 'blob:'], images, networks.flatMap(({ assets }) => originOf(assets?.imageUrl))),
  }
}
