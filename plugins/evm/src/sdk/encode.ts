import { encodeFunctionData, erc20Abi, type Abi } from 'viem'

/** Call data of an ERC-20 transfer: selector 0xa9059cbb, recipient, base units. */
export const transferData = (to: string, value: bigint): `0x${string}` =>
  encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to as `0x${string}`, value],
  })

export const callData = (
  abi: readonly unknown[],
  functionName: string,
  args: readonly unknown[] | undefined,
): `0x${string}` =>
  encodeFunctionData({ abi: abi as Abi, functionName, ...(args && { args: [...args] }) })
