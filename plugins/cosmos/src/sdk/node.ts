import { LatchkeyError, type Network } from '@latchkey/plugin-api'
import { askNodes } from '@latchkey/plugin-api/nodes'
// Queries of the Cosmos SDK's modules, as protobuf over the node's ABCI: hand-written encoders would have to follow the SDK.
import {
  QueryClient,
  setupAuthExtension,
  setupBankExtension,
  type AuthExtension,
  type BankExtension,
} from '@cosmjs/stargate'
import { BinaryReader, BinaryWriter } from 'cosmjs-types/binary'
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { fromBase64, toHex } from '../bytes.js'
import { read } from '../errors.js'

export type Node = QueryClient & AuthExtension & BankExtension

/** A network's own nodes, asked by what the SDK's modules speak. Every query ends with `signal`. */
export const nodeOf = (network: Network, signal?: AbortSignal): Node => {
  const abciQuery = async ({ path, data }: { path: string; data: Uint8Array }): Promise<object> => {
    const answer = await askNodes(
      network,
      'abci_query',
      { path, data: toHex(data), prove: false },
      signal,
    )
    const plain = read(() => {
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
    // Some nodes leave it out; the client wants one.
    return { ...plain, height: plain.height || 1 }
  }
  return QueryClient.withExtensions({ abciQuery } as never, setupAuthExtension, setupBankExtension)
}

// Tags of protobuf: number of the field, and whether bytes (2) or a whole number (0) follow.
const BASE_ACCOUNT = (1 << 3) | 2
const TX_BYTES = (2 << 3) | 2
const GAS_INFO = (1 << 3) | 2
const GAS_USED = 2 << 3

/** What stands in the field that comes first, or after others. */
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

/** Number and sequence of an account, whatever kind it is: module, vesting, Ethereum's. All have a base account as their first field, some a level deeper. */
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

/** Gas that a transaction would use now. By hand: the generated module brings the types of all blocks, 50 kB of gzip. */
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
