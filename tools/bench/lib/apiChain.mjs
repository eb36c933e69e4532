// A chain with many transfers, made on anvil before it is measured how fast they are read.
import { accounts, request, tokens } from '@latchkey-tools/localnet'
import { readFileSync } from 'node:fs'
import { at } from '../../run/lib/paths.mjs'

const EACH = 200
const artifacts = JSON.parse(readFileSync(at('tools/localnet/src/evm/artifacts.json'), 'utf8'))
const word = (value) => BigInt(value).toString(16).padStart(64, '0')

/** Mines blocks with 200 transactions each that move a token. @returns {Promise<number>} transfers */
export async function chainWithTransfers(url, blocks) {
  const { address } = tokens.erc20
  await request(url, 'anvil_setCode', [address, artifacts.TestToken.runtime])
  for (const { address: from } of accounts) {
    const data = `0x40c10f19${word(from)}${word(10n ** 24n)}`
    await request(url, 'eth_sendTransaction', [{ from, to: address, data, gas: '0x30d40' }])
  }
  await request(url, 'evm_mine')
  for (let block = 0; block < blocks; block += 1) {
    const calls = Array.from({ length: EACH }, (_, index) => {
      const { address: from } = accounts[index % accounts.length]
      const to = BigInt(1 + ((block * EACH + index) % 5000)) + (1n << 150n)
      const data = `0xa9059cbb${word(to)}${word(block + 1)}`
      const tx = { from, to: address, data, gas: '0x186a0' }
      return { jsonrpc: '2.0', id: index, method: 'eth_sendTransaction', params: [tx] }
    })
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls),
    }).then((response) => response.text())
    await request(url, 'evm_mine')
  }
  return accounts.length + blocks * EACH
}
