import type { PluginContext } from '@latchkey/plugin-api'
import { createApi } from './api.js'
import { NAMESPACE } from './chain/networks.js'
import { registerWallets } from './wallet/connectors.js'
import { english } from './messages.js'

/** Registers what loads on first use: methods, texts, wallets, actions. */
export function registerLate(ctx: PluginContext): void {
  // Every method has a class. The kernel refuses methods that are not listed.
  ctx.rpc.allow({
    namespace: NAMESPACE,
    methods: { samplech_getBalance: 'read', samplech_sign: 'sign' },
  })
  ctx.messages.add({ en: english })
  registerWallets(ctx)
  const { sign } = createApi(ctx)
  const sayHello = async (): Promise<void> => {
    const signature = await sign(
      ctx.messages.text('sample-chain.hello', { site: ctx.metadata.name }),
    )
    ctx.toasts.show({
      variant: 'success',
      message: ctx.messages.text('sample-chain.signed', { signature }),
    })
  }
  ctx.accountActions.add({
    id: 'sample-chain.hello',
    label: 'sample-chain.sayHello',
    when: ({ account }) => account?.namespace === NAMESPACE,
    run: () =>
      void sayHello().catch((error: unknown) => ctx.log.warn('The hello was not signed.', error)),
  })
}
