import * as v from 'valibot'
import {
  type Hex,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  isAddress,
  namehash,
  parseAbi,
} from 'viem'
import { invalidOption } from '../errors.js'
import { createNodes, QUANTITY, turnOf } from '../sources/rpc/nodes.js'
import { resolverAbi } from './resolverAbi.js'
import { RESOLVER_CODE } from './resolverCode.js'
import { isNormal } from './rules.js'

/** A transaction that the owner of a name signs in a wallet of theirs. */
export interface PreparedTransaction {
  /** Says in words what it does. */
  what: string
  from: Hex
  /** Absent: it makes a contract. */
  to?: Hex
  data: Hex
  value: '0x0'
  /** In hex; absent: the wallet estimates it. */
  nonce?: Hex
}

export interface DeployOptions {
  /** The name of ENS: `shop.eth`. */
  name: string
  /** A node of the network that has ENS. */
  rpc: string
  /** Where clients of ENS reach this service: `https://api.shop.example`. */
  url: string
  /** Address of the key that signs answers, of the option `signerKey`. */
  signer: string
  /** The registry of ENS. Absent: that of Ethereum and its testnets. */
  registry?: string
  /** The signer, where the name is wrapped: its owner in the registry is a contract then, which is called. */
  owner?: string
}

const REGISTRY = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
const registryAbi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function setResolver(bytes32 node, address resolver)',
])
const NODE_MS = 10_000
const WORD = v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/i))

/** The urls of the gateway in a resolver: by GET, without a preflight, and by POST, which takes long calls. */
export const gatewayUrls = (origin: string): readonly [string, string] => [
  `${origin}/v1/names/ccip/{sender}/{data}.json`,
  `${origin}/v1/names/ccip`,
]

/**
 * The transactions after which ENS resolves the names of a zone by this service. Nothing is sent.
 * @throws BlockchainApiError `blockchain-api.invalid_option`
 */
export async function prepareDeployment(
  options: DeployOptions,
): Promise<{ chainId: number; resolver: Hex; transactions: readonly PreparedTransaction[] }> {
  const { name, rpc, registry = REGISTRY } = options
  if (!isNormal(name)) throw invalidOption(`--name must be a name of ENS. It is "${name}".`)
  const origin = readOrigin(options.url)
  const signer = readAddress('--signer', options.signer)
  const nodes = createNodes([rpc])
  const ask = async <Result>(
    method: string,
    params: readonly unknown[],
    schema: v.GenericSchema<unknown, Result>,
  ): Promise<Result> => {
    try {
      return await nodes.ask(method, params, turnOf(new AbortController().signal, NODE_MS), schema)
    } catch {
      throw invalidOption(`The node at --rpc does not answer ${method}. Name one that does.`)
    }
  }
  const node = namehash(name)
  const call = encodeFunctionData({ abi: registryAbi, functionName: 'owner', args: [node] })
  const ens = readAddress('--registry', registry)
  const owner = await ask('eth_call', [{ to: ens, data: call }, 'latest'], WORD)
  const registered = getAddress(`0x${owner.slice(-40)}`)
  if (BigInt(registered) === 0n)
    throw invalidOption(`Nobody owns ${name} in the registry at ${ens}. Register it first.`)
  const from = options.owner === undefined ? registered : readAddress('--owner', options.owner)
  const nonce = await ask('eth_getTransactionCount', [from, 'pending'], QUANTITY)
  const resolver = getContractAddress({ from, nonce })
  const args = [from, [...gatewayUrls(origin)], [signer]] as const
  const setResolver = {
    abi: registryAbi,
    functionName: 'setResolver',
    args: [node, resolver],
  } as const
  return {
    chainId: Number(await ask('eth_chainId', [], QUANTITY)),
    resolver,
    transactions: [
      {
        what: `Deploys the resolver of ${name}. It will be ${resolver}, if this nonce is kept.`,
        from,
        data: encodeDeployData({ abi: resolverAbi, bytecode: RESOLVER_CODE, args }),
        value: '0x0',
        nonce: `0x${nonce.toString(16)}`,
      },
      {
        what: `Makes it the resolver of ${name}.`,
        from,
        // The wrapper of names has the same call.
        to: from === registered ? ens : registered,
        data: encodeFunctionData(setResolver),
        value: '0x0',
        nonce: `0x${(nonce + 1n).toString(16)}`,
      },
    ],
  }
}

const readAddress = (option: string, text: string): Hex => {
  if (isAddress(text)) return getAddress(text)
  throw invalidOption(`${option} must be an address. It is "${text}".`)
}

const readOrigin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isLocal = url && /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname)
  if (url && (url.protocol === 'https:' || isLocal) && url.pathname === '/' && !url.search)
    return url.origin
  throw invalidOption(`--url must be like https://api.shop.example. It is "${text}".`)
}
