import { createKernel, defineElements } from '@latchkey/cdn'
import { mainnet } from '@latchkey/cdn/chains'
import { evm } from '@latchkey/cdn/evm'

const kernel = createKernel({
  metadata: { name: 'My shop' },
  plugins: [evm({ networks: [mainnet] })],
})
defineElements()
document.querySelector('latchkey-button').kernel = kernel

const disconnect = document.querySelector('#disconnect')
disconnect.addEventListener('click', () => kernel.disconnect())
const { accounts } = kernel.ports
const show = () => {
  disconnect.hidden = !accounts.active()
}
accounts.subscribe(show)
show()
