import { LatchkeyError, type Network } from '@latchkey/plugin-api'
// Queries of the Cosmos SDK's modules, as protobuf over the node's ABCI: hand-written encoders would have to follow the SDK.
import { QueryClient, setupAuthExtension, setupBankExtension, type AuthExtension, type BankExtension } from '@cosmjs/stargate'
import { BinaryReader } from 'cosmjs-types/binary'
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { fromBase64, toHex } from '../bytes.js'
import { read } from '../errors.js'
import { rpc } from '../rpc.js'

export type Node = QueryClient & AuthExtension & BankExtension

/** A network's own nodes, asked by what the SDK's modules speak. Every query ends with `signal`. */
export const nodeOf = (network: Network, signal?: AbortSignal): Node => {
  const abciQuery = async ({ path, data }: { path: string; data: Uint8Array }): Promise<object> => {
    const answer = await rpc(network, 'abci_query', { path, data: toHex(data), prove: false }, signal)
    const plain = read(() => {
      const { code = 0, log, height, value } = (answer as { response: { code?: number; log?: string; height?: string; value?: string | null } }).response
      return { code, log: String(log), height: Number(height), value: fromBase64(value ?? '') }
    })
    if (!plain) throw new LatchkeyError('rpc.failed', `The node answered ${path} with something else than a query's result.`, { context: { method: path } })
    if (plain.code) throw new LatchkeyError('rpc.failed', `The chain refused ${path}: ${plain.log}`, { context: { method: path, rpcCode: plain.code }, details: plain.log })
    // Some nodes leave it out; the client wants one.
    return { ...plain, height: plain.height || 1 }
  }
  return QueryClient.withExtensions({ abciQuery } as never, setupAuthExtension, setupBankExtension)
}

/** Number and sequence of an account, whatever kind it is: module, vesting, Ethereum's. All have a base account as their first field, some a level deeper. */
export async function accountOn(node: Node, address: string): Promise<{ number: bigint; sequence: bigint }> {
  let bytes = (await node.auth.account(address))?.value ?? new Uint8Array()
  for (let depth = 0; depth < 3 && bytes.length; depth++) {
    const reader = new BinaryReader(bytes)
    if (reader.uint32() !== 10) break
    const first = reader.bytes()
    if (new TextDecoder().decode(first) === address) {
      const { accountNumber, sequence } = BaseAccount.decode(bytes)
      return { number: accountNumber, sequence }
    }
    bytes = first
  }
  throw new LatchkeyError('rpc.failed', `The node described the account ${address} in a way that is not known.`, { context: { method: '/cosmos.auth.v1beta1.Query/Account' } })
}

/** Gas that a transaction would use now. */
export async function simulate(node: Node, txBytes: Uint8Array): Promise<bigint> {
  const { value } = await node.queryAbci('/cosmos.tx.v1beta1.Service/Simulate', SimulateRequest.encode(SimulateRequest.fromPartial({ txBytes })).finish())
  return SimulateResponse.decode(value).gasInfo?.gasUsed ?? 0n
}
