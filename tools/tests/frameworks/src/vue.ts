import type { Kernel } from '@latchkey/kernel'
import * as latchkey from '@latchkey/vue'
import { defineComponent, h, proxyRefs, type App, type createSSRApp } from 'vue'
import type { Hooks, Use } from './driver.js'

const hooks: Hooks = {
  kernel: latchkey.useKernel,
  account: (namespace) => valueOf(latchkey.useAccount(namespace)),
  accounts: (namespace) => membersOf(latchkey.useAccounts(namespace)),
  network: (namespace) => valueOf(latchkey.useNetwork(namespace)),
  networks: (namespace) => membersOf(latchkey.useNetworks(namespace)),
  connections: () => membersOf(latchkey.useConnections()),
  modal: () => membersOf(latchkey.useModal()),
  theme: () => membersOf(latchkey.useTheme()),
  wallets: () => valueOf(latchkey.useWallets()),
  balance: (namespace) => membersOf(latchkey.useBalance(namespace)),
  connect: () => membersOf(latchkey.useConnect()),
  events: latchkey.useEvents,
}

function valueOf<T>(ref: { readonly value: T }): () => T {
  return () => ref.value
}
function membersOf<T extends object>(refs: T) {
  const members = proxyRefs(refs)
  return () => members
}

const Probe = defineComponent({
  props: { use: { type: Function, required: true } },
  setup({ use }) {
    const draw = (use as Use)(hooks)
    return () => h('p', draw())
  },
})

/** @param createApp `createApp` of Vue, or `createSSRApp` for a server's page */
export const vueApp = (
  kernel: Kernel | undefined,
  use: Use,
  createApp: typeof createSSRApp,
): App => {
  const app = createApp(Probe, { use })
  if (kernel) latchkey.provideKernel(kernel, app)
  return app
}
