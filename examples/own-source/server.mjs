// The blockchain API with a source of the shop's own, and a page that shows what it answers.
import { createServer } from 'node:http'
import process from 'node:process'
import { startBlockchainApi } from '@latchkey/blockchain-api'
import { VISITOR } from './ledger.mjs'
import { ledgerSource } from './ledgerSource.mjs'

const CHAIN = 'eip155:31337'
const { PORT = '5173' } = process.env

const api = await startBlockchainApi({
  chains: [
    {
      id: CHAIN,
      // Nothing is read of a node: the ledger knows everything.
      rpcUrls: [],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  ],
  sources: [ledgerSource(CHAIN)],
})

const ask = async (path) =>
  (await fetch(new URL(`/v1/account/${CHAIN}:${VISITOR}${path}`, api.url))).json()

/** Reads the history to its end, page by page, as a client does. */
async function readHistory() {
  const entries = []
  let next = ''
  do {
    const page = await ask(`/history${next && `?cursor=${next}`}`)
    entries.push(...page.data)
    next = page.next
  } while (next)
  return entries
}

const lineOf = ({ metadata, transfers: [moved] }) =>
  `<li>${metadata.minedAt} ${moved.direction} ${moved.quantity.numeric} ${moved.fungible_info.symbol}</li>`

createServer(async (_, response) => {
  const [entries, { balances }] = await Promise.all([readHistory(), ask('/balance')])
  const [{ quantity, symbol }] = balances
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><html lang="en"><title>Ledger</title>
<h1>${quantity.numeric} ${symbol}</h1><ol>${entries.map(lineOf).join('')}</ol></html>`)
}).listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`))
