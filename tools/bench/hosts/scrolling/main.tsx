// A site whose account has 10,000 tokens and 10,000 transactions. The page answers for its server
// itself: the figures are those of the modal, not of a network.
import { backend } from '@latchkey/backend'
import { evm } from '@latchkey/evm'
import { activity } from '@latchkey/feature-activity'
import { assets } from '@latchkey/feature-assets'
import { createKernel } from '@latchkey/kernel'
import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'

const COUNT = 10_000
/** Entries of one answer. */
const PAGE = 1_000
const API = 'https://api.bench.test'
const CHAIN = 'eip155:1'
const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FLAGS = { is_spam: false }

const addressOf = (index: number): string => `0xa${index.toString(16).padStart(39, '0')}`
const list = <T,>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index))

const balances = list(COUNT, (index) => ({
  name: index ? `Token ${index}` : 'Ether',
  symbol: index ? `T${index}` : 'ETH',
  chainId: CHAIN,
  ...(index && { address: `${CHAIN}:${addressOf(index)}` }),
  value: (COUNT - index) * 1.25,
  price: 1.25,
  quantity: { decimals: '18', numeric: `${COUNT - index}.123456` },
  iconUrl: '',
  flags: FLAGS,
}))
const entryOf = (index: number) => ({
  id: `e${index}`,
  metadata: {
    hash: `0x${index.toString(16).padStart(64, '0')}`,
    // Two hours lie between two of them, so that months begin all along the list.
    minedAt: new Date(Date.now() - index * 7_200_000).toISOString(),
    chain: CHAIN,
    operationType: 'send',
    status: index % 50 ? 'confirmed' : 'failed',
    sentFrom: ALICE,
    sentTo: addressOf(index % 300),
  },
  transfers: [
    {
      direction: 'out',
      from: ALICE,
      to: addressOf(index % 300),
      quantity: { numeric: `${index}.5` },
      fungible_info: { name: 'Ether', symbol: 'ETH', decimals: 18, flags: FLAGS },
    },
  ],
})
function historyFrom(cursor: string | null) {
  const from = Number(cursor ?? 0)
  const end = from + PAGE
  return {
    data: list(PAGE, (index) => entryOf(from + index)),
    next: end < COUNT ? String(end) : null,
  }
}

/** Answers of the site's server and of the network's node. */
function answer({ origin, pathname, searchParams }: URL, init?: RequestInit): unknown {
  if (origin !== API) {
    const calls = JSON.parse(String(init?.body)) as { id: number } | { id: number }[]
    const reply = ({ id }: { id: number }) => ({ jsonrpc: '2.0', id, result: '0x0' })
    return Array.isArray(calls) ? calls.map(reply) : reply(calls)
  }
  if (pathname.endsWith('/history')) return historyFrom(searchParams.get('cursor'))
  if (pathname.endsWith('/balance')) return { balances, currency: 'usd', missing: [] }
  if (pathname.endsWith('/supported-chains')) return { http: [CHAIN], ws: [] }
  return { fungibles: [] }
}
window.fetch = (target, init) =>
  Promise.resolve(
    Response.json(answer(new URL(target instanceof Request ? target.url : target), init)),
  )

const kernel = createKernel({
  metadata: { name: 'Bench' },
  plugins: [evm({ networks: [mainnet] }), backend({ url: API }), assets(), activity()],
})

/** Connects the wallet, and opens a tab of the account with all that belongs into it. */
async function openTab(tab: 'tokens' | 'activity'): Promise<void> {
  await kernel.ready
  kernel.open()
  const find = () =>
    kernel.ports.connectors.get().find(({ value }) => value.name === 'Bench Wallet')
  while (!find()) await new Promise(requestAnimationFrame)
  await kernel.connect(find()!.value.id)
  kernel.open('Account')
  const { plugins } = kernel
  if (tab === 'tokens') return void (await plugins.assets.tokens())
  await plugins.activity.fetchTransactions()
  while (plugins.activity.state.get().next !== undefined) await plugins.activity.loadMore()
}

Object.assign(window, { kernel, openTab })
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider kernel={kernel}>
    <ConnectButton />
  </LatchkeyProvider>,
)
