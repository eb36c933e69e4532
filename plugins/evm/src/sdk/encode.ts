import { encodeFunctionData, erc20Abi, type Abi } from 'viem'

/** Encodes an ERC-20 transfer: selector 0xa9059cbb, recipient, base units. */
export const transferData = (to: string, value: bigint): `0x${string}` =>
  encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to as `0x${string}`, value],
  })

/** Encodes a call of a contract by its ABI. */
export const callData = (
  abi: readonly unknown[],
  functionName: string,
  args: readonly unknown[] | undefined,
): `0x${string}` =>
  encodeFunctionData({ abi: abi as Abi, functionName, ...(args && { args: [...args] }) })
