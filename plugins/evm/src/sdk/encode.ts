import { encodeFunctionData, type Abi } from 'viem'

export { demandTransfer, isContract, transferData } from './transfer.js'

/** Encodes a call of a contract by its ABI. */
export const callData = (
  abi: readonly unknown[],
  functionName: string,
  args: readonly unknown[] | undefined,
): `0x${string}` =>
  encodeFunctionData({ abi: abi as Abi, functionName, ...(args && { args: [...args] }) })
