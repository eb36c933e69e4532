import { isLatchkeyError, LatchkeyError, type Transfer } from '@latchkey/plugin-api'
import { badAnswer } from '@latchkey/plugin-api/wallet'
import { encodeFunctionData, erc1155Abi, erc20Abi, erc721Abi, type Hex } from 'viem'

type Ask = (method: string, params: unknown) => Promise<unknown>
type Moved = Pick<Transfer, 'account' | 'to' | 'value' | 'nft'>

/**
 * Encodes the call that moves a token: `transfer` of ERC-20, `safeTransferFrom` of ERC-721 and
 * ERC-1155, by which a contract is asked whether it takes the NFT.
 */
export function transferData({ account, to, value, nft }: Moved): Hex {
  const [from, receiver] = [account.address as Hex, to as Hex]
  if (!nft)
    return encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [receiver, value],
    })
  const id = BigInt(nft.id)
  const functionName = 'safeTransferFrom'
  return nft.standard === 'erc721'
    ? encodeFunctionData({ abi: erc721Abi, functionName, args: [from, receiver, id] })
    : encodeFunctionData({ abi: erc1155Abi, functionName, args: [from, receiver, id, value, '0x'] })
}

/** Whether an address with this code is more than a person's, also of one that delegates (EIP-7702). */
export const isContract = (code: unknown): boolean =>
  typeof code === 'string' && code !== '0x' && !/^0xef0100/i.test(code)

const asData = (answer: unknown): string => {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]*$/i.test(answer))
    throw badAnswer('eth_call', 'data')
  return answer
}
const isRevert = (error: unknown): boolean =>
  isLatchkeyError(error, 'rpc.failed') &&
  (error.context.rpcCode === 3 || /revert/i.test(error.message))

const refuse = (token: string, why: string): never => {
  throw new LatchkeyError('evm.transfer_refused', `The token ${token} ${why}: nothing was sent.`, {
    context: { token },
  })
}

/**
 * A token that answers nothing, as USDT does, is accepted. One that answers false would move nothing,
 * though its receipt would say success.
 */
async function demandToken(ask: Ask, token: string, call: object): Promise<void> {
  const answer = asData(await ask('eth_call', [call, 'latest']))
  if (answer === '0x') {
    if ((await ask('eth_getCode', [token, 'latest'])) === '0x') refuse(token, 'is not a contract')
  } else if (BigInt(answer) !== 1n) refuse(token, 'refuses this transfer')
}

/** Whether the account has what it would send, as the collection says. */
async function hasNft(
  ask: Ask,
  token: string,
  { account, value }: Moved,
  { id: text, standard }: NonNullable<Transfer['nft']>,
): Promise<boolean> {
  const [owner, id] = [account.address as Hex, BigInt(text)]
  const data =
    standard === 'erc721'
      ? encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [id] })
      : encodeFunctionData({ abi: erc1155Abi, functionName: 'balanceOf', args: [owner, id] })
  try {
    const answer = asData(await ask('eth_call', [{ to: token, data }, 'latest']))
    // The owner is a word too, and a collection without the token may answer nothing.
    const word = BigInt(answer === '0x' ? 0 : answer)
    return standard === 'erc721' ? word === BigInt(owner) : word >= value
  } catch (error) {
    // Collections revert for an item that nobody has any more.
    if (isRevert(error)) return false
    throw error
  }
}

async function demandNft(
  ask: Ask,
  token: string,
  moved: Moved & Required<Pick<Moved, 'nft'>>,
  call: object,
): Promise<void> {
  const { to, nft } = moved
  const context = { token, id: nft.id }
  if (!(await hasNft(ask, token, moved, nft)))
    throw new LatchkeyError(
      'evm.nft_gone',
      `The account does not have number ${nft.id} of ${token} any more: nothing was sent.`,
      { context },
    )
  try {
    await ask('eth_call', [call, 'latest'])
  } catch (error) {
    if (!isRevert(error)) throw error
    // An account that delegates to a contract is asked like one.
    if ((await ask('eth_getCode', [to, 'latest'])) === '0x')
      return refuse(token, 'refuses this transfer')
    throw new LatchkeyError(
      'evm.receiver_refused',
      `${to} is a contract that does not take number ${nft.id} of ${token}: nothing was sent.`,
      { context: { ...context, receiver: to }, cause: error },
    )
  }
}

/**
 * Simulates a transfer of a token or an NFT.
 * @returns the data of its call
 * @throws `evm.transfer_refused`, `evm.nft_gone`, `evm.receiver_refused`; `rpc.failed` when a token
 * reverts
 */
export async function demandTransfer(ask: Ask, moved: Moved, token: string): Promise<Hex> {
  const data = transferData(moved)
  const call = { from: moved.account.address, to: token, data }
  const { nft } = moved
  await (nft ? demandNft(ask, token, { ...moved, nft }, call) : demandToken(ask, token, call))
  return data
}
