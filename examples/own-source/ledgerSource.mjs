import { ledger, POINTS } from './ledger.mjs'

/**
 * A source of history and balances from the shop's ledger.
 * @param {string} chain CAIP-2 id of the chain that the ledger is about
 * @returns {import('@latchkey/blockchain-api').SourceFactory}
 */
export const ledgerSource = (chain) => () => [
  {
    // It stands in cursors: once there are visitors, it must not change.
    id: 'shop-ledger',
    chains: [chain],
    async history({ account, position, limit, signal }) {
      signal.throwIfAborted()
      // The place of the last payment that was told. New payments do not move the older ones.
      const before = position === undefined ? Infinity : Number(position)
      const own = rowsOf(account.address).filter(({ number }) => number < before)
      const page = own.slice(0, limit)
      return {
        items: page.map((row) => toItem(row, account.address)),
        // Without `next` this is the last page.
        ...(own.length > limit && { next: String(page.at(-1).number) }),
      }
    },
    async balances({ account, signal }) {
      signal.throwIfAborted()
      const amount = rowsOf(account.address).reduce(
        (sum, row) => (row.to === account.address ? sum + row.amount : sum - row.amount),
        0n,
      )
      return { items: [{ ...POINTS, amount: String(amount) }] }
    },
  },
]

/** Addresses come with their checksum; the ledger writes them so too. */
const rowsOf = (address) => ledger.filter(({ from, to }) => from === address || to === address)

const toItem = ({ hash, at, from, to, amount }, own) => ({
  ...{ hash, at, status: 'confirmed', sentFrom: from, sentTo: POINTS.address },
  operationType: from === own ? 'send' : 'receive',
  transfers: [
    {
      ...{ direction: from === own ? 'out' : 'in', from, to, standard: 'erc20' },
      ...{ token: POINTS.address, amount: String(amount), info: POINTS },
    },
  ],
})
