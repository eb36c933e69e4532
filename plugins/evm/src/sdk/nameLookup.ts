import { LatchkeyError, type ChainAdapter, type Network } from '@latchkey/plugin-api'
import {
  BaseError,
  ccipRequest,
  ContractFunctionRevertedError,
  createClient,
  custom,
  getAddress,
  type Address,
  type CcipRequestParameters,
} from 'viem'
import { getEnsAddress, getEnsName } from 'viem/actions'
import { askNodes } from '../chain/nodes.js'

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

/** The coin type of a network; `undefined` for Ethereum, which every resolver knows without it. */
const coinTypeOf = ({ reference }: Network): bigint | undefined =>
  reference === '1' ? undefined : BigInt(FIRST_WITHOUT_COIN_TYPE) + BigInt(reference)
const hasCoinType = ({ reference }: Network): boolean => Number(reference) < FIRST_WITHOUT_COIN_TYPE

const isLoopback = ({ hostname }: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/**
 * A contract names the gateways that the page asks: only https ones are asked. A network that runs on
 * this machine may have its gateway here too.
 */
function isGatewayAllowed(text: string, { rpcUrls }: Network): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const isHere = rpcUrls.every((each) => isLoopback(new URL(each)))
  return url.protocol === 'https:' || (isHere && isLoopback(url) && url.protocol === 'http:')
}

/** Asks the nodes of the network. An error of the call itself is thrown as the node wrote it. */
const createTransport = (network: Network, signal: AbortSignal | undefined) =>
  custom(
    {
      request: ({ method, params }: { method: string; params?: unknown }) =>
        askNodes(network, method, params, signal).catch((error: unknown) => {
          throw error instanceof LatchkeyError && error.code === 'rpc.failed' ? error.cause : error
        }),
    },
    { retryCount: 0 },
  )

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

/**
 * Looks names up in ENS, by the universal resolver of a chain and by the gateways that it names.
 * @throws what the nodes of the chain, or the gateways, answer
 */
export function createNameLookup({
  network: home,
  universalResolver,
  ccipRead,
}: NameRegistry): Lookup {
  const readGateways = ({ urls, ...asked }: CcipRequestParameters) =>
    ccipRequest({ ...asked, urls: urls.filter((url) => isGatewayAllowed(url, home)) })
  const connect = (signal: AbortSignal | undefined) =>
    createClient({
      transport: createTransport(home, signal),
      ccipRead: ccipRead && { request: readGateways },
    })
  const strict = { universalResolverAddress: universalResolver, strict: true }
  return {
    async resolve(given, network, signal) {
      const name = hasCoinType(network) ? await normalized(given) : undefined
      if (name === undefined) return undefined
      const coinType = coinTypeOf(network)
      const asked = { ...strict, name, ...(coinType !== undefined && { coinType }) }
      const found = await getEnsAddress(connect(signal), asked).catch(unlessUnset)
      return found ? getAddress(found) : undefined
    },
    async reverse(address, network, signal) {
      if (!hasCoinType(network)) return undefined
      const coinType = coinTypeOf(network)
      const asked = { ...strict, address: address as Address, ...(coinType && { coinType }) }
      const name = await getEnsName(connect(signal), asked).catch(unlessUnset)
      // A name that is not written as ENS writes it may look like another one.
      return name && (await normalized(name)) === name ? { name } : undefined
    },
  }
}
