import { decodeAbiParameters, encodeAbiParameters, type Address, type Hex } from 'viem'
import {
  BATCH_GATEWAY,
  encode,
  HTTP_ERROR,
  OFFCHAIN_LOOKUP,
  parametersOf,
  QUERY,
  selectorOf,
  typesOf,
} from './ensAbi.js'

/** A request to gateways, as a contract wrote it (ERC-3668). */
export interface GatewayRequest {
  sender: Address
  urls: readonly string[]
  data: Hex
}

/** Asks a node, and gateways. */
export interface EnsNeeds {
  /** `eth_call`. @returns the result, or the data with which the contract reverted */
  call(to: Address, data: Hex): Promise<{ result: Hex } | { reverted: Hex }>
  /** Asks the gateways of a request; absent: none is asked. */
  readGateways?: ((request: GatewayRequest) => Promise<Hex>) | undefined
}

/** Times that a contract may send to gateways, and requests each time: it decides both. */
const MAX_ROUNDS = 4
const MAX_REQUESTS = 8

/** An answer that is missing, for the contract: it knows whether it can go on without it. */
const failure = (error: unknown): Hex =>
  encode(HTTP_ERROR, typesOf('uint16', 'string'), [
    0,
    error instanceof Error ? error.message : 'unknown',
  ])

const REQUESTS = [
  {
    type: 'tuple[]',
    components: [
      { name: 'sender', type: 'address' },
      { name: 'urls', type: 'string[]' },
      { name: 'data', type: 'bytes' },
    ],
  },
] as const

/** Does the requests of a batch in the page, so that each gateway sees who asks it (ENSIP-21). */
async function readBatch(
  data: Hex,
  readGateways: (request: GatewayRequest) => Promise<Hex>,
): Promise<Hex> {
  if (selectorOf(data) !== QUERY) throw new TypeError('The batch of the contract cannot be read.')
  const [requests] = decodeAbiParameters(REQUESTS, parametersOf(data))
  if (requests.length > MAX_REQUESTS)
    throw new RangeError(`The name needs more than ${MAX_REQUESTS} requests at once.`)
  const answers = await Promise.all(
    requests.map((request) =>
      readGateways(request).then(
        (response) => ({ isFailed: false, response }),
        (error: unknown) => ({ isFailed: true, response: failure(error) }),
      ),
    ),
  )
  return encodeAbiParameters(typesOf('bool[]', 'bytes[]'), [
    answers.map(({ isFailed }) => isFailed),
    answers.map(({ response }) => response),
  ])
}

/** The parameters of an error that sends to gateways; `undefined` for any other. */
const offchainLookup = (data: Hex) =>
  selectorOf(data) === OFFCHAIN_LOOKUP
    ? decodeAbiParameters(
        typesOf('address', 'string[]', 'bytes', 'bytes4', 'bytes'),
        parametersOf(data),
      )
    : undefined

/**
 * Calls a contract, and goes to the gateways that it sends to.
 * @returns the result, or the data with which the contract reverted in the end
 * @throws what the node or a gateway answers, and where the contract sends to gateways too often
 */
export async function ensCall(
  to: Address,
  data: Hex,
  { call, readGateways }: EnsNeeds,
): Promise<{ result: Hex } | { reverted: Hex }> {
  let next = data
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    const answer = await call(to, next)
    const lookup = 'reverted' in answer ? offchainLookup(answer.reverted) : undefined
    if (!lookup || !readGateways) return answer
    const [sender, urls, callData, callback, extraData] = lookup
    if (sender.toLowerCase() !== to.toLowerCase()) return answer
    const response = urls.includes(BATCH_GATEWAY)
      ? await readBatch(callData, readGateways)
      : await readGateways({ sender, urls, data: callData })
    next = encode(callback, typesOf('bytes', 'bytes'), [response, extraData])
  }
  throw new RangeError(`The contract of the name sends to gateways more than ${MAX_ROUNDS} times.`)
}
