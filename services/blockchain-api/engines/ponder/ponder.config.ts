// The chains come from the environment, so that a site changes no code:
//   DATABASE_URL            postgres://…, the database that ponder() of @latchkey/blockchain-api reads
//   DATABASE_SCHEMA         its schema; a changed chain or start block needs a new one
//   PONDER_RPC_URL_1        nodes of eip155:1, divided by |
//   PONDER_START_BLOCK_1    absent: 0; tokens and NFTs that came before it are not known
//   PONDER_POLL_MS          absent: 1000
import { createConfig } from 'ponder'
import { parseAbi } from 'viem'

const DEFAULT_POLL_MS = 1000
const RPC_URL = /^PONDER_RPC_URL_(\d+)$/

const ERC20 = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
const ERC721 = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
])
const ERC1155 = parseAbi([
  'event TransferSingle(address indexed by, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed by, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])

const chains = Object.entries(process.env).flatMap(([variable, urls]) => {
  const id = RPC_URL.exec(variable)?.[1]
  if (id === undefined || !urls) return []
  const startBlock = Number(process.env[`PONDER_START_BLOCK_${id}`] ?? 0)
  return [{ name: `eip155_${id}`, id: Number(id), rpc: urls.split('|'), startBlock }]
})
const pollingInterval = Number(process.env.PONDER_POLL_MS ?? DEFAULT_POLL_MS)

const everywhere = Object.fromEntries(chains.map(({ name, startBlock }) => [name, { startBlock }]))

export default createConfig({
  chains: Object.fromEntries(
    chains.map(({ name, id, rpc }) => [name, { id, rpc, pollingInterval }]),
  ),
  // Without an address, a contract is every contract with these events. A log of ERC-20 does not
  // fit the event of ERC-721, nor the other way round, and is left out there.
  contracts: {
    Erc20: { abi: ERC20, chain: everywhere },
    Erc721: { abi: ERC721, chain: everywhere },
    Erc1155: { abi: ERC1155, chain: everywhere },
  },
  blocks: { Head: { chain: everywhere, interval: 1 } },
})
