import type { Kernel, KernelOptions } from '@latchkey/kernel'
import type { AnyPlugin } from '@latchkey/plugin-api'
import { fakeStorage, inWorld, type FakeStorage, type World } from '@latchkey/plugin-testkit'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { mainnet, sepolia } from 'viem/chains'
import { vi } from 'vitest'
import { evm } from '../../src/index.js'

export const OPERATIONS = ['connect', 'restore', 'switch', 'sign', 'send', 'disconnect'] as const
export type Operation = (typeof OPERATIONS)[number]
export const WALLET = 'test.bench'
export const CONNECTIONS = 'latchkey-default:kernel:v1:connections'
const ONE = 'eip155:1'
const OTHER = 'eip155:11155111'
/** The method with which each operation asks the wallet. */
const ASKED: Readonly<Record<Operation, string>> = {
  connect: 'eth_requestAccounts',
  restore: 'eth_accounts',
  switch: 'wallet_switchEthereumChain',
  sign: 'personal_sign',
  send: 'eth_sendTransaction',
  disconnect: 'wallet_revokePermissions',
}

interface Request {
  method: string
  params?: readonly unknown[]
}
type Reaction = (request: Request) => unknown
/** Waits until all queued tasks have run. */
export const drain = async (turns = 6): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** A wallet on the page whose reaction to each method the test decides. */
export class FaultyWallet extends Eip155Wallet {
  /** Replaces the answer to this method by a reaction. */
  readonly reactions = new Map<string, Reaction>()

  constructor() {
    super()
    const { request } = this.provider
    this.provider.request = async (asked: Request) =>
      (this.reactions.get(asked.method) ?? (request as Reaction))(asked)
  }
}

/** One operation on a page with one wallet, and the switches for its faults. */
export interface Scene {
  readonly operation: Operation
  readonly wallet: FaultyWallet
  readonly storage: FakeStorage
  readonly world: World
  /** The kernel of the page, and those of earlier loads of the page. */
  kernel: Kernel
  /** Plugins beside evm. */
  readonly beside: AnyPlugin[]
  /** Changes the evm plugin before the kernel uses it. */
  wrap(plugin: AnyPlugin): AnyPlugin
  /** Sets the reaction of the wallet to the request of this operation. */
  react(reaction: Reaction): void
  create(): Promise<void>
  connect(): Promise<unknown>
  /** Begins the operation. */
  begin(): Promise<unknown>
}

const node: typeof fetch = async (_, init) =>
  Response.json({
    jsonrpc: '2.0',
    id: (JSON.parse(String(init?.body)) as { id: number }).id,
    result: '0x1',
  })
/** Waits until the current kernel of the page has finished restoring. */
const restored = async (scene: Scene): Promise<void> => {
  while (scene.kernel.ports.connections.get().restoring) await drain(1)
}

const onOne = ({ ports }: Kernel) => ({
  account: ports.accounts.active('eip155')!,
  network: ports.networks.find(ONE)!.value,
})

const OPERATE: Readonly<Record<Operation, (scene: Scene) => Promise<unknown>>> = {
  // The modal does the same when the visitor clicks the wallet's row.
  connect: ({ kernel }) => kernel.connect(WALLET, { chosen: true }),
  async restore(scene) {
    scene.kernel.dispose()
    await scene.create()
    await restored(scene)
    return scene.kernel.ports.connections.get().namespaces['eip155']?.status
  },
  switch: ({ kernel }) => kernel.switchNetwork(OTHER),
  async sign({ kernel }) {
    const adapter = await kernel.ports.adapter('eip155')
    return adapter.sign!({ ...onOne(kernel), message: 'hi' })
  },
  async send({ kernel, wallet }) {
    const adapter = await kernel.ports.adapter('eip155')
    return adapter.send!.submit({ ...onOne(kernel), to: wallet.address, value: 1n })
  },
  disconnect: ({ kernel }) => kernel.disconnect(),
}

function createScene(operation: Operation, world: World, wallet: FaultyWallet): Scene {
  const storage = fakeStorage({ 'other-app': 'theirs' })
  const options: Partial<KernelOptions> = { storage }
  const scene: Scene = {
    operation,
    wallet,
    storage,
    world,
    kernel: undefined as unknown as Kernel,
    beside: [],
    wrap: (plugin) => plugin,
    react: (reaction) => void wallet.reactions.set(ASKED[operation], reaction),
    async create() {
      scene.kernel = world.create(scene.wrap(evm({ networks: [mainnet, sepolia] })), {
        ...options,
        ...(scene.beside.length && { metadata: { name: 'Faults' } }),
      })
      await scene.kernel.ready
    },
    async connect() {
      scene.kernel.open()
      await scene.kernel.ports.late.load()
      await drain()
      // A chunk that failed to load is loaded again when the modal opens next.
      if (!scene.kernel.ports.connectors.find(WALLET)) {
        scene.kernel.close()
        scene.kernel.open()
        await drain()
      }
      return scene.kernel.connect(WALLET, { chosen: true })
    },
    begin: () => OPERATE[operation](scene),
  }
  return scene
}

/** Runs the callback on a page of its own, with a fake clock. */
export const onStage = (
  operation: Operation,
  beside: () => AnyPlugin[],
  run: (scene: Scene) => Promise<void>,
): Promise<void> => {
  const wallet = new FaultyWallet()
  return inWorld(
    {
      make: () => evm({ networks: [mainnet] }),
      options: { page: () => wallet.install(), fetch: node, beside },
    },
    async (world) => {
      vi.useFakeTimers({
        toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
        now: 1_800_000_000_000,
      })
      try {
        await run(createScene(operation, world, wallet))
      } finally {
        vi.useRealTimers()
      }
    },
  )
}
