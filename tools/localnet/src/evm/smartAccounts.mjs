// The contracts of smart accounts, with the very code and at the very addresses that they have on public chains: the
// Delegation Framework 1.3.0 and EntryPoint 0.7. The code comes from packages, and nothing of it is copied into this
// repository.
import * as published from '@metamask/delegation-abis/bytecode'
import { createRequire } from 'node:module'
import { concatHex, getContractAddress, isAddressEqual, pad, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { request } from '@latchkey/testing/nodes'

/** @typedef {import('../index.d.mts').Hex} Hex */

/** Deploys by CREATE2 what it is sent, after 32 bytes of salt; every anvil has it. */
const CREATE2_FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const SALT = stringToHex('GATOR', { size: 32 })
const ENTRY_POINT_SALT = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'

/** A library for passkeys, which the code of accounts names. */
const PASSKEY_LIBRARY = '0xCCD3B747F3DBd349fa3af4eBC7d0C31aE6f21dd1'
/** May pause the manager on public chains, and does so here. */
const MANAGER_OWNER = '0xb0403b32f54d0bd752113f4009e8b534c6669f44'

/** @type {import('../index.d.mts').SmartContracts} */
const ADDRESSES = {
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  delegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
  factory: '0x69Aa2f9fe1572F1B640E1bbc512f5c3a734fc77c',
  implementation: '0x48dBe696A4D990079e039489bA2053B36E8FFEC4',
}

/**
 * A contract of the package, by its name there: where it is, and the hash of the compiler's metadata in the code on
 * public chains. The package was compiled from the same sources laid out in another way, and differs in this hash
 * alone. The addresses follow from the bytes, so that a wrong one would deploy somewhere else.
 * @type {Record<string, [address: Hex, metadata: string, ...args: Hex[]]>}
 */
const FRAMEWORK = {
  SimpleFactory: [
    ADDRESSES.factory,
    'c5ebe4333fa061619df2864b76011685b4a25867b9958ff350b638fd1a460aaa',
  ],
  DelegationManager: [
    ADDRESSES.delegationManager,
    'c2284ea0163aafd9aee402e7645e9db93d0c27667921732dd0458883520a4752',
    MANAGER_OWNER,
  ],
  HybridDeleGator: [
    ADDRESSES.implementation,
    '0d163878bfa2b037deeac3ef528ca59754c074b28dca72539f88c3723e9e6192',
    ADDRESSES.delegationManager,
    ADDRESSES.entryPoint,
  ],
  AllowedMethodsEnforcer: [
    '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
    '9b5da9243dcd3815a06d34a51586ce02e6c67b993be22c2b463556cf3e0f77b4',
  ],
  AllowedTargetsEnforcer: [
    '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
    'c8822d4c7275ef8dedf0f20285c1cb5687e2081aef67716a170ae9a2f3de5001',
  ],
  ERC20PeriodTransferEnforcer: [
    '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
    '02755ab8cc52dedf9878671bfd7d317d71bfc428a79a9809842faaefd0de27d0',
  ],
  ERC20StreamingEnforcer: [
    '0x56c97aE02f233B29fa03502Ecc0457266d9be00e',
    '38be6c898e25e035c36a52fe26a236a90574cd5fb48f9bc1cb72563a2f07d55b',
  ],
  ERC20TransferAmountEnforcer: [
    '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc',
    'c41875b732e3b48749e6357d2d1452efe720957c650141af2df143c50d966250',
  ],
  ExactCalldataEnforcer: [
    '0x99F2e9bF15ce5eC84685604836F71aB835DBBdED',
    '62106f857b9ea5652771f8110c9d685a8777516e1a78046d5db46a91586469c1',
  ],
  LimitedCallsEnforcer: [
    '0x04658B29F6b82ed55274221a06Fc97D318E25416',
    '2c3f46b0859baa05ad68ac999840f0730e6a8b3553b600a51784470af7b87c1d',
  ],
  NativeTokenPeriodTransferEnforcer: [
    '0x9BC0FAf4Aca5AE429F4c06aEEaC517520CB16BD9',
    'd41e667da8d747979e7ed7f05af656310d3eb3029c9d0c8a63a248703010d506',
  ],
  NativeTokenStreamingEnforcer: [
    '0xD10b97905a320b13a0608f7E9cC506b56747df19',
    '9ae3650bc35b3640fcc1f9a46bf5b25f1ce1bf6eb25aeb42d8582dc4beb6b96b',
  ],
  NativeTokenTransferAmountEnforcer: [
    '0xF71af580b9c3078fbc2BBF16FbB8EEd82b330320',
    '24cad96a7227a2b90e98242180a662fd4fbc57d3e5f57735ca4faddc936bc47d',
  ],
  TimestampEnforcer: [
    '0x1046bb45C8d673d4ea75321280DB34899413c069',
    '937c24aea9e01f448cb62e2b3be0bdd7f808e5688cca18b12ff45cb1dabdc7b0',
  ],
  ValueLteEnforcer: [
    '0x92Bf12322527cAA612fd31a0e810472BBB106A8F',
    'aaa65c38bf913adb3b6476a0d2d501b6b9e881c6a33b33b16dd8081cbc1b61ce',
  ],
}

const METADATA = /(?<=a2646970667358221220)[0-9a-f]{64}(?=64736f6c63430008170033)/
const LIBRARY_PLACE = /__\$[0-9a-f]{34}\$__/g

// An account of its own, so that the ten accounts spend no nonce.
const deployer = privateKeyToAccount(
  '0x0000000000000000000000000000000000000000000000000000000000004337',
)
const WEALTH = 10n ** 21n
const GAS = 6_500_000n
const MAX_FEE = 10n ** 11n

/** @param {string} name @returns {Hex} */
function creationCode(name) {
  const [, metadata, ...args] = FRAMEWORK[name] ?? []
  const code = /** @type {Record<string, Hex>} */ (/** @type {unknown} */ (published))[name]
  if (!code || !metadata) throw new Error(`The package of the framework has no ${name}.`)
  const linked = /** @type {Hex} */ (
    code.replace(METADATA, metadata).replace(LIBRARY_PLACE, PASSKEY_LIBRARY.slice(2).toLowerCase())
  )
  return concatHex([linked, ...args.map((argument) => pad(argument, { size: 32 }))])
}

/** @returns {{ address: Hex, salt: Hex, code: Hex }[]} */
const deployments = () => [
  {
    address: ADDRESSES.entryPoint,
    salt: ENTRY_POINT_SALT,
    code: createRequire(import.meta.url)('@account-abstraction/contracts/artifacts/EntryPoint.json')
      .bytecode,
  },
  ...Object.entries(FRAMEWORK).map(([name, [address]]) => ({
    address,
    salt: SALT,
    code: creationCode(name),
  })),
]

/** The library's code, which deploying it somewhere else shows. @param {string} url */
async function placeLibrary(url) {
  const runtime = await request(url, 'eth_call', [{ data: published.SCL_RIP7212 }, 'latest'])
  await request(url, 'anvil_setCode', [PASSKEY_LIBRARY, runtime])
}

/** @type {typeof import('../index.d.mts').deploySmartAccounts} */
export async function deploySmartAccounts(url) {
  const parts = deployments()
  for (const { address, salt, code } of parts) {
    const actual = getContractAddress({
      ...{ opcode: 'CREATE2', from: CREATE2_FACTORY },
      ...{ salt, bytecode: code },
    })
    if (!isAddressEqual(actual, address))
      throw new Error(`The code of ${address} belongs to ${actual}: a package has changed.`)
  }
  await request(url, 'anvil_setBalance', [deployer.address, `0x${WEALTH.toString(16)}`])
  await placeLibrary(url)
  const [chainId, first] = await Promise.all([
    request(url, 'eth_chainId'),
    request(url, 'eth_getTransactionCount', [deployer.address, 'pending']),
  ])
  // All are sent before any is waited for: blocks may be seconds apart.
  for (const [index, { salt, code }] of parts.entries()) {
    const signed = await deployer.signTransaction({
      type: 'eip1559',
      chainId: Number(chainId),
      nonce: Number(first) + index,
      to: CREATE2_FACTORY,
      data: concatHex([salt, code]),
      gas: GAS,
      maxFeePerGas: MAX_FEE,
      maxPriorityFeePerGas: 1n,
    })
    await request(url, 'eth_sendRawTransaction', [signed])
  }
  await request(url, 'evm_mine', [])
  for (const { address } of parts)
    if ((await request(url, 'eth_getCode', [address, 'latest'])) === '0x')
      throw new Error(`The contract ${address} was not deployed to ${url}.`)
  return ADDRESSES
}
