import { defineElements, type KernelElement } from '@latchkey/ui-react/elements'
import { kernel } from './wallet'

const find = <T extends HTMLElement>(selector: string) => document.querySelector<T>(selector)!
const [account, signature] = [find('#account'), find('#signature')]
const [sign, disconnect] = [find('#sign'), find('#disconnect')]

defineElements()
find<KernelElement>('latchkey-button').kernel = kernel

const { accounts, connections } = kernel.ports
function show() {
  const address = accounts.active()?.address
  const isRestoring = connections.get().restoring
  account.textContent = isRestoring ? 'One moment…' : (address ?? 'Nobody is connected.')
  sign.hidden = disconnect.hidden = !address
}
accounts.subscribe(show)
connections.subscribe(show)
show()

disconnect.addEventListener('click', () => void kernel.disconnect())
sign.addEventListener('click', async () => {
  try {
    const wallet = await kernel.plugins.evm.getWalletClient() // a viem wallet client
    signature.textContent = await wallet.signMessage({ message: 'Hello' })
  } catch (error) {
    signature.textContent = (error as Error).message
  }
})
