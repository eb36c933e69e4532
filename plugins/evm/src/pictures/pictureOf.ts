import { parts } from './parts.js'
import { pictures } from './frequent.js'

/**
 * The picture of an EVM chain by its CAIP-2 id, as the source of an `<img>`. One that few sites need
 * is loaded with its part.
 */
export async function pictureOf(id: string): Promise<string | undefined> {
  const chainId = Number(id.slice(id.indexOf(':') + 1))
  const load = parts.find(([ids]) => ids.includes(chainId))?.[1]
  return pictures[id] ?? (await load?.())?.pictures[id]
}
