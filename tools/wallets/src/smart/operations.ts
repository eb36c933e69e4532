// Requests that a smart account answers in another way than an account with a key.
import {
  accountSignature,
  CONTRACTS,
  encodeCalls,
  isDeployed,
  operationTypedData,
  packOperation,
  readNonce,
  type Call,
  type Operation,
  type SmartAccount,
} from '@latchkey/smart-account'
import { encodeFunctionData, formatEther, isAddress, isHex, parseAbi, type Hex } from 'viem'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import {
  chainOffline,
  clientOf,
  inTurn,
  invalidParams,
  rpcError,
  signer,
  signMethods,
  type Method,
  type WalletCore,
} from '@latchkey/testing/wallet'

const ENTRY_POINT = parseAbi([
  'struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; ' +
    'uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(Packed[] operations, address beneficiary)',
])
/** Gas for all that a person does in a demonstration: three or four times as much as is used. */
const GAS = { callGasLimit: 1_000_000n, verificationGasLimit: 1_000_000n, preVerificationGas: 0n }
const TRANSACTION_GAS = 3_000_000n
const POLLING_MS = 100

/** A part of the wallet's node that the packages of smart accounts take. */
const nodeOf =
  (core: WalletCore) =>
  ({ method, params }: { method: string; params?: unknown }): Promise<unknown> =>
    core.node({ method, params })

/**
 * Makes calls in the account's name: one operation, which the owner carries to the chain, so that the account
 * itself pays nothing. It waits for the block.
 * @returns the hash of the transaction
 */
export async function operate(
  core: WalletCore,
  account: SmartAccount,
  calls: readonly Call[],
): Promise<Hex> {
  const { chain, chainId } = core
  if (!chain) throw chainOffline(chainId)
  const node = nodeOf(core)
  const owner = signer(core, account.address)
  const client = clientOf(core, chain, owner)
  const hash = await inTurn(core, async () => {
    const isNew = !(await isDeployed(node, account.address))
    const unsigned: Operation = {
      sender: account.address,
      nonce: await readNonce(node, account.address),
      ...(isNew && { factory: account.factory, factoryData: account.factoryData }),
      callData: encodeCalls(calls),
      ...GAS,
      ...{ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, signature: '0x' },
    }
    const signature = await owner.signTypedData(operationTypedData(unsigned, chainId))
    return sendTransaction(client, {
      to: CONTRACTS.entryPoint,
      data: encodeFunctionData({
        abi: ENTRY_POINT,
        functionName: 'handleOps',
        args: [[packOperation({ ...unsigned, signature })], owner.address],
      }),
      gas: TRANSACTION_GAS,
    })
  })
  const { status } = await waitForTransactionReceipt(client, { hash, pollingInterval: POLLING_MS })
  if (status !== 'success') throw rpcError(-32603, 'The operation of the account failed.')
  return hash
}

/** The lines of the confirmation. */
const describe = (
  { chain }: WalletCore,
  { address }: SmartAccount,
  { to, value = 0n, data = '0x' }: Call,
): [string, string][] => [
  ['Account', address],
  ['Network', chain?.name ?? ''],
  ['To', to],
  ['Value', `${formatEther(value)} ETH`],
  ...(data === '0x' ? [] : [['Data', data.slice(0, 202)] as [string, string]]),
]

/** @throws -32602 (invalid parameters) */
function toCall(params: unknown): Call {
  const [site] = (Array.isArray(params) ? params : []) as [Record<string, unknown>?]
  const { to, value = '0x0', data = site?.['input'] ?? '0x' } = site ?? {}
  if (typeof to !== 'string' || !isAddress(to, { strict: false }))
    throw invalidParams('a smart account needs "to".')
  if (!isHex(value) || !isHex(data)) throw invalidParams('"value" and "data" must be hexadecimal.')
  return { to, value: BigInt(value), data }
}

/** @returns methods in place of those for accounts with a key */
export function operationMethods(account: SmartAccount): Record<string, Method> {
  /** The owner's signature over the same hash, in the form that the account's contract checks. */
  const signedBy =
    (name: 'personal_sign' | 'eth_signTypedData_v4'): Method =>
    async (core, params, method) => {
      const signature = (await signMethods[name]!(core, params, method)) as Hex
      return accountSignature(account, signature, await isDeployed(nodeOf(core), account.address))
    }
  return {
    personal_sign: signedBy('personal_sign'),
    eth_signTypedData_v4: signedBy('eth_signTypedData_v4'),
    async eth_sendTransaction(core, params, method) {
      signer(core, account.address)
      const call = toCall(params)
      const lines = describe(core, account, call)
      await core.ask({ kind: 'transaction', method, params, title: 'Send this?', lines })
      return operate(core, account, [call])
    },
  }
}
