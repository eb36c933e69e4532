import { evm, type EvmApi } from '@latchkey/evm'
import {
  createKernel,
  type Kernel,
  type KernelOptions,
  type StorageBackend,
} from '@latchkey/kernel'
import { fakeStorage } from '@latchkey/plugin-testkit'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { createConfig, createStorage, type Config } from '@wagmi/core'
import { http } from 'viem'
import { mainnet, optimism, sepolia } from 'viem/chains'
import { vi } from 'vitest'
import { latchkey } from '../src/index.js'

/** Storages that survive a reload. */
export interface Kept {
  kernel: StorageBackend
  wagmi: StorageBackend
}
export const keep = (): Kept => ({ kernel: fakeStorage(), wagmi: fakeStorage() })
export interface Page {
  kernel: Kernel & { plugins: { evm: EvmApi } }
  config: Config
  connector: Config['connectors'][number]
}

/**
 * A kernel and a wagmi config on one page, with what an earlier page kept. optimism is wagmi's
 * alone.
 */
export function openPage(
  { kernel: storage, wagmi }: Kept = keep(),
  options: Partial<KernelOptions> = {},
): Page {
  const kernel = createKernel({
    metadata: { name: 'Shop' },
    storage,
    mobile: false,
    logLevel: 'silent',
    ...options,
    plugins: [evm({ networks: [mainnet, sepolia] })],
  })
  const config = createConfig({
    chains: [mainnet, sepolia, optimism],
    connectors: [latchkey({ kernel })],
    storage: createStorage({ storage: wagmi }),
    multiInjectedProviderDiscovery: false,
    transports: {
      [mainnet.id]: http('https://one.test'),
      [sepolia.id]: http('https://two.test'),
      [optimism.id]: http('https://three.test'),
    },
  })
  return { kernel, config, connector: config.connectors[0]! }
}

export const WALLET = 'test.bench'
export const createWallet = (): Eip155Wallet =>
  new Eip155Wallet({ chains: [mainnet.id, sepolia.id, 137] })
/** Connects a wallet in the open modal, as the visitor would. */
export async function choose({ kernel }: Page): Promise<void> {
  await vi.waitFor(
    () => {
      if (!kernel.ports.modal.get().open || !kernel.ports.connectors.find(WALLET))
        throw new Error('the modal is not open yet')
    },
    { timeout: 20_000 },
  )
  await kernel.connect(WALLET)
}
