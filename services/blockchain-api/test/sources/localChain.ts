import { collections, request, type Token, tokens } from '@latchkey-tools/localnet'
import { type Abi, encodeFunctionData, type Hex, toHex, zeroAddress } from 'viem'
import { PEOPLE } from './fakeChain.js'
import { type Happened, type Person, type Realised, type Step } from './historySuite.js'

const GAS = 500_000
const GAS_PRICE = 20_000_000_000

/** Of the localnet's tokens the one that can be sent to nobody. */
const ERC20: Token = tokens.silent
const ABI = {
  erc20: ERC20.abi as Abi,
  erc721: collections.erc721.abi as Abi,
  erc1155: collections.erc1155.abi as Abi,
}
export const LOCAL_TOKENS: Realised['tokens'] = {
  erc20: ERC20,
  erc721: { ...collections.erc721, symbol: 'KEYS', decimals: 0 },
  erc1155: { ...collections.erc1155, symbol: '', decimals: 0 },
}

/** Makes the steps happen on a localnet, by people that nothing happened to before. */
export async function happenAt(url: string, steps: readonly Step[]): Promise<Happened[]> {
  for (const address of Object.values(PEOPLE)) {
    await request(url, 'anvil_setBalance', [address, toHex(10n ** 20n)])
    await request(url, 'anvil_impersonateAccount', [address])
  }
  await request(url, 'evm_setAutomine', [false])
  const hashes: string[] = []
  for (const [at, step] of steps.entries()) {
    // The node orders a block by price: the first one pays most.
    const price = { gas: toHex(GAS), gasPrice: toHex(GAS_PRICE - at) }
    hashes.push(await send(url, { ...transactionOf(step), ...price }))
    if (!steps[at + 1]?.inBlockOfBefore) await request(url, 'evm_mine')
  }
  await request(url, 'evm_setAutomine', [true])
  return Promise.all(steps.map((step, at) => place(url, step, hashes[at]!)))
}

const send = (url: string, transaction: object) =>
  request(url, 'eth_sendTransaction', [transaction]) as Promise<string>

const addressOf = (who: Person | 'nobody'): Hex => (who === 'nobody' ? zeroAddress : PEOPLE[who])

const transactionOf = (step: Step) => {
  const { kind, fails, amount = 1n } = step
  const from = addressOf(step.from)
  // The contract takes no coins.
  if (kind === 'native')
    return { from, to: fails ? ERC20.address : addressOf(step.to), value: toHex(amount) }
  return {
    from,
    to: LOCAL_TOKENS[kind].address,
    data: encodeFunctionData({ abi: ABI[kind], ...callOf(step) }),
  }
}

const callOf = ({ kind, mint, from, to, amount = 1n, tokenId = 0n }: Step) => {
  const [owner, receiver] = [addressOf(from), addressOf(to)]
  const what = { native: [], erc20: [amount], erc721: [tokenId], erc1155: [tokenId, amount] }[kind]
  if (mint) return { functionName: 'mint', args: [receiver, ...what] }
  if (kind === 'erc20') return { functionName: 'transfer', args: [receiver, amount] }
  return kind === 'erc721'
    ? { functionName: 'transferFrom', args: [owner, receiver, tokenId] }
    : { functionName: 'safeTransferFrom', args: [owner, receiver, tokenId, amount, '0x'] }
}

const place = async (url: string, step: Step, hash: string): Promise<Happened> => {
  const receipt = (await request(url, 'eth_getTransactionReceipt', [hash])) as {
    status: Hex
    blockNumber: Hex
    transactionIndex: Hex
  }
  if ((receipt.status === '0x1') === (step.fails === true))
    throw new Error(`a step did not happen as it should: ${step.kind} of ${step.from}`)
  const block = (await request(url, 'eth_getBlockByNumber', [receipt.blockNumber, false])) as {
    timestamp: Hex
  }
  return {
    ...{ ...step, hash, block: Number(receipt.blockNumber) },
    ...{ index: Number(receipt.transactionIndex), at: Number(block.timestamp) * 1000 },
  }
}
