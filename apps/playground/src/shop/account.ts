import type { SiwxApi } from '@latchkey/feature-siwx'
import type { PlaygroundKernel } from '../kernels.js'
import { find, say, type View } from './draw.js'
import { euros } from './money.js'
import { readOrders } from './orders.js'

/** Chain families whose local node gives money away. */
const GIVING = ['eip155', 'solana']

interface Deeds {
  giveMoney(): Promise<void>
  signOut(): Promise<void>
}

function drawOrders({ language }: View): void {
  const orders = readOrders()
  find('[data-account=no-orders]').hidden = orders.length > 0
  find('[data-account=orders]').replaceChildren(
    ...orders.map(({ number, cents }) => {
      const line = document.createElement('li')
      const sum = document.createElement('span')
      sum.textContent = euros(cents, language)
      line.append(number, sum)
      return line
    }),
  )
}

/** Shows the account menu while somebody is connected, and does what its buttons say. */
export function followAccount(kernel: PlaygroundKernel, view: View, deeds: Deeds): void {
  const menu = find('#account')
  const button = find('#account-button')
  const siwx = (kernel.plugins as { siwx?: SiwxApi }).siwx
  const { accounts, activeNetwork } = kernel.ports
  const update = (): void => {
    const account = accounts.active()
    button.hidden = !account
    if (!account) return menu.hidePopover()
    find('[data-account=address]').textContent = account.address
    find('[data-account=network]').textContent = activeNetwork.current()?.name ?? ''
    find('[data-do=money]').hidden = !GIVING.includes(account.namespace)
    find('[data-do=signOut]').hidden = siwx?.session.get().status !== 'signedIn'
    drawOrders(view)
  }
  const act: Readonly<Record<string, () => unknown>> = {
    wallet: () => kernel.open('Account'),
    switch: () => kernel.open('Networks'),
    money: () => deeds.giveMoney().then(() => say(view.texts.moneyCame)),
    signOut: deeds.signOut,
    disconnect: () => kernel.disconnect(),
  }
  menu.addEventListener('click', (event) => {
    const name = event.target instanceof HTMLElement ? (event.target.dataset['do'] ?? '') : ''
    if (!act[name]) return
    menu.hidePopover()
    void Promise.resolve(act[name]()).catch(reportError)
  })
  menu.addEventListener('toggle', update)
  accounts.subscribe(update)
  activeNetwork.subscribe(update)
  siwx?.session.subscribe(update)
  update()
}
