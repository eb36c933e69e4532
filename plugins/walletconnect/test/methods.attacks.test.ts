// Checks whether wallet or node answers a method over WalletConnect: 5 classes x listed, granted
// beyond what was asked, not granted x 5 chain families. Nodes may see reads of the chain alone.
import { bitcoin, mainnet } from '@latchkey/bitcoin'
import { cosmos } from '@latchkey/cosmos'
import { cosmoshub } from '@latchkey/cosmos/networks'
import {
  definePlugin,
  isLatchkeyError,
  type AdapterRegistration,
  type AnyPlugin,
  type Caip2,
  type HostRpcPolicy,
} from '@latchkey/plugin-api'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { polkadot } from '@latchkey/polkadot'
import { polkadotRelay } from '@latchkey/polkadot/networks'
import { solana, solanaMainnet } from '@latchkey/solana'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openNodes, type FakeNodes } from './fakeNodes.js'
import { ALICE, chain, openStage, type Site, type Stage, type Wallet } from './support.js'

vi.mock('../src/sdk/store.js', async (original) => {
  const { memoryStore } = await original<typeof import('../src/sdk/store.js')>()
  const stores = new Map<string, ReturnType<typeof memoryStore>>()
  return {
    memoryStore,
    openStore: async (name: string) =>
      stores.get(name) ?? stores.set(name, memoryStore()).get(name),
  }
})

const CLASSES = ['chain read', 'wallet read', 'sign', 'send', 'wallet-state'] as const
type Class = (typeof CLASSES)[number]
interface Family {
  network: Caip2
  address: string
  /** Whether its adapter can ask nodes. */
  reads: boolean
  methods: Partial<Record<Class, string>>
}

/** One invented method for each class, allowed by the host, so that every cell has a method. */
const MADE: Readonly<Record<Class, string>> = {
  'chain read': 'made_readChain',
  'wallet read': 'made_readWallet',
  sign: 'made_sign',
  send: 'made_send',
  'wallet-state': 'made_change',
}
const HOST: HostRpcPolicy = {
  allow: {
    made_readChain: 'read',
    made_readWallet: 'read',
    made_sign: 'sign',
    made_send: 'send',
    made_change: 'wallet-state',
  },
  nodes: ['made_readChain'],
}

// The methods come from the lists of the standards, not from the plugins' code. The session itself
// answers eth_accounts and eth_chainId, which are left out.
const FAMILIES: Readonly<Record<string, Family>> = {
  eip155: {
    network: 'eip155:1',
    address: ALICE,
    reads: true,
    methods: {
      'chain read':
        'eth_blockNumber eth_call eth_estimateGas eth_feeHistory eth_gasPrice eth_getBalance ' +
        'eth_getBlockByHash eth_getBlockByNumber eth_getCode eth_getFilterChanges eth_getLogs ' +
        'eth_getProof eth_getStorageAt eth_getTransactionByHash eth_getTransactionCount ' +
        'eth_getTransactionReceipt eth_maxPriorityFeePerGas eth_newFilter eth_simulateV1 ' +
        'eth_syncing net_version web3_clientVersion web3_sha3',
      'wallet read':
        'wallet_getAssets wallet_getCallsStatus wallet_getCapabilities wallet_getPermissions ' +
        'wallet_getSupportedExecutionPermissions wallet_getGrantedExecutionPermissions',
      sign:
        'personal_sign eth_signTypedData eth_signTypedData_v3 eth_signTypedData_v4 ' +
        'eth_signTransaction wallet_grantPermissions wallet_requestExecutionPermissions',
      send: 'eth_sendTransaction eth_sendUserOperation wallet_sendCalls',
      'wallet-state':
        'eth_requestAccounts wallet_addEthereumChain wallet_requestPermissions ' +
        'wallet_revokeExecutionPermission wallet_revokePermissions wallet_showCallsStatus ' +
        'wallet_switchEthereumChain wallet_watchAsset',
    },
  },
  solana: {
    network: solanaMainnet.id,
    address: '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
    reads: true,
    methods: {
      'chain read':
        'getAccountInfo getBalance getBlockHeight getFeeForMessage getLatestBlockhash ' +
        'getMultipleAccounts getProgramAccounts getSignatureStatuses getSlot ' +
        'getTokenAccountsByOwner getTransaction getVersion isBlockhashValid simulateTransaction',
      'wallet read': 'solana_getAccounts',
      sign: 'solana_signMessage solana_signTransaction solana_signAllTransactions',
      send: 'solana_signAndSendTransaction',
      'wallet-state': 'solana_requestAccounts',
    },
  },
  bip122: {
    network: mainnet.id,
    address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    reads: false,
    methods: {
      'wallet read': 'getAccountAddresses',
      sign: 'signMessage signPsbt',
      send: 'sendTransfer',
    },
  },
  polkadot: {
    network: `polkadot:${polkadotRelay.genesisHash.slice(2, 34)}`,
    address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    reads: true,
    methods: {
      'chain read':
        'chain_getBlock chain_getFinalizedHead chain_getHeader payment_queryInfo state_call ' +
        'state_getReadProof state_getStorage state_queryStorageAt system_accountNextIndex ' +
        'system_version',
      sign: 'polkadot_signMessage polkadot_signTransaction',
    },
  },
  cosmos: {
    network: 'cosmos:cosmoshub-4',
    address: 'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02',
    reads: false,
    methods: { 'wallet read': 'cosmos_getAccounts', sign: 'cosmos_signDirect cosmos_signAmino' },
  },
}
const isWhole = process.env['LATCHKEY_SOAK'] !== undefined
const methodsOf = (family: Family, cls: Class): readonly string[] => [
  ...(family.methods[cls]?.split(' ').slice(0, isWhole || cls !== 'chain read' ? undefined : 2) ??
    []),
  MADE[cls],
]
const allOf = (family: Family): readonly string[] =>
  CLASSES.flatMap((cls) => methodsOf(family, cls))

let stage: Stage
let nodes: FakeNodes
beforeAll(async () => {
  stage = await openStage()
  nodes = await openNodes()
})
afterAll(async () => {
  await stage.close()
  await nodes.close()
})

/** A chain plugin whose registration of its adapter is changed. */
const changed = (
  plugin: AnyPlugin,
  change: (registration: AdapterRegistration) => AdapterRegistration,
): AnyPlugin => ({
  ...plugin,
  setup: (ctx) =>
    plugin.setup({
      ...ctx,
      adapters: { ...ctx.adapters, add: (registration) => ctx.adapters.add(change(registration)) },
    }),
})
/** A chain plugin that asks wallets for no methods: each granted method is beyond the request. */
const modest = (plugin: AnyPlugin): AnyPlugin =>
  changed(plugin, (registration) => ({ ...registration, session: { methods: [], events: [] } }))
/**
 * polkadot.js needs the whole runtime of its node. This adapter sends its reads over HTTP to the fake
 * nodes instead.
 */
const overHttp = (plugin: AnyPlugin): AnyPlugin =>
  changed(plugin, (registration) => ({
    ...registration,
    load: async () => ({
      ...(await registration.load()),
      read: async ({ method, params }) =>
        (
          await fetch(nodes.http, {
            method: 'POST',
            body: JSON.stringify({ id: 1, method, params }),
          })
        ).json() as Promise<unknown>,
    }),
  }))
/** A third party's feature that has sessions ask for every method. */
const greedy = definePlugin({
  id: 'greedy',
  version: '0.1.0',
  kernelApi: '>=0.1 <1',
  chains: Object.keys(FAMILIES),
  setup(ctx) {
    for (const [namespace, family] of Object.entries(FAMILIES))
      ctx.rpc.allow({ namespace, methods: {}, session: { methods: allOf(family) } })
  },
})

type Grant = 'listed' | 'granted beyond' | 'not granted'
async function open(grant: Grant, storage = fakeStorage()): Promise<Site> {
  const chains = [
    solana({ networks: [{ ...solanaMainnet, rpcUrls: [nodes.http] }] }),
    bitcoin({ networks: [{ ...mainnet, rpcUrls: [nodes.http] }] }),
    overHttp(polkadot({ networks: [polkadotRelay] })),
    cosmos({ networks: [{ ...cosmoshub, rpcUrls: [nodes.http], restUrl: nodes.http }] }),
  ]
  return stage.site({
    storage,
    chains: [chain(1, nodes.http)],
    change: grant === 'listed' ? (plugin) => plugin : modest,
    rpcPolicy: HOST,
    plugins: grant === 'listed' ? [...chains, greedy] : chains,
  })
}
async function pair(
  grant: Grant,
  storage = fakeStorage(),
): Promise<{ site: Site; wallet: Wallet }> {
  const [site, wallet] = await Promise.all([open(grant, storage), stage.wallet()])
  wallet.namespaces = Object.fromEntries(
    Object.entries(FAMILIES).map(([namespace, family]) => [
      namespace,
      {
        accounts: [`${family.network}:${family.address}`],
        methods: grant === 'not granted' ? [] : [...allOf(family)],
        events: [],
      },
    ]),
  )
  // The client pauses a second between two requests; the test does not need that.
  Object.assign(wallet.client.engine, { requestQueueDelay: 0 })
  await site.connect(wallet)
  return { site, wallet }
}

let count = 0
/** Tells where one request arrived: `wallet`, `node`, `both`, or the code of its refusal. */
async function whoSees(
  { kernel }: Site,
  { requests }: Wallet,
  network: Caip2,
  method: string,
): Promise<string> {
  const canary = `canary-${++count}-`
  const outcome = await kernel.ports.connections
    .request({ network, method, params: [canary] })
    .then(
      () => 'answered',
      (error: unknown) => (isLatchkeyError(error) ? error.code : String(error)),
    )
  const byWallet = requests.some(({ params }) => JSON.stringify(params).includes(canary))
  const byNode = nodes.bodies.some((body) => body.includes(canary))
  return byWallet && byNode ? 'both' : byWallet ? 'wallet' : byNode ? 'node' : outcome
}
function wanted(cls: Class, grant: Grant, { reads }: Family): string {
  if (cls !== 'chain read') return grant === 'not granted' ? 'wallet.unsupported_method' : 'wallet'
  if (grant === 'listed') return 'wallet'
  return reads ? 'node' : grant === 'granted beyond' ? 'wallet' : 'walletconnect.rpc_missing'
}
async function walk(
  site: Site,
  wallet: Wallet,
  grant: Grant,
): Promise<{ tries: number; wrong: string[] }> {
  const wrong: string[] = []
  let tries = 0
  for (const [namespace, family] of Object.entries(FAMILIES))
    for (const cls of CLASSES)
      for (const method of methodsOf(family, cls)) {
        tries++
        const seen = await whoSees(site, wallet, family.network, method)
        if (seen !== wanted(cls, grant, family))
          wrong.push(`${namespace} ${method}, ${cls}, ${grant}: ${seen}`)
      }
  return { tries, wrong }
}

it('Nodes get only reads of the chain, in all families and also after a reload (audit A1)', async ({
  task,
}) => {
  let tries = 0
  const wrong: string[] = []
  for (const grant of ['listed', 'granted beyond', 'not granted'] as const) {
    const storage = fakeStorage()
    const { site, wallet } = await pair(grant, storage)
    const first = await walk(site, wallet, grant)
    tries += first.tries
    wrong.push(...first.wrong)
    site.kernel.dispose()
    if (!isWhole && grant === 'listed') continue
    const again = await open(grant, storage)
    await expect
      .poll(() => again.kernel.ports.connections.get().restoring, { timeout: 10_000 })
      .toBe(false)
    const second = await walk(again, wallet, grant)
    again.kernel.dispose()
    tries += second.tries
    wrong.push(...second.wrong)
  }
  task.meta.attack = {
    attack: 'WalletConnect methods: 5 classes x listed / granted beyond / not granted x 5 families',
    tries,
    wanted: 'only reads of the chain at a node',
    seen: wrong.length ? `${wrong.length} elsewhere` : 'only those',
  }
  expect(wrong).toEqual([])
}, 60_000)

it('The session answers eth_accounts and eth_chainId, whatever was granted (audit A1)', async () => {
  const { site, wallet } = await pair('not granted')
  const before = nodes.bodies.length
  const ask = (method: string) =>
    site.kernel.ports.connections.request({ network: 'eip155:1', method })
  await expect(ask('eth_accounts')).resolves.toEqual([ALICE])
  await expect(ask('eth_chainId')).resolves.toBe('0x1')
  expect([wallet.requests, nodes.bodies.length]).toEqual([[], before])
})

it('A signed transaction goes to a node, because no wallet has a part in it', async () => {
  const { site, wallet } = await pair('granted beyond')
  for (const [network, method] of [
    ['eip155:1', 'eth_sendRawTransaction'],
    [solanaMainnet.id, 'sendTransaction'],
  ] as const)
    expect(await whoSees(site, wallet, network, method)).toBe('node')
})
