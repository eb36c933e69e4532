import type { EvmApi, EvmProvider } from '@latchkey/evm'
import type { Kernel } from '@latchkey/kernel'
import { isLatchkeyError } from '@latchkey/plugin-api'
import type { CreateConnectorFn } from '@wagmi/core'
import type { Address, Chain } from 'viem'
import { createLink, look, NAMESPACE, type Seen } from './follow.js'

/** A kernel with the `evm` plugin. */
export type EvmKernel = Pick<Kernel, 'ports' | 'connectWithModal' | 'disconnect' | 'on'> & {
  readonly plugins: { readonly evm: EvmApi }
}

export interface LatchkeyConnectorParameters {
  kernel: EvmKernel
  /** In a list of connectors; `Latchkey` if left out. */
  name?: string
  /** `data:image/...` or https. */
  icon?: string
}

const errors = (): Promise<typeof import('./sdk/errors.js')> => import('./sdk/errors.js')
const toHex = (id: number): string => `0x${id.toString(16)}`

/** Once every stored connection came back or gave up, without a prompt. */
const restored = async (kernel: EvmKernel): Promise<Seen | undefined> => {
  await kernel.plugins.evm.provider.request({ method: 'eth_accounts' })
  return look(kernel)
}

const refusal = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code: 4001 })

/** Who is connected already, or whom the visitor connects in the modal. @throws `UserRejectedRequestError` when the modal is closed */
async function join(kernel: EvmKernel, isReconnecting: boolean | undefined): Promise<Seen> {
  const before = await restored(kernel)
  if (before) return before
  if (isReconnecting) throw new Error('No wallet came back: connect one.')
  try {
    await kernel.connectWithModal()
  } catch (error) {
    throw isLatchkeyError(error, 'kernel.modal_closed')
      ? (await errors()).toConnectError(
          refusal('The modal was closed before a wallet was connected.', error),
        )
      : error
  }
  const seen = look(kernel)
  // A wallet of another chain family is no account for wagmi.
  if (!seen)
    throw (await errors()).toConnectError(refusal('What was connected has no EVM account.'))
  return seen
}

/**
 * A wagmi connector that is the modal: whatever wallet is connected there is wagmi's, and the other way round.
 * Connecting opens the modal unless an EVM wallet is connected already; reconnecting waits for what the kernel brings back, and never asks.
 * @example createConfig({ chains: [mainnet], connectors: [latchkey({ kernel })], transports: { [mainnet.id]: http() }, multiInjectedProviderDiscovery: false })
 */
export const latchkey =
  ({
    kernel,
    name = 'Latchkey',
    icon,
  }: LatchkeyConnectorParameters): CreateConnectorFn<EvmProvider> =>
  ({ chains, emitter }) => {
    const { watch, listen } = createLink(kernel, new WeakRef(emitter))
    const provider = (): EvmProvider => kernel.plugins.evm.provider
    const switchChain = async ({ chainId }: { chainId: number }): Promise<Chain> => {
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain)
        throw (await errors()).toSwitchError(
          new Error(`Chain ${chainId} is not among wagmi's chains.`),
        )
      try {
        await provider().request({
          method: 'wallet_switchEthereumChain',
          params: [{ chainId: toHex(chainId) }],
        })
      } catch (error) {
        throw (await errors()).toSwitchError(error)
      }
      return chain
    }
    return {
      id: 'latchkey',
      name,
      type: 'latchkey',
      ...(icon !== undefined && { icon }),
      async setup() {
        // A config is made for each visitor that a server draws; the kernel there outlives them.
        if (typeof window === 'undefined') return
        listen()
      },
      async connect({ chainId, isReconnecting, withCapabilities } = {}) {
        const { accounts, chainId: here } = watch(await join(kernel, isReconnecting))
        let now = here
        // Declined, or not possible: connected all the same, where the wallet is.
        if (chainId && chainId !== now)
          now = (await switchChain({ chainId }).catch(() => ({ id: now }))).id
        return {
          accounts: (withCapabilities
            ? accounts.map((address) => ({ address, capabilities: {} }))
            : accounts) as never,
          chainId: now,
        }
      },
      disconnect: () => kernel.disconnect({ namespace: NAMESPACE }),
      getAccounts: async () => (await restored(kernel))?.accounts ?? [],
      getChainId: async () => Number(await provider().request({ method: 'eth_chainId' })),
      getProvider: async () => provider(),
      isAuthorized: async () => (await restored(kernel)) !== undefined,
      switchChain,
      // The kernel tells all of this, to everybody: nobody calls these.
      onAccountsChanged: (accounts) =>
        void emitter.emit('change', { accounts: accounts as Address[] }),
      onChainChanged: (chainId) => void emitter.emit('change', { chainId: Number(chainId) }),
      onDisconnect: () => void emitter.emit('disconnect'),
    }
  }
