import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import { askNodes } from '@latchkey/plugin-api/nodes'
import { readSafely } from '@latchkey/plugin-api/wallet'
// Queries of the Cosmos SDK's modules, in protobuf over the node's ABCI. Hand-written encoders
// would have to follow each version of the SDK.
import {
  QueryClient,
  setupAuthExtension,
  setupBankExtension,
  type AuthExtension,
  type BankExtension,
} from '@cosmjs/stargate'
import { BinaryReader, BinaryWriter } from 'cosmjs-types/binary'
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { fromBase64, toHex } from '../chain/bytes.js'

export type Node = QueryClient & AuthExtension & BankExtension

/** A client for the queries of the SDK's modules. Every query ends when `signal` is aborted. */
export const nodeOf = (network: Network, signal?: AbortSignal): Node => {
  const abciQuery = async ({ path, data }: { path: string; data: Uint8Array }): Promise<object> => {
    const answer = await askNodes(
      network,
      'abci_query',
      { path, data: toHex(data), prove: false },
      signal,
    )
    const plain = readSafely(() => {
      const {
        code = 0,
        log,
        height,
        value,
      } = (
        answer as {
          response: { code?: number; log?: string; height?: string; value?: string | null }
        }
      ).response
      return { code, log: String(log), height: Number(height), value: fromBase64(value ?? '') }
    })
    if (!plain)
      throw new LatchkeyError(
        'rpc.failed',
        `The node answered ${path} with something else than a query's result.`,
        { context: { method: path } },
      )
    if (plain.code)
      throw new LatchkeyError('rpc.failed', `The chain refused ${path}: ${plain.log}`, {
        context: { method: path, rpcCode: plain.code },
        details: plain.log,
      })
    // Some nodes leave it out, but the client requires it.
    return { ...plain, height: plain.height || 1 }
  }
  return QueryClient.withExtensions({ abciQuery } as never, setupAuthExtension, setupBankExtension)
}

// Protobuf tags: the field number and its wire type, bytes (2) or varint (0).
const BASE_ACCOUNT = (1 << 3) | 2
const TX_BYTES = (2 << 3) | 2
const GAS_INFO = (1 << 3) | 2
const GAS_USED = 2 << 3

/** Reads the first field with this tag, and skips the fields before it. */
function field<T>(
  bytes: Uint8Array,
  tag: number,
  take: (reader: BinaryReader) => T,
): T | undefined {
  const reader = new BinaryReader(bytes)
  while (reader.pos < reader.len) {
    const found = reader.uint32()
    if (found === tag) return take(reader)
    reader.skipType(found & 7)
  }
  return undefined
}

/**
 * Number and sequence of an account of any type: module, vesting, Ethereum. Each has a base account
 * as its first field, some one level deeper.
 */
export async function accountOn(
  node: Node,
  address: string,
): Promise<{ number: bigint; sequence: bigint }> {
  let bytes = (await node.auth.account(address))?.value ?? new Uint8Array()
  for (let depth = 0; depth < 3 && bytes.length; depth++) {
    const first = field(bytes, BASE_ACCOUNT, (reader) => reader.bytes())
    if (!first) break
    if (new TextDecoder().decode(first) === address) {
      const { accountNumber, sequence } = BaseAccount.decode(bytes)
      return { number: accountNumber, sequence }
    }
    bytes = first
  }
  throw new LatchkeyError(
    'rpc.failed',
    `The node described the account ${address} in a way that is not known.`,
    { context: { method: '/cosmos.auth.v1beta1.Query/Account' } },
  )
}

/**
 * The gas that a transaction would use now. Decoded by hand, as the generated module brings the
 * types of all blocks (50 kB gzip).
 */
export async function simulate(node: Node, txBytes: Uint8Array): Promise<bigint> {
  const { value } = await node.queryAbci(
    '/cosmos.tx.v1beta1.Service/Simulate',
    new BinaryWriter().uint32(TX_BYTES).bytes(txBytes).finish(),
  )
  const info = field(value, GAS_INFO, (reader) => reader.bytes())
  const used = info && field(info, GAS_USED, (reader) => reader.uint64())
  if (!used)
    throw new LatchkeyError(
      'rpc.failed',
      'The node did not say how much gas the transaction would use.',
      { context: { method: '/cosmos.tx.v1beta1.Service/Simulate' } },
    )
  return used
}
