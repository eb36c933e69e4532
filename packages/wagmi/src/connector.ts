import type { EvmProvider } from '@latchkey/evm'
import { isLatchkeyError } from '@latchkey/plugin-api'
import type { CreateConnectorFn } from '@wagmi/core'
import type { Address, Chain } from 'viem'
import type { EvmKernel } from './evmKernel.js'
import { createFollower, NAMESPACE, readAccounts, type ConnectedAccounts } from './follow.js'

/** Options of {@link latchkey}. */
export interface LatchkeyConnectorParameters {
  kernel: EvmKernel
  /** In a list of connectors; `Latchkey` if left out. */
  name?: string
  /** `data:image/...` or https. */
  icon?: string
}

/** Loads what makes viem's errors, when there is one to throw. */
const loadErrors = (): Promise<typeof import('./sdk/errors.js')> => import('./sdk/errors.js')
const toHex = (id: number): string => `0x${id.toString(16)}`

/**
 * The connected accounts, after every stored connection was restored or given up: `eth_accounts`
 * answers only then. Never prompts.
 */
const readRestored = async (kernel: EvmKernel): Promise<ConnectedAccounts | undefined> => {
  await kernel.plugins.evm.provider.request({ method: 'eth_accounts' })
  return readAccounts(kernel)
}

/** An error with the code by which EIP-1193 says that the visitor declined. */
const refusal = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code: 4001 })

/**
 * The accounts that are connected already, or that the visitor connects in the modal.
 * @throws `UserRejectedRequestError` when the modal is closed
 */
async function connectAccounts(
  kernel: EvmKernel,
  isReconnecting: boolean | undefined,
): Promise<ConnectedAccounts> {
  const connected = await readRestored(kernel)
  if (connected) return connected
  if (isReconnecting) throw new Error('No wallet came back: connect one.')
  try {
    await kernel.connectWithModal()
  } catch (error) {
    throw isLatchkeyError(error, 'kernel.modal_closed')
      ? (await loadErrors()).toConnectError(
          refusal('The modal was closed before a wallet was connected.', error),
        )
      : error
  }
  const accounts = readAccounts(kernel)
  // A wallet of another chain family has no account for wagmi.
  if (!accounts)
    throw (await loadErrors()).toConnectError(refusal('The connected wallet has no EVM account.'))
  return accounts
}

/**
 * Makes a wagmi connector of the modal: a wallet that is connected in the modal is connected in
 * wagmi, and the other way round.
 * Connecting opens the modal unless an EVM wallet is connected already. Reconnecting waits for the
 * connections that the kernel restores, and never prompts.
 * @example createConfig({ chains: [mainnet], connectors: [latchkey({ kernel })], transports: {
 * [mainnet.id]: http() }, multiInjectedProviderDiscovery: false })
 */
export const latchkey =
  ({
    kernel,
    name = 'Latchkey',
    icon,
  }: LatchkeyConnectorParameters): CreateConnectorFn<EvmProvider> =>
  ({ chains, emitter }) => {
    // `listen` reports connections that are made in the modal; `watch` reports changes of one.
    const { watch, listen } = createFollower(kernel, new WeakRef(emitter))
    const provider = (): EvmProvider => kernel.plugins.evm.provider
    const switchChain = async ({ chainId }: { chainId: number }): Promise<Chain> => {
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain)
        throw (await loadErrors()).toSwitchError(
          new Error(`Chain ${chainId} is not among wagmi's chains.`),
        )
      try {
        await provider().request({
          method: 'wallet_switchEthereumChain',
          params: [{ chainId: toHex(chainId) }],
        })
      } catch (error) {
        throw (await loadErrors()).toSwitchError(error)
      }
      return chain
    }
    return {
      id: 'latchkey',
      name,
      type: 'latchkey',
      ...(icon !== undefined && { icon }),
      async setup() {
        // On a server a config is made for each request, and the kernel outlives it.
        if (typeof window === 'undefined') return
        listen()
      },
      async connect({ chainId, isReconnecting, withCapabilities } = {}) {
        const { accounts, chainId: ownChainId } = watch(
          await connectAccounts(kernel, isReconnecting),
        )
        let currentChainId = ownChainId
        // A refused switch leaves the wallet connected on its own chain.
        if (chainId && chainId !== ownChainId)
          currentChainId = (await switchChain({ chainId }).catch(() => ({ id: ownChainId }))).id
        return {
          // wagmi's type depends on `withCapabilities`, which is known only now.
          accounts: (withCapabilities
            ? accounts.map((address) => ({ address, capabilities: {} }))
            : accounts) as never,
          chainId: currentChainId,
        }
      },
      disconnect: () => kernel.disconnect({ namespace: NAMESPACE }),
      getAccounts: async () => (await readRestored(kernel))?.accounts ?? [],
      getChainId: async () => Number(await provider().request({ method: 'eth_chainId' })),
      getProvider: async () => provider(),
      isAuthorized: async () => (await readRestored(kernel)) !== undefined,
      switchChain,
      // wagmi does not call these, as the kernel's events are used instead.
      onAccountsChanged: (accounts) =>
        void emitter.emit('change', { accounts: accounts as Address[] }),
      onChainChanged: (chainId) => void emitter.emit('change', { chainId: Number(chainId) }),
      onDisconnect: () => void emitter.emit('disconnect'),
    }
  }
