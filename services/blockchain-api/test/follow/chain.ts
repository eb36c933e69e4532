import { collections, request, tokens } from '@latchkey-tools/localnet'
import { decodeEventLog, encodeFunctionData, parseAbi, type Abi, type Hex, type Log } from 'viem'
import { readEntry } from '../../src/store/entryText.js'
import { type Holding, type Store } from '../../src/store/store.js'

const EVENTS = {
  erc20: parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']),
  erc721: parseAbi([
    'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  ]),
  erc1155: collections.erc1155.abi,
}
type Rpc = (method: string, ...params: unknown[]) => Promise<unknown>
interface Tx {
  hash: Hex
  from: Hex
  to: Hex | null
  value: Hex
  transactionIndex: Hex
}
interface Block {
  number: Hex
  hash: Hex
  transactions: Tx[]
}

export const NOBODY = `0x${'0'.repeat(40)}`

/** A chain to write on, and its own account of what happened on it. */
export const chainAt = (url: string) => {
  const rpc: Rpc = (method, ...params) => request(url, method, params)
  const call = (from: string, to: { address: Hex; abi: readonly unknown[] }) => {
    return (functionName: string, ...args: unknown[]) =>
      send({
        from,
        to: to.address,
        data: encodeFunctionData({ abi: to.abi as Abi, functionName, args }),
      })
  }
  /** Whether the node makes a block of each transaction. */
  let isMining = true
  const setMining = async (isOn: boolean): Promise<void> => {
    await rpc('evm_setAutomine', isOn)
    isMining = isOn
  }
  /** @returns the hash, once the transaction is in a block where the node makes one of it */
  const send = async (tx: Record<string, unknown>): Promise<Hex> => {
    const whole = { gas: '0x7a120', ...tx }
    if (!isMining) return (await rpc('eth_sendTransaction', whole)) as Hex
    const receipt = (await rpc('eth_sendTransactionSync', whole)) as { transactionHash: Hex }
    return receipt.transactionHash
  }
  const head = async () => Number(await rpc('eth_blockNumber'))

  /** Every movement of value, in lines that a store's content is compared with. */
  async function lines(from = 0): Promise<string[]> {
    const found: string[] = []
    for (let number = from; number <= (await head()); number += 1) {
      const block = (await rpc('eth_getBlockByNumber', `0x${number.toString(16)}`, true)) as Block
      const logs = (await rpc('eth_getLogs', { blockHash: block.hash })) as Log<Hex, Hex>[]
      for (const tx of block.transactions) {
        const at = `${number} ${Number(tx.transactionIndex)} ${tx.hash}`
        const { status } = (await rpc('eth_getTransactionReceipt', tx.hash)) as { status: Hex }
        if (tx.to && BigInt(tx.value) > 0n && status === '0x1')
          found.push(`${at} native   ${BigInt(tx.value)} ${tx.from} ${tx.to}`)
        for (const log of logs.filter(({ transactionHash }) => transactionHash === tx.hash))
          found.push(...movements(log).map((line) => `${at} ${line}`))
      }
    }
    return found.map((line) => line.toLowerCase()).sort()
  }
  /** The amount of an NFT as its contract says. */
  async function amountOf(owner: string, held: Holding): Promise<bigint> {
    const single = held.standard === 'erc721'
    const data = encodeFunctionData({
      abi: parseAbi([
        'function ownerOf(uint256) view returns (address)',
        'function balanceOf(address, uint256) view returns (uint256)',
      ]),
      ...(single
        ? { functionName: 'ownerOf' as const, args: [BigInt(held.tokenId)] as const }
        : {
            functionName: 'balanceOf' as const,
            args: [owner as Hex, BigInt(held.tokenId)] as const,
          }),
    })
    const answer = (await rpc('eth_call', { to: held.token, data }, 'latest')) as Hex
    if (!single) return BigInt(answer)
    return answer.endsWith(owner.slice(2).toLowerCase()) ? 1n : 0n
  }
  return { url, rpc, call, send, setMining, head, lines, amountOf }
}
export type Chain = ReturnType<typeof chainAt>

/** Reads a log with viem, which shares nothing with the follower's own reading. */
function movements(log: Log<Hex, Hex>): string[] {
  const kind =
    log.address.toLowerCase() === collections.erc1155.address
      ? 'erc1155'
      : log.topics.length === 4
        ? 'erc721'
        : 'erc20'
  let event
  try {
    event = decodeEventLog({ abi: EVENTS[kind] as Abi, data: log.data, topics: log.topics })
  } catch {
    return []
  }
  const args = event.args as unknown as Record<string, bigint | bigint[] | string>
  const ids = (args.ids ?? [args.id ?? args.tokenId ?? '']) as (bigint | string)[]
  const amounts = (args.values ?? [args.value ?? 1n]) as bigint[]
  return ids.map((id, at) => `${kind} ${log.address} ${id} ${amounts[at]} ${args.from} ${args.to}`)
}

/** The same lines from a store, each movement once, from all accounts of the list. */
export async function linesOf(
  store: Store,
  chain: string,
  accounts: readonly string[],
): Promise<string[]> {
  const found = new Set<string>()
  for (const account of accounts) {
    const rows = await store.history.page({
      account: `${chain}:${account}`,
      chain,
      limit: 1_000_000,
    })
    for (const { block, index, hash, body } of rows.map(readEntry)) {
      const seen = new Map<string, number>()
      for (const move of body.transfers) {
        const { standard, token = '', tokenId = '', amount, from, to } = move
        const line = `${block} ${index} ${hash} ${standard} ${token} ${tokenId} ${amount} ${from} ${to}`
        const times = (seen.get(line) ?? 0) + 1
        seen.set(line, times)
        found.add(`${line.toLowerCase()} #${times}`)
      }
    }
  }
  return [...found].sort()
}

/** Lines as `linesOf` numbers them: equal movements of one transaction are counted. */
export function counted(lines: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return lines
    .map((line) => {
      const times = (seen.get(line) ?? 0) + 1
      seen.set(line, times)
      return `${line} #${times}`
    })
    .sort()
}

/** Blocks with a little of everything between the accounts, one transaction of each kind a block. */
export async function fill(chain: Chain, accounts: readonly Hex[], blocks: number, seed: number) {
  await chain.setMining(false)
  for (let at = 0; at < blocks; at += 1) {
    const one = accounts[(seed + at) % accounts.length]!
    const two = accounts[(seed + at * 3 + 1) % accounts.length]!
    const id = BigInt(seed) * 10_000n + BigInt(at)
    await chain.call(one, tokens.erc20)('transfer', two, id + 1n)
    await chain.send({ from: one, to: two, value: `0x${(id + 1n).toString(16)}` })
    await chain.call(one, collections.erc721)('mint', two, id)
    await chain.call(two, collections.erc1155)('mint', two, id % 5n, 10n)
    await chain.call(two, collections.erc1155)(
      'safeBatchTransferFrom',
      two,
      one,
      [id % 5n],
      [3n],
      '0x',
    )
    await chain.rpc('evm_mine')
  }
  await chain.setMining(true)
}
