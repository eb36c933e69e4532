// Accounts, sessions and operations on a local chain, for the tests of this folder.
import {
  accounts,
  deploySmartAccounts,
  request,
  startBundler,
  startLocalnet,
  type LocalBundler,
  type LocalChain,
} from '@latchkey-tools/localnet'
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  boundGas,
  createBundler,
  delegationTypedData,
  encodeCalls,
  encodeLimits,
  estimateGas,
  isDeployed,
  operationTypedData,
  readNonce,
  ROOT_AUTHORITY,
  smartAccountOf,
  STUB_SIGNATURE,
  type Bundler,
  type Call,
  type Caveat,
  type Delegation,
  type Limits,
  type Operation,
  type RpcRequest,
  type SmartAccount,
} from '../src/index.js'

export const CEILING = { gas: 5_000_000n, maxFeePerGas: 10n ** 11n }
const FEES = { maxFeePerGas: 5n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n }

export interface World {
  chain: LocalChain & { url: string }
  bundler: LocalBundler
  bundlers: Bundler
  node: RpcRequest
  close(): Promise<void>
}

export async function startWorld(): Promise<World> {
  const localnet = await startLocalnet()
  try {
    const chain = localnet.chains[0]!
    await deploySmartAccounts(chain.url)
    const bundler = await startBundler({ rpcUrl: chain.url })
    return {
      chain,
      bundler,
      bundlers: createBundler({ urls: [bundler.url], chainId: chain.id }),
      node: ({ method, params }) => request(chain.url, method, params as unknown[]),
      close: async () => {
        await bundler.close()
        await localnet.close()
      },
    }
  } catch (error) {
    await localnet.close()
    throw error
  }
}

export const owner = (index: number) => privateKeyToAccount(accounts[index]!.privateKey)

export const fund = (world: World, address: Address, wei = 10n ** 20n) =>
  world.node({ method: 'anvil_setBalance', params: [address, `0x${wei.toString(16)}`] })

/** The operation that makes these calls, with gas as a wallet bounds it, and without a signature. */
export async function prepare(
  { node, bundlers }: Pick<World, 'node' | 'bundlers'>,
  account: SmartAccount,
  calls: readonly Call[],
): Promise<Operation> {
  const isNew = !(await isDeployed(node, account.address))
  const draft: Operation = {
    sender: account.address,
    nonce: await readNonce(node, account.address),
    ...(isNew && { factory: account.factory, factoryData: account.factoryData }),
    callData: encodeCalls(calls),
    ...{ callGasLimit: 0n, verificationGasLimit: 0n, preVerificationGas: 0n },
    ...FEES,
    signature: STUB_SIGNATURE,
  }
  const [offered, own] = await Promise.all([bundlers.estimate(draft), estimateGas(node, draft)])
  return { ...draft, ...boundGas(offered, own, CEILING) }
}

export async function sign(
  operation: Operation,
  signer: ReturnType<typeof owner>,
  chainId: number,
): Promise<Operation> {
  return {
    ...operation,
    signature: await signer.signTypedData(operationTypedData(operation, chainId)),
  }
}

/** Makes calls by an operation of the owner's account. @returns its hash */
export async function run(
  world: World,
  signer: ReturnType<typeof owner>,
  calls: readonly Call[],
): Promise<Hex> {
  const account = smartAccountOf(signer.address)
  const operation = await prepare(world, account, calls)
  return world.bundlers.send(await sign(operation, signer, world.chain.id))
}

let salts = 0n

/** A signed delegation with these conditions, of a salt of its own. */
export async function delegate(
  signer: ReturnType<typeof owner>,
  to: Address,
  caveats: readonly Caveat[],
  chainId = 31337,
): Promise<Delegation> {
  const delegator = smartAccountOf(signer.address).address
  const unsigned = { delegate: to, delegator, authority: ROOT_AUTHORITY, caveats, salt: ++salts }
  return {
    ...unsigned,
    signature: await signer.signTypedData(delegationTypedData(unsigned, chainId)),
  }
}

export const grant = (
  signer: ReturnType<typeof owner>,
  to: Address,
  limits: Limits,
  now: number,
): Promise<Delegation> => {
  const account = smartAccountOf(signer.address).address
  return delegate(signer, to, encodeLimits(limits, { account, delegate: to, now }))
}

/** Seconds since 1970, by the chain. */
export async function timeOf({ node }: World): Promise<number> {
  const block = await node({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  return Number((block as { timestamp: Hex }).timestamp)
}

/** The reason that a node gives for a refused call: words, or the selector of an error. */
async function reasonOf({ chain }: World, call: object): Promise<string> {
  const { error } = (await (
    await fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'eth_call', params: [call, 'latest'] }),
    })
  ).json()) as { error?: { message: string; data?: Hex } }
  return error ? `${error.message} ${error.data?.slice(0, 10) ?? ''}` : 'none'
}

/** Sends a transaction of an account with a key. @returns its gas, and why it failed if it did */
export async function transact(
  world: World,
  signer: ReturnType<typeof owner>,
  { to, value = 0n, data = '0x' }: Call,
): Promise<{ ok: boolean; gasUsed: bigint; reason?: string }> {
  const { node, chain } = world
  const nonce = await node({
    method: 'eth_getTransactionCount',
    params: [signer.address, 'latest'],
  })
  const signed = await signer.signTransaction({
    ...{ type: 'eip1559', chainId: chain.id, nonce: Number(nonce), gas: 3_000_000n },
    ...{ maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n, to, value, data },
  })
  // The receipt comes with the answer (EIP-7966): anvil tells a block before it has its receipts.
  const receipt = await node({ method: 'eth_sendRawTransactionSync', params: [signed] })
  const { status, gasUsed } = receipt as { status: Hex; gasUsed: Hex }
  if (status === '0x1') return { ok: true, gasUsed: BigInt(gasUsed) }
  const reason = await reasonOf(world, { from: signer.address, to, data })
  return { ok: false, gasUsed: BigInt(gasUsed), reason }
}
