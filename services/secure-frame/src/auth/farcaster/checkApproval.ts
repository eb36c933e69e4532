import { type SiwxMessage, parseMessage, verifySession } from '@latchkey/siwx'
import { decodeAbiParameters, encodeFunctionData } from 'viem'
import { type Profile } from '../social/providers.js'
import { providerError, createBoundedFetch } from '../social/boundedFetch.js'
import { type Approval } from './relay.js'

/** OP Mainnet, where Farcaster keeps its ids. */
const CHAIN = 10
const ID_REGISTRY = '0x00000000fc6c5f01fc30151999387bb99a9f489b'
const STATEMENTS = ['Farcaster Auth', 'Farcaster Connect']
const ID_OF = [
  {
    type: 'function',
    name: 'idOf',
    stateMutability: 'view',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ name: 'fid', type: 'uint256' }],
  },
] as const
const NODE_MS = 10_000

/** Asks the operator's node. */
const createNode = (url: string) => {
  const ask = createBoundedFetch(AbortSignal.timeout(NODE_MS))
  return async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    const response = await ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
    })
    const body = (await response.json()) as { result?: unknown; error?: { code?: number } }
    if (!response.ok || body.result === undefined) throw providerError('refused')
    return body.result
  }
}
type Node = ReturnType<typeof createNode>

/** The id whose custody address this is; 0 for none. */
async function idOf(node: Node, custody: `0x${string}`): Promise<bigint> {
  if (Number(await node({ method: 'eth_chainId' })) !== CHAIN) throw providerError('refused')
  const data = encodeFunctionData({ abi: ID_OF, functionName: 'idOf', args: [custody] })
  const result = await node({ method: 'eth_call', params: [{ to: ID_REGISTRY, data }, 'latest'] })
  if (typeof result !== 'string' || !/^0x[\da-f]{64}$/i.test(result)) throw providerError('refused')
  const [fid] = decodeAbiParameters([{ type: 'uint256' }], result as `0x${string}`)
  return fid
}

/** The one id that the signed message names. */
const fidIn = ({ resources = [] }: SiwxMessage): bigint | undefined => {
  const ids = resources.flatMap((each) => /^farcaster:\/\/fids?\/(\d{1,15})$/.exec(each)?.[1] ?? [])
  return ids.length === 1 ? BigInt(ids[0]!) : undefined
}

/**
 * Checks what a relay says a person has signed (FIP-11): the message is for this site and this sign-in, the
 * custody address signed it, and by the registry that address has the id. The id alone counts; the name is
 * the relay's word.
 * @throws where one of it is not so
 */
export async function checkApproval(
  { message: text, signature, username }: Approval,
  expected: { domain: string; siweUri: string; nonce: string; rpc: string; at: number },
): Promise<Profile> {
  const node = createNode(expected.rpc)
  const { domain, siweUri, nonce, at } = expected
  const { message } = await verifySession({
    session: { data: parseMessage(text, 'eip155'), message: text, signature },
    node,
    expected: { domain, uris: [siweUri], nonce, chainId: `eip155:${CHAIN}`, at },
  })
  const fid = fidIn(message)
  const isAsked = STATEMENTS.includes(message.statement ?? '')
  if (fid === undefined || fid === 0n || !isAsked) throw providerError('refused')
  const held = await idOf(node, message.accountAddress as `0x${string}`)
  if (held !== fid) throw providerError('refused')
  return { subject: String(fid), name: username ?? `!${fid}` }
}
