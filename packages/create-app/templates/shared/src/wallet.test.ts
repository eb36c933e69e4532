// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest'
import { installBurner } from './burner'
import { kernel } from './wallet'

const message = 'Hello'
const raw = (address: string) => ({ address, data: message, type: 'bytes' as const }) // @polkadot

/** A signature by the account in use of each chain family. */
const sign: Record<string, (address: string) => Promise<unknown>> = {
  eip155: async () => (await kernel.plugins.evm.getWalletClient()).signMessage({ message }), // @evm
  solana: () => kernel.plugins.solana.provider.signMessage(new TextEncoder().encode(message)), // @solana
  bip122: () => kernel.plugins.bitcoin.signMessage({ message }), // @bitcoin
  polkadot: (address) => kernel.plugins.polkadot.signer.signRaw(raw(address)), // @polkadot
  cosmos: (address) => kernel.plugins.cosmos.provider.signArbitrary(address, message), // @cosmos
}

beforeAll(() => {
  // No test asks a node.
  vi.stubGlobal('fetch', () => Promise.reject(new Error('The tests are offline.')))
  installBurner()
  const { preview } = kernel.plugins // @preview
  const confirm = () => preview.confirm(preview.state.get().shown?.id ?? -1) // @preview
  preview.state.subscribe(confirm) // @preview
})

test.each(Object.keys(sign))('The burner connects on %s and signs', async (namespace) => {
  const { wallets } = await kernel.ports.late.load()
  const connector = await vi.waitFor(() => {
    const found = wallets
      .get()
      .flatMap(({ installed, connectors }) => (installed ? connectors : []))
    const [first] = found.filter(({ namespaces }) => namespaces.includes(namespace))
    if (!first) throw new Error(`There is no burner for ${namespace}.`)
    return first
  })
  await kernel.connect(connector.id, { namespaces: [namespace] })
  const account = kernel.ports.accounts.active(namespace)
  expect(account?.address).toBeTruthy()
  expect(await sign[namespace]?.(account?.address ?? '')).toBeTruthy()
})
