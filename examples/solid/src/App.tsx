import { createSignal, Show } from 'solid-js'
import { kernel, useAccount } from './wallet'

export function App() {
  const address = useAccount()
  const [signature, setSignature] = createSignal('')
  const sign = async () => {
    const wallet = await kernel.plugins.evm.getWalletClient() // a viem wallet client
    setSignature(await wallet.signMessage({ message: 'Hello' }))
  }
  return (
    <main>
      <h1>My shop</h1>
      <latchkey-button prop:kernel={kernel} />
      <Show when={address()} fallback={<p>Nobody is connected.</p>}>
        <p>{address()}</p>
        <button
          type="button"
          onClick={() => sign().catch(({ message }: Error) => setSignature(message))}
        >
          Sign
        </button>
        <button type="button" onClick={() => kernel.disconnect()}>
          Disconnect
        </button>
      </Show>
      <output>{signature()}</output>
    </main>
  )
}
