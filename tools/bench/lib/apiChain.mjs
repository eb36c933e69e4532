// A chain with many transfers on anvil, and what is compared: what the chain says of them, and what a
// store keeps.
import { readEntry } from '@latchkey/blockchain-api'
import { accounts, request, tokens } from '@latchkey-tools/localnet'
import { readFileSync } from 'node:fs'
import { at } from '../../run/lib/paths.mjs'

const EACH = 200
const RECEIVERS = 5000
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const CHUNK = 100
const artifacts = JSON.parse(readFileSync(at('tools/localnet/src/evm/artifacts.json'), 'utf8'))
const word = (value) => BigInt(value).toString(16).padStart(64, '0')
const receiver = (index) => BigInt(1 + (index % RECEIVERS)) + (1n << 150n)
const hex = (value) => `0x${value.toString(16)}`

/** Puts the token on the chain and gives everybody some. @returns {Promise<number>} transfers */
export async function startTransfers(url) {
  const { address } = tokens.erc20
  await request(url, 'anvil_setCode', [address, artifacts.TestToken.runtime])
  for (const { address: from } of accounts) {
    const data = `0x40c10f19${word(from)}${word(10n ** 24n)}`
    await request(url, 'eth_sendTransaction', [{ from, to: address, data, gas: '0x30d40' }])
  }
  await request(url, 'evm_mine')
  return accounts.length
}

/** Mines one block with transactions that move the token. @param {number} first makes amounts differ */
export async function mineTransfers(url, first, count = EACH) {
  // The node handles a batch in any order, and would give two transactions the same nonce.
  const nonces = await Promise.all(
    accounts.map(({ address }) => request(url, 'eth_getTransactionCount', [address, 'pending'])),
  )
  const calls = Array.from({ length: count }, (_, index) => {
    const { address: from } = accounts[index % accounts.length]
    const nonce = Number(nonces[index % accounts.length]) + Math.floor(index / accounts.length)
    const data = `0xa9059cbb${word(receiver(first + index))}${word(1 + Math.floor(first / count))}`
    const tx = { from, to: tokens.erc20.address, data, gas: '0x186a0', nonce: hex(nonce) }
    return { jsonrpc: '2.0', id: index, method: 'eth_sendTransaction', params: [tx] }
  })
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls),
  }).then((response) => response.text())
  await request(url, 'evm_mine')
}

/** Mines blocks with 200 transactions each that move a token. @returns {Promise<number>} transfers */
export async function chainWithTransfers(url, blocks) {
  const minted = await startTransfers(url)
  for (let block = 0; block < blocks; block += 1) await mineTransfers(url, block * EACH)
  return minted + blocks * EACH
}

/** The chain's own logs, one line for each end of each transfer, sorted. */
export async function linesOfChain(url) {
  const head = Number(await request(url, 'eth_blockNumber'))
  const lines = []
  for (let from = 0; from <= head; from += CHUNK) {
    const to = Math.min(head, from + CHUNK - 1)
    const filter = { fromBlock: hex(from), toBlock: hex(to), topics: [TRANSFER] }
    for (const log of await request(url, 'eth_getLogs', [filter])) {
      const [sender, to] = log.topics.slice(1).map((topic) => `0x${topic.slice(-40)}`)
      const place = `${Number(log.blockNumber)} ${Number(log.transactionIndex)} ${log.transactionHash}`
      const line = `${place} ${sender} ${to} ${BigInt(log.data)}`
      if (BigInt(sender) > 0n) lines.push(`${sender} ${line}`)
      if (to !== sender) lines.push(`${to} ${line}`)
    }
  }
  return lines.sort()
}

/** The same lines from a store. */
export async function linesOfStore(store, chain) {
  const people = [
    ...accounts.map(({ address }) => address.toLowerCase()),
    ...Array.from({ length: RECEIVERS }, (_, at) => `0x${word(receiver(at)).slice(-40)}`),
  ]
  const lines = []
  for (const account of people) {
    const rows = await store.history.page({ account: `${chain}:${account}`, chain, limit: 1e6 })
    for (const { block, index, hash, body } of rows.map(readEntry))
      for (const { from, to, amount } of body.transfers)
        lines.push(`${account} ${block} ${index} ${hash} ${from} ${to} ${amount}`.toLowerCase())
  }
  return lines.sort()
}
