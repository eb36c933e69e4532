import { evm } from '@latchkey/evm'
import { createKernel } from '@latchkey/kernel'
import { mountModal } from '@latchkey/ui-react/elements'
import { BrowserProvider } from 'ethers'
import { mainnet } from 'viem/chains'

export const kernel = createKernel({
  metadata: { name: 'My shop' },
  plugins: [evm({ networks: [mainnet] })],
})
mountModal(kernel)

const provider = new BrowserProvider(kernel.plugins.evm.provider)

const sign = document.querySelector<HTMLButtonElement>('#sign')!
const disconnect = document.querySelector<HTMLButtonElement>('#disconnect')!
const result = document.querySelector<HTMLOutputElement>('#result')!

sign.onclick = async () => {
  const signer = await provider.getSigner()
  result.value = `${await signer.getAddress()} signed: ${await signer.signMessage('Hello')}`
}
disconnect.onclick = () => void kernel.disconnect()

const { accounts } = kernel.ports
const show = (): void => {
  sign.hidden = disconnect.hidden = !accounts.active()
}
accounts.subscribe(show)
show()
