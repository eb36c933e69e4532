// The part of the shop that is loaded with the first wish for a wallet.
import type { SiwxApi } from '@latchkey/feature-siwx'
import { isLatchkeyError } from '@latchkey/plugin-api'
import { mountModal, preload } from '@latchkey/ui-react/elements'
import { makeKernel, type PlaygroundKernel } from '../kernels.js'
import { giveTestMoney, inUse, sendCoins } from '../world/chains.js'
import { injectWallet } from '../world/wallet.js'
import { loadWorld, type World } from '../world/world.js'
import { followAccount } from './account.js'
import type { Cart } from './cart.js'
import { find, type View } from './draw.js'
import { coins, euros, toCoin } from './money.js'
import { addOrder } from './orders.js'
import { fill } from './texts.js'

export interface Shop {
  view: View
  cart: Cart
  setDiscount(discount: number): void
}

/** The local wallet is on the page from here on, so that the list of the modal has it at the first click. */
export async function openWallet(shop: Shop) {
  const world = await loadWorld()
  injectWallet(world, true)
  const kernel = makeKernel('shop', 'Saltmarsh', world, {
    siwx: world.siwx ? 'asked' : 'off',
    hostPreviews: true,
    linkedWallets: false,
  })
  kernel.setTheme({ mode: 'auto', variables: { accent: '#a4472a' } })
  kernel.setLocale(shop.view.language)
  if (new URLSearchParams(location.search).has('phone')) kernel.setOptions({ mobile: true })
  mountModal(kernel)
  const members = membersOf(kernel, world, shop)
  followAccount(kernel, shop.view, {
    giveMoney: () => giveTestMoney(kernel),
    signOut: members.signOut,
  })
  followCart(kernel, shop)
  // For the console and for tests.
  Object.assign(window, { kernels: [kernel] })
  return { kernel, preload, pay: () => pay(kernel, shop), signIn: members.signIn }
}

/** Connects, if nobody is connected. @returns whether somebody is now */
async function connected(kernel: PlaygroundKernel): Promise<boolean> {
  if (kernel.ports.accounts.active()) return true
  try {
    await kernel.connectWithModal()
    return true
  } catch (error) {
    if (isLatchkeyError(error, 'kernel.modal_closed')) return false
    throw error
  }
}

/** Prices of members: the wallet signs in at the server, and the server says what they are. */
function membersOf(kernel: PlaygroundKernel, { siwx: url }: World, { view, setDiscount }: Shop) {
  const siwx = (kernel.plugins as { siwx?: SiwxApi }).siwx
  const button = find<HTMLButtonElement>('#sign-in')
  const words = find('[data-members]')
  const read = async (): Promise<number> => {
    if (siwx?.session.get().status !== 'signedIn' || url === undefined) return 0
    const answer = await fetch(new URL('/prices', url), { credentials: 'include' })
    return ((await answer.json()) as { discount: number }).discount
  }
  const update = async (): Promise<void> => {
    const discount = await read()
    setDiscount(discount)
    button.hidden = discount > 0
    words.textContent = discount > 0 ? fill(view.texts.signedIn, discount) : view.texts.membersHow
  }
  let before: unknown
  siwx?.session.subscribe(() => {
    const { status } = siwx.session.get()
    if (status !== before) void update().catch(reportError)
    before = status
  })
  return {
    async signIn(): Promise<void> {
      if (!(await connected(kernel))) return
      await siwx?.signIn().catch((error: unknown) => {
        if (!isLatchkeyError(error, 'siwx.cancelled')) throw error
      })
    },
    signOut: async (): Promise<void> => siwx?.signOut(),
  }
}

/** The amount in the coin of the network in use. */
function dueIn(kernel: PlaygroundKernel, { cart, view }: Shop) {
  const { network } = inUse(kernel)
  const { decimals, symbol } = network.nativeCurrency
  const cents = cart.total(view.discount).due
  const value = toCoin(cents, network.namespace, decimals)
  return { cents, value, network, text: `${coins(value, decimals)} ${symbol}` }
}

/** Keeps the sum in coin, and the words of the button, in step with the wallet. */
function followCart(kernel: PlaygroundKernel, shop: Shop): void {
  const { texts } = shop.view
  const update = (): void => {
    const isConnected = !!kernel.ports.accounts.active()
    const row = find('[data-row=coin]')
    row.hidden = !isConnected
    find('#pay').textContent = isConnected ? texts.pay : texts.payWith
    if (!isConnected) return
    const { text, network } = dueIn(kernel, shop)
    find('dd', row).textContent = `${text} ${fill(texts.onNetwork, network.name)}`
  }
  for (const source of [kernel.ports.accounts, kernel.ports.activeNetwork]) source.subscribe(update)
  new MutationObserver(update).observe(find('.lines'), { childList: true })
  update()
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Pays the cart by a transaction that the modal shows before the wallet does. */
async function pay(kernel: PlaygroundKernel, shop: Shop): Promise<void> {
  const { texts, language } = shop.view
  const button = find<HTMLButtonElement>('#pay')
  const status = find('#pay-status')
  if (!(await connected(kernel))) return
  button.disabled = true
  try {
    const { cents, value, network, text } = dueIn(kernel, shop)
    status.textContent = texts.asking
    const transaction = await sendCoins(kernel, value)
    status.textContent = texts.waiting
    if (network.namespace === 'eip155') await mined(kernel, transaction as `0x${string}`)
    const number = addOrder({ cents, transaction, network: network.name })
    showReceipt({
      ...{ number, transaction, network: network.name },
      amount: `${euros(cents, language)} = ${text}`,
    })
    shop.cart.clear()
    status.textContent = ''
  } catch (error) {
    status.textContent = fill(texts.failed, wordsOf(error))
  } finally {
    button.disabled = false
  }
}

async function mined(kernel: PlaygroundKernel, hash: `0x${string}`): Promise<void> {
  const client = await kernel.plugins.evm.getPublicClient()
  const { status } = await client.waitForTransactionReceipt({ hash, pollingInterval: 200 })
  if (status !== 'success') throw new Error('The network took the transaction back.')
}

function showReceipt(facts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(facts))
    find(`[data-receipt=${name}]`).textContent = text
  find('[data-part=lines]').hidden = true
  const receipt = find('[data-part=receipt]')
  receipt.hidden = false
  find<HTMLButtonElement>('[data-close]', receipt).focus()
}
