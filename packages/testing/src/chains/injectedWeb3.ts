// The object that a Polkadot extension puts at `window.injectedWeb3`:
// https://github.com/polkadot-js/extension
import type { Host } from './host.js'

type Keeper = { injectedWeb3?: Record<string, unknown> }

export function installPolkadot(host: Host): () => void {
  const list = async () =>
    (await host.key('polkadot')).accounts.map(({ address }) => ({
      address,
      name: 'Alice',
      type: 'sr25519',
    }))
  const injected = {
    accounts: {
      get: list,
      subscribe(listener: (accounts: object[]) => void) {
        void list().then(listener)
        return () => undefined
      },
    },
    signer: {
      signRaw: ({ address, data }: { address: string; data: string }) =>
        host.perform('polkadot', {
          method: 'polkadot_signMessage',
          params: { address, message: data },
        }),
      signPayload: (payload: { address: string }) =>
        host.perform('polkadot', {
          method: 'polkadot_signTransaction',
          params: { address: payload.address, transactionPayload: payload },
        }),
    },
  }
  const page = host.page as Keeper
  const extension = { version: '1', enable: async () => (await host.allow('polkadot'), injected) }
  page.injectedWeb3 = { ...page.injectedWeb3, [host.name]: extension }
  return () => void Reflect.deleteProperty(page.injectedWeb3 ?? {}, host.name)
}
