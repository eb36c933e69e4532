import { defineElements, type KernelElement } from '@latchkey/ui-react/elements'
import './style.css'
import { kernel } from './wallet'

if (import.meta.env.DEV) (await import('./burner')).installBurner()

defineElements()
document.querySelector<KernelElement>('latchkey-button')!.kernel = kernel

const { accounts, activeNetwork } = kernel.ports
const text = document.querySelector('#account')!
const show = () => {
  const account = accounts.active()
  text.textContent = account
    ? `${account.address} on ${activeNetwork.current()?.name}`
    : 'Nobody is connected.'
}
accounts.subscribe(show)
activeNetwork.subscribe(show)
show()
