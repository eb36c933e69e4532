import { LatchkeyError, type ChainAdapter, type Network } from '@latchkey/plugin-api'
import {
  BaseError,
  ContractFunctionRevertedError,
  createClient,
  custom,
  getAddress,
  isAddress,
  type Address,
  type CcipRequestParameters,
} from 'viem'
import { getEnsAddress, getEnsName } from 'viem/actions'
import { askNodes } from '../chain/nodes.js'
import { readGateways } from './readGateway.js'

/** The network whose contracts know names, and the address of its universal resolver (ENSIP-23). */
export interface NameRegistry {
  network: Network
  universalResolver: Address
  /** Whether answers of gateways outside of the chain are read (ERC-3668). */
  ccipRead: boolean
}

type Lookup = NonNullable<ChainAdapter['nameLookup']>

/** Errors of the universal resolver that say: nobody set this. */
const UNSET = [
  'ResolverNotContract',
  'ResolverNotFound',
  'ResolverError',
  'ReverseAddressMismatch',
  'UnsupportedResolverProfile',
]
/** Chain ids from here on have no coin type (ENSIP-11). */
const FIRST_WITHOUT_COIN_TYPE = 2 ** 31

const coinTypeOf = ({ reference }: Network): bigint =>
  BigInt(FIRST_WITHOUT_COIN_TYPE) + BigInt(reference)
/**
 * The records with the address for a network, by coin type (ENSIP-11), the best first. `undefined` is the
 * record without one, which is for the registry's own network.
 */
const recordsFor = (network: Network, home: Network): readonly (bigint | undefined)[] => [
  ...(network.reference === '1' ? [] : [coinTypeOf(network)]),
  ...(network.id === home.id ? [undefined] : []),
]
const hasCoinType = ({ reference }: Network): boolean => Number(reference) < FIRST_WITHOUT_COIN_TYPE

const isLoopback = ({ hostname }: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Whether all nodes of a network run on this machine. */
const isHere = ({ rpcUrls }: Network): boolean =>
  rpcUrls.every((each) => URL.canParse(each) && isLoopback(new URL(each)))

/**
 * A contract names the gateways that the page asks: only https ones are asked. A network that runs on
 * this machine may have its gateway here too.
 */
function isGatewayAllowed(text: string, network: Network): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && isLoopback(url) && isHere(network)
}

/** Requests of one lookup to nodes, and to gateways. A contract decides how often it sends to gateways. */
const MAX_REQUESTS = 8
/** Counts the requests of a lookup. @throws at one too many */
function createCount(): () => void {
  let left = MAX_REQUESTS
  return () => {
    if (left-- <= 0) throw new RangeError(`The name needs more than ${MAX_REQUESTS} requests.`)
  }
}

/** Asks the nodes of the network. An error of the call itself is thrown as the node wrote it. */
function createTransport(network: Network, signal: AbortSignal) {
  const count = createCount()
  return custom(
    {
      async request({ method, params }: { method: string; params?: unknown }) {
        count()
        return askNodes(network, method, params, signal).catch((error: unknown) => {
          throw error instanceof LatchkeyError && error.code === 'rpc.failed' ? error.cause : error
        })
      },
    },
    { retryCount: 0 },
  )
}

/**
 * The name as ENS writes it (ENSIP-15); `undefined` where it is none. Its tables are large: they are
 * fetched for a name of more than plain letters.
 */
async function normalized(name: string): Promise<string | undefined> {
  const isPlain = name.split('.').every((label) => /^(?!..--)[a-z\d-]+$/.test(label))
  if (isPlain) return name
  const { normalize } = await import('./normalize.js')
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}

/** The answer; `undefined` where the resolver says that there is none. @throws any other error */
const unlessUnset = (error: unknown): undefined => {
  const reverted =
    error instanceof BaseError &&
    error.walk((each) => each instanceof ContractFunctionRevertedError)
  if (reverted instanceof ContractFunctionRevertedError && reverted.data)
    if (UNSET.includes(reverted.data.errorName)) return undefined
  throw error
}

/** How long a lookup may take, with all nodes and gateways. */
const LOOKUP_MS = 20_000
const limited = (signal: AbortSignal | undefined): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(LOOKUP_MS), ...(signal ? [signal] : [])])

/**
 * Looks names up in ENS, by the universal resolver of a chain and by the gateways that it names.
 * @throws what the nodes of the chain, or the gateways, answer
 */
export function createNameLookup({
  network: home,
  universalResolver,
  ccipRead,
}: NameRegistry): Lookup {
  function connect(signal: AbortSignal) {
    const count = createCount()
    const request = async ({ urls, ...asked }: CcipRequestParameters) => {
      count()
      const allowed = urls.filter((url) => isGatewayAllowed(url, home))
      return readGateways({ ...asked, urls: allowed }, signal)
    }
    return createClient({
      transport: createTransport(home, signal),
      ccipRead: ccipRead && { request },
    })
  }
  const strict = { universalResolverAddress: universalResolver, strict: true }
  return {
    async resolve(given, network, signal) {
      const name = hasCoinType(network) ? await normalized(given) : undefined
      if (name === undefined) return undefined
      const client = connect(limited(signal))
      for (const coinType of recordsFor(network, home)) {
        const asked = { ...strict, name, ...(coinType !== undefined && { coinType }) }
        const found = await getEnsAddress(client, asked).catch(unlessUnset)
        if (found && isAddress(found, { strict: false })) return getAddress(found)
      }
      return undefined
    },
    async reverse(address, network, signal) {
      if (!hasCoinType(network)) return undefined
      const coinType = network.id === home.id ? undefined : coinTypeOf(network)
      const asked = { ...strict, address: address as Address, ...(coinType && { coinType }) }
      const name = await getEnsName(connect(limited(signal)), asked).catch(unlessUnset)
      // A name that is not written as ENS writes it may look like another one.
      return name && (await normalized(name)) === name ? { name } : undefined
    },
  }
}
