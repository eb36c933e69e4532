import {
  concatHex,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  isAddress,
  isAddressEqual,
  pad,
  type Address,
  type Hex,
} from 'viem'
import { CONTRACTS } from '../contracts/addresses.js'
import { badInput } from '../errors.js'
import { PROXY_CREATION_CODE } from './proxyCode.js'

/** A contract account of one owner, deployed or not. */
export interface SmartAccount {
  address: Address
  /** The account with a key that owns it. */
  owner: Address
  /** 32 bytes. */
  salt: Hex
  /** Deploys it, with the first operation (ERC-4337). */
  factory: Address
  factoryData: Hex
}

const INITIALIZE = [
  {
    type: 'function',
    name: 'initialize',
    stateMutability: 'nonpayable',
    inputs: [
      { name: '_owner', type: 'address' },
      { name: '_keyIds', type: 'string[]' },
      { name: '_xValues', type: 'uint256[]' },
      { name: '_yValues', type: 'uint256[]' },
    ],
    outputs: [],
  },
] as const

const DEPLOY = [
  {
    type: 'function',
    name: 'deploy',
    stateMutability: 'nonpayable',
    inputs: [
      { name: '_bytecode', type: 'bytes' },
      { name: '_salt', type: 'bytes32' },
    ],
    outputs: [{ name: 'addr_', type: 'address' }],
  },
] as const

/**
 * The account of an owner: a `HybridDeleGator` behind an ERC-1967 proxy, without passkeys. Its address is the same
 * on each chain where the contracts are (see {@link CONTRACTS}) and follows from the owner and the salt; nobody is
 * asked.
 * @param salt up to 32 bytes, for a further account of the same owner; `0x` if left out
 * @throws `smart.bad_input` if the owner is not an address, or the salt is longer
 */
export function smartAccountOf(owner: Address, salt: Hex = '0x'): SmartAccount {
  if (!isAddress(owner)) throw badInput('owner', 'an EVM address')
  if (!/^0x(?:[0-9a-f]{2}){0,32}$/i.test(salt)) throw badInput('salt', 'up to 32 bytes of hex')
  const initialization = encodeFunctionData({
    abi: INITIALIZE,
    functionName: 'initialize',
    args: [owner, [], [], []],
  })
  const creationCode = concatHex([
    PROXY_CREATION_CODE,
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes' }],
      [CONTRACTS.implementation, initialization],
    ),
  ])
  const padded = pad(salt, { size: 32 })
  return {
    address: getContractAddress({
      opcode: 'CREATE2',
      from: CONTRACTS.factory,
      salt: padded,
      bytecode: creationCode,
    }),
    owner: getAddress(owner),
    salt: padded,
    factory: CONTRACTS.factory,
    factoryData: encodeFunctionData({
      abi: DEPLOY,
      functionName: 'deploy',
      args: [creationCode, padded],
    }),
  }
}

/**
 * Whether a call deploys one account and does nothing else: it asks the framework's factory, and the account's
 * address follows from the bytes. A key that sends a foreign call may lose what it has.
 */
export function isDeploymentOf(
  account: Address,
  { factory, factoryData }: Pick<SmartAccount, 'factory' | 'factoryData'>,
): boolean {
  try {
    if (!isAddressEqual(factory, CONTRACTS.factory)) return false
    const [bytecode, salt] = decodeFunctionData({ abi: DEPLOY, data: factoryData }).args
    const made = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode })
    return isAddressEqual(made, account)
  } catch {
    return false
  }
}
