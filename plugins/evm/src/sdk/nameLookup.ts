import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import {
  decodeAbiParameters,
  getAddress,
  isAddress,
  isHex,
  namehash,
  toHex,
  zeroAddress,
  type Hex,
} from 'viem'
import { askNodes } from '../chain/nodes.js'
import {
  ADDRESS,
  BATCH_GATEWAY,
  COIN_ADDRESS,
  encode,
  HTTP_ERROR,
  RESOLVE,
  REVERSE,
  selectorOf,
  typesOf,
  UNSET,
} from './ensAbi.js'
import { ensCall, type EnsNeeds } from './ensCall.js'
import { registryOf, type NameChains, type NameRegistry } from './nameRegistry.js'
import { readGateways } from './readGateway.js'

/** Chain ids from here on have no coin type (ENSIP-11). */
const FIRST_WITHOUT_COIN_TYPE = 2 ** 31
/** Of Ethereum, and of the own network of any registry. */
const OWN_COIN_TYPE = 60n
/** Names of DNS are no longer; a label's length is one byte there. */
const MAX_NAME_LENGTH = 255
/** How long a lookup may take, with all nodes and gateways. */
const LOOKUP_MS = 20_000

const coinTypeOf = ({ reference }: Network): bigint =>
  BigInt(FIRST_WITHOUT_COIN_TYPE) + BigInt(reference)
const hasCoinType = ({ reference }: Network): boolean => Number(reference) < FIRST_WITHOUT_COIN_TYPE

const isLoopback = ({ hostname }: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Whether all nodes of a network run on this machine. */
const isHere = ({ rpcUrls }: Pick<Network, 'rpcUrls'>): boolean =>
  rpcUrls.every((each) => URL.canParse(each) && isLoopback(new URL(each)))

/**
 * A contract names the gateways that the page asks: only https ones are asked. A network that runs on
 * this machine may have its gateway here too.
 */
function isGatewayAllowed(text: string, network: Pick<Network, 'rpcUrls'>): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && isLoopback(url) && isHere(network)
}

/**
 * The name as ENS writes it (ENSIP-15); `undefined` where it is none. Its tables are large: they are
 * fetched for a name of more than plain letters.
 */
async function normalized(name: string): Promise<string | undefined> {
  if (name.length > MAX_NAME_LENGTH) return undefined
  const isPlain = name.split('.').every((label) => /^(?!..--)[a-z\d-]+$/.test(label))
  if (isPlain) return name
  const { normalize } = await import('./normalize.js')
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}

/** The name as DNS writes it (RFC 1035): each label behind its length in bytes, and a zero at the end. */
function dnsName(name: string): Uint8Array {
  const labels = name.split('.').map((label) => [...new TextEncoder().encode(label)])
  return Uint8Array.from([...labels.flatMap((label) => [label.length, ...label]), 0])
}

/** The data with which a contract reverted, in the error of a node. */
function revertOf(error: unknown): Hex | undefined {
  const cause = error instanceof LatchkeyError && error.code === 'rpc.failed' ? error.cause : {}
  const { data } = cause as { data?: unknown }
  return isHex(data) ? data : undefined
}

/** Reads contracts of the registry's network, and gateways, in the time of one lookup. */
function createNeeds(
  { network, ccipRead }: NameRegistry,
  given: AbortSignal | undefined,
): EnsNeeds {
  const signal = AbortSignal.any([AbortSignal.timeout(LOOKUP_MS), ...(given ? [given] : [])])
  return {
    async call(to, data) {
      try {
        const result = await askNodes(network, 'eth_call', [{ to, data }, 'latest'], signal)
        return { result: isHex(result) ? result : '0x' }
      } catch (error) {
        const reverted = revertOf(error)
        if (reverted === undefined) throw error
        return { reverted }
      }
    },
    readGateways: ccipRead
      ? ({ urls, ...asked }) =>
          readGateways(
            { ...asked, urls: urls.filter((url) => isGatewayAllowed(url, network)) },
            signal,
          )
      : undefined,
  }
}

/** @returns the result of the call; `undefined` where nobody set what was asked for */
async function ask(
  registry: NameRegistry,
  data: Hex,
  signal: AbortSignal | undefined,
): Promise<Hex | undefined> {
  const answer = await ensCall(registry.universalResolver, data, createNeeds(registry, signal))
  if ('result' in answer) return answer.result
  const error = selectorOf(answer.reverted)
  if (UNSET.includes(error)) return undefined
  const reason =
    error === HTTP_ERROR ? 'a gateway did not answer' : `its contract fails with ${error}`
  throw new LatchkeyError('rpc.failed', `The name could not be looked up: ${reason}.`, {
    context: { method: 'eth_call' },
  })
}

/** The address in a record: 20 bytes, of any but the zero address. */
const addressIn = (record: Hex): string | undefined =>
  isAddress(record, { strict: false }) && record !== zeroAddress ? getAddress(record) : undefined

/**
 * Reads a record with an address.
 * @param coinType `undefined`: the record of the registry's own network
 */
async function readAddress(
  registry: NameRegistry,
  name: string,
  coinType: bigint | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const node = namehash(name)
  const record =
    coinType === undefined
      ? encode(ADDRESS, typesOf('bytes32'), [node])
      : encode(COIN_ADDRESS, typesOf('bytes32', 'uint256'), [node, coinType])
  const asked = [toHex(dnsName(name)), record, [BATCH_GATEWAY]]
  const data = encode(RESOLVE, typesOf('bytes', 'bytes', 'string[]'), asked)
  const result = await ask(registry, data, signal)
  if (result === undefined) return undefined
  const [answer] = decodeAbiParameters(typesOf('bytes', 'address'), result)
  if (answer === '0x') return undefined
  const type = coinType === undefined ? 'address' : 'bytes'
  const [found] = decodeAbiParameters(typesOf(type), answer)
  return addressIn(found as Hex)
}

/**
 * Looks a name up in ENS, by the universal resolver of a chain and by the gateways that it names. The record
 * for the network counts first (ENSIP-11); on the registry's own network that without a coin type is for it
 * too.
 * @throws what the nodes of the chain, or the gateways, answer
 */
export async function resolve(
  chains: NameChains,
  given: string,
  network: Network,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const registry = registryOf(network, chains)
  const name = registry && hasCoinType(network) ? await normalized(given) : undefined
  if (!registry || name === undefined) return undefined
  const records = [
    ...(network.reference === '1' ? [] : [coinTypeOf(network)]),
    ...(network.id === registry.network.id ? [undefined] : []),
  ]
  for (const coinType of records) {
    const found = await readAddress(registry, name, coinType, signal)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Finds the name that an address goes by, which leads back to it: the resolver checks that.
 * @throws what the nodes of the chain, or the gateways, answer
 */
export async function reverse(
  chains: NameChains,
  address: string,
  network: Network,
  signal?: AbortSignal,
): Promise<{ name: string } | undefined> {
  const registry = registryOf(network, chains)
  if (!registry || !hasCoinType(network) || !isHex(address)) return undefined
  const coinType = network.id === registry.network.id ? OWN_COIN_TYPE : coinTypeOf(network)
  const data = encode(REVERSE, typesOf('bytes', 'uint256', 'string[]'), [
    address,
    coinType,
    [BATCH_GATEWAY],
  ])
  const result = await ask(registry, data, signal)
  if (result === undefined) return undefined
  const [name] = decodeAbiParameters(typesOf('string', 'address', 'address'), result)
  // A name that is not written as ENS writes it may look like another one.
  return name !== '' && (await normalized(name)) === name ? { name } : undefined
}
