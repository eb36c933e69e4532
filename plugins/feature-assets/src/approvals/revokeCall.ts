import type { AssetApproval } from '../api.js'

const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
const call = (functionName: string, first: string, second: string) => [
  {
    type: 'function',
    name: functionName,
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'spender', type: first },
      { name: 'value', type: second },
    ],
    outputs: [],
  },
]

/** The call of the token's contract that takes a right away (ERC-20, ERC-721, ERC-1155). */
export function revokeCall({ kind, token, spender, tokenId }: AssetApproval) {
  const functionName = kind === 'all' ? 'setApprovalForAll' : 'approve'
  const args =
    kind === 'amount'
      ? [spender, 0n]
      : kind === 'all'
        ? [spender, false]
        : // Nobody may take the item.
          [ZERO_ADDRESS, BigInt(tokenId ?? 0)]
  return {
    address: token,
    abi: call(functionName, 'address', kind === 'all' ? 'bool' : 'uint256'),
    functionName,
    args,
  }
}
