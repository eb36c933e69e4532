import { inTime } from '@latchkey/service-kit'
import { type Address, type Hex, createPublicClient, custom, isHex } from 'viem'
import { getEnsAddress, getEnsName, getEnsText } from 'viem/actions'
import { createBoundedCache } from '@latchkey/service-kit/shared'
import { type ChainConfig } from '../chains.js'
import { type FetchDocument } from '../media/fetcher.js'
import { createNodes, HEX, isCallError, turnOf } from '../sources/rpc/nodes.js'
import { type Attributes } from './messages.js'
import { isNormal } from './rules.js'

/** Names of ENS, read at the network's own nodes. */
export interface Ens {
  /** @returns `undefined` where the name leads to no address @throws where nodes do not answer */
  addressOf(name: string): Promise<Address | undefined>
  /** The primary name of an address, if it leads back to it. */
  nameOf(address: string): Promise<string | undefined>
  attributesOf(name: string): Promise<Attributes>
}

export interface EnsParts {
  chain: ChainConfig
  /** Absent: that of Ethereum. */
  universalResolver?: string | undefined
  fetchDocument: FetchDocument
  now(): number
}

/** Of ENS on Ethereum, behind a proxy of the ENS DAO. */
const UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
/** All requests of one name together. */
const LOOKUP_MS = 8000
const GATEWAY_MS = 4000
const KEPT_MS = 60_000
/** Names or addresses of one kind. */
const MAX_KEPT = 5000
const MAX_TEXT = 2048

/** The keys of ENS that a profile here has, ENSIP-5. */
const KEYS = ['avatar', 'url', 'description'] as const

/** Reads names, and keeps each answer for a minute; a failure is not kept. */
export function createEns(parts: EnsParts): Ens {
  const ens = createReads(parts)
  const { now } = parts
  return {
    addressOf: keeping(now, ens.addressOf),
    nameOf: keeping(now, ens.nameOf),
    attributesOf: keeping(now, ens.attributesOf),
  }
}

const keeping = <Answer>(now: () => number, ask: (of: string) => Promise<Answer>) => {
  const kept = createBoundedCache<{ until: number; answer: Promise<Answer> }>(MAX_KEPT)
  return (of: string): Promise<Answer> => {
    const before = kept.get(of)
    if (before && now() < before.until) return before.answer
    const entry = { until: now() + KEPT_MS, answer: ask(of) }
    entry.answer.catch(() => void (entry.until = 0))
    kept.set(of, entry, 1)
    return entry.answer
  }
}

function createReads({ chain, universalResolver, fetchDocument }: EnsParts): Ens {
  const nodes = createNodes(chain.rpcUrls)
  const universalResolverAddress = (universalResolver ?? UNIVERSAL_RESOLVER) as Address
  const clientOf = (signal: AbortSignal) => {
    const turn = turnOf(signal, LOOKUP_MS)
    return createPublicClient({
      transport: custom({ request: requestOf(nodes, turn) }, { retryCount: 0 }),
      ccipRead: { request: (lookup) => askGateways(fetchDocument, lookup, signal) },
    })
  }
  const textOf = async (name: string, key: string, signal: AbortSignal) => {
    const text = await getEnsText(clientOf(signal), { universalResolverAddress, name, key })
    return text && text.length <= MAX_TEXT ? text : undefined
  }
  return {
    addressOf: (name) =>
      inTime(LOOKUP_MS, async (signal) => {
        const client = clientOf(signal)
        return (await getEnsAddress(client, { universalResolverAddress, name })) ?? undefined
      }),
    nameOf: (address) =>
      inTime(LOOKUP_MS, async (signal) => {
        const client = clientOf(signal)
        const asked = { universalResolverAddress, address: address as Address }
        const name = await getEnsName(client, asked)
        // The owner of an address writes its name: one that is not normal may look like another's.
        if (!name || !isNormal(name)) return undefined
        // The universal resolver has checked it on the chain; a wrong one may be configured.
        const back = await getEnsAddress(client, { universalResolverAddress, name })
        return back?.toLowerCase() === address.toLowerCase() ? name : undefined
      }),
    attributesOf: (name) =>
      inTime(LOOKUP_MS, async (signal) => {
        const texts = await Promise.all(
          KEYS.map(async (key) => [key, await textOf(name, key, signal)] as const),
        )
        return Object.fromEntries(texts.filter(([, text]) => text !== undefined))
      }),
  }
}

/** A revert has data that viem reads: whom to ask, or why there is no answer. */
const requestOf =
  (nodes: ReturnType<typeof createNodes>, turn: ReturnType<typeof turnOf>) =>
  async ({ method, params = [] }: { method: string; params?: unknown }) => {
    try {
      return await nodes.ask(method, params as readonly unknown[], turn, HEX)
    } catch (error) {
      if (isCallError(error) && error.data !== undefined)
        throw Object.assign(new Error('execution reverted'), { code: 3, data: error.data })
      throw error
    }
  }

/**
 * Asks gateways by GET, through the fetcher of strangers' files, which goes to public hosts over https
 * alone. A gateway that wants a POST is passed over.
 */
async function askGateways(
  fetchDocument: FetchDocument,
  { sender, data, urls }: { sender: Address; data: Hex; urls: readonly string[] },
  signal: AbortSignal,
): Promise<Hex> {
  for (const url of urls.filter((one) => /^https?:/i.test(one) && one.includes('{data}'))) {
    const link = url.replace('{sender}', sender.toLowerCase()).replace('{data}', data)
    const answer = await inTime(GATEWAY_MS, (late) =>
      fetchDocument(link, AbortSignal.any([late, signal])),
    ).catch(() => undefined)
    const result = answer && readAnswer(answer.bytes)
    if (result !== undefined) return result
  }
  throw new Error('no gateway answers')
}

const readAnswer = (bytes: Uint8Array): Hex | undefined => {
  const text = Buffer.from(bytes).toString('utf8')
  try {
    const { data } = JSON.parse(text) as { data?: unknown }
    return isHex(data) ? data : undefined
  } catch {
    return isHex(text) ? text : undefined
  }
}
