import type { Hex } from 'viem'
import type { ContractName } from './addresses.js'

/**
 * Keccak-256 of the code at each address, with the words of {@link CHAIN_WORDS} as zeros. The code is what the
 * published creation code leaves on a chain, and the addresses follow from that creation code (CREATE2).
 */
export const CODE_HASHES: Record<ContractName, Hex> = {
  entryPoint: '0x8db5ff695839d655407cc8490bb7a5d82337a86a6b39c3f0258aa6c3b582fc58',
  delegationManager: '0xa14af61a12e4e62a7e7a4de36f9b03cfdd35602777767bb2193572e11a19a8de',
  factory: '0x82c94f0735e1e8ea2ffc1df4186cf5d3e28877459f9ff330289b99ea851e5ae9',
  implementation: '0xccb8a9667d9e83613fcfdcf4d329e1c07d3b5b0683b2d92437b6bf5b4cbf2dc6',
  allowedMethods: '0xe249051b4b4239edfbefe4b8c6cae88c4bb5316b4abadc2c8c2519a022be215a',
  allowedTargets: '0x70e128c26997cf42e91e128d24465d23f86e569fec044d304cefc93044f46600',
  erc20Period: '0xd9a721435a13aaa562f7e6c7f7d062170a725ffdb7dd7c1e30798194ee9e186c',
  erc20Stream: '0x8e31eec9b92aaea9bc436978b5e20b43f29383f863c129824feb9f8b556793cb',
  erc20Total: '0xa9104d82ccfcdb251f90da0f1b49f36432d574925f72ed4cb97bec5b3a94cd54',
  exactCalldata: '0x22eef3e73397f97581331630b2783433d7290d6af7cea46214762283c2c15ab2',
  limitedCalls: '0x3a07a1b31d8f8f29cde4260f88fc5011e003e4bdbd519c8274fc7092d2356468',
  nativePeriod: '0xa7154b218ef65120a6573b9785074631478a2c08e0a9efd9a8f6e103fc84bb0f',
  nativeStream: '0xd4c75234603b5fc686f77fd9703943c7c806a3d957f9a3b9efbcef6d322b0892',
  nativeTotal: '0x85eecf45ca587f7c630d2a4b037bfd89790ca1c80787264f27cf20f506f7ee47',
  timestamp: '0x1da353833766081398664c131a50988f6f7190d6a1a974f497607b974705900c',
  valueLte: '0x825495cede463ecea97c3c6c2bee85d5a4645906e1f0498a9432b39f43cfad19',
}

/**
 * Where contracts keep their EIP-712 domain, which is another one on each chain: the offsets, in bytes, of the chain's
 * id and of the hash of the domain.
 */
export const CHAIN_WORDS: Partial<
  Record<ContractName, { name: string; chainId: number; domain: number }>
> = {
  delegationManager: { name: 'DelegationManager', chainId: 6767, domain: 6809 },
  implementation: { name: 'HybridDeleGator', chainId: 7835, domain: 7877 },
}
