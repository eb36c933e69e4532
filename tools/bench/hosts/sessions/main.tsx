// A site whose visitor has granted sessions on several networks. The wallet is in the page; the nodes are real ones,
// named by the page's query as `?nodes=1=http://…,10=http://…`.
import { evm } from '@latchkey/evm'
import { smartSessions } from '@latchkey/feature-smart-sessions'
import { createKernel } from '@latchkey/kernel'
import {
  encodeContext,
  encodeLimits,
  ROOT_AUTHORITY,
  type Delegation,
} from '@latchkey/smart-account'
import { defineChain, type Address, type Chain } from 'viem'

const OWNER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const KEY: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const OF_A_NETWORK = 40
const EXPIRY = Math.floor(Date.now() / 1000) + 86_400

const query = new URLSearchParams(location.search)
const nodes = (query.get('nodes') ?? '').split(',').map((each) => each.split('='))
const chains = nodes.map(([id, url]) =>
  defineChain({
    id: Number(id),
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url!] } },
  }),
) as unknown as readonly [Chain, ...Chain[]]

const scope = { account: OWNER, delegate: KEY, now: 0, longest: Infinity }
const delegationOf = (salt: bigint): Delegation => ({
  delegate: KEY,
  delegator: OWNER,
  authority: ROOT_AUTHORITY,
  caveats: encodeLimits(
    {
      permission: { type: 'native', allowance: { kind: 'total', amount: salt + 1n } },
      expiry: EXPIRY,
      maxCalls: 10,
    },
    scope,
  ),
  salt,
  signature: `0x${'5a'.repeat(65)}`,
})
const granted = chains.flatMap(({ id }) =>
  Array.from({ length: OF_A_NETWORK }, (_, at) => ({
    chainId: `0x${id.toString(16)}`,
    from: OWNER,
    context: encodeContext([delegationOf(BigInt(at))]),
  })),
)

const provider = {
  request: ({ method }: { method: string }): Promise<unknown> => {
    if (method === 'wallet_getGrantedExecutionPermissions') return Promise.resolve(granted)
    if (method === 'eth_chainId') return Promise.resolve(`0x${chains[0].id.toString(16)}`)
    return Promise.resolve(method.endsWith('ccounts') ? [OWNER] : null)
  },
  on: () => undefined,
  removeListener: () => undefined,
}
const info = {
  uuid: '00000000-0000-4000-8000-000000000001',
  name: 'Bench Wallet',
  icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/%3E",
  rdns: 'test.bench',
}
const announce = (): boolean =>
  window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
  )
window.addEventListener('eip6963:requestProvider', announce)

const kernel = createKernel({
  metadata: { name: 'Bench' },
  features: { smartSessions: true },
  plugins: [evm({ networks: chains }), smartSessions()],
})

/** Connects the wallet. */
async function enter(): Promise<void> {
  await kernel.ready
  await kernel.ports.late.load()
  const find = () =>
    kernel.ports.connectors.get().find(({ value }) => value.name === 'Bench Wallet')
  while (!find()) await new Promise(requestAnimationFrame)
  await kernel.connect(find()!.value.id)
}
/** Reads the list. */
async function read(): Promise<{ ms: number; count: number; unknown: number }> {
  const before = performance.now()
  const items = await kernel.plugins.sessions.list()
  const ms = performance.now() - before
  return { ms, count: items.length, unknown: items.filter(({ usage }) => !usage).length }
}
Object.assign(window, { enter, read })
