import {
  definePlugin,
  type AnyPlugin,
  type PluginContext,
  type RpcRequest,
  type WireRequest,
} from '@latchkey/plugin-api'
import { evm } from '@latchkey/evm'
import { inWorld } from '@latchkey/plugin-testkit'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { mainnet, sepolia } from 'viem/chains'
import { vi } from 'vitest'
import { preview, type PreviewApi, type PreviewOptions, type ShownRequest } from '../src/index.js'
import type { Kernel } from '@latchkey/kernel'

export const toHex = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Waits for a condition, with enough time for slow machines. */
export const until = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 20_000 })

/** A plugin that sends requests to wallets. */
function asking(): { plugin: AnyPlugin; ctx(): PluginContext } {
  let context: PluginContext | undefined
  return {
    plugin: definePlugin({
      id: 'asking',
      version: '0.1.0',
      kernelApi: '*',
      setup: (ctx) => void (context = ctx as PluginContext),
    }),
    ctx: () => context!,
  }
}

export interface Site {
  kernel: Kernel & { plugins: { preview: PreviewApi } }
  wallet: Eip155Wallet
  /** The requests that the wallet received, in order. */
  sent: WireRequest[]
  ask(request?: Partial<RpcRequest>): Promise<unknown>
  /** Sends the same request through a plugin. */
  askAsPlugin(request?: Partial<RpcRequest>): Promise<unknown>
  message(text: string): unknown[]
  /** The shown request, or the next one. */
  shown(): Promise<ShownRequest>
}

/** A page with a kernel, the EVM plugin, a wallet that really signs, and the preview. */
export const onSite = (
  options: PreviewOptions | undefined,
  run: (site: Site) => Promise<void>,
): Promise<void> => {
  const wallet = new Eip155Wallet()
  const asker = asking()
  return inWorld(
    {
      make: () => preview(options),
      options: {
        beside: () => [evm({ networks: [mainnet, sepolia] }), asker.plugin],
        page: () => wallet.install(),
      },
    },
    async ({ create }) => {
      const kernel = create(preview(options)) as Site['kernel']
      await kernel.ready
      await kernel.ports.late.load()
      await until(() => {
        if (!kernel.ports.connectors.find('test.bench')) throw new Error('not announced yet')
      })
      await kernel.connect('test.bench')
      const sent: WireRequest[] = []
      const { provider } = wallet
      const { request } = provider
      provider.request = (wire) => {
        sent.push(wire as unknown as WireRequest)
        return request(wire)
      }
      const message = (text: string): unknown[] => [toHex(text), wallet.address]
      const whole = (part: Partial<RpcRequest> = {}): RpcRequest => ({
        network: 'eip155:1',
        method: 'personal_sign',
        params: message('hello'),
        ...part,
      })
      await run({
        kernel,
        wallet,
        sent,
        message,
        ask: (part) => kernel.ports.connections.request(whole(part)),
        askAsPlugin: (part) => asker.ctx().connections.request(whole(part)),
        shown: () =>
          until(() => {
            const { shown } = kernel.plugins.preview.state.get()
            if (!shown) throw new Error('nothing is shown')
            return shown
          }),
      })
      kernel.dispose()
    },
  )
}
