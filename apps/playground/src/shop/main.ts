// The page's own script: prices and cart. The wallet comes with the first wish for it.
import { startButton } from '@latchkey/button'
import { createCart } from './cart.js'
import { drawCart, drawPrices, find, say, type View } from './draw.js'
import { isProduct } from './products.js'
import { fill, TEXTS } from './texts.js'

const language = document.documentElement.lang === 'ar' ? 'ar' : 'en'
const texts = TEXTS[language]
const view: View = { language, texts, discount: 0 }
const dialog = find<HTMLDialogElement>('#cart')

const cart = createCart(() => draw())
const draw = (): void => {
  drawPrices(view)
  drawCart(cart, view)
}

let opening: ReturnType<typeof openShop> | undefined
/** Loads the modal with everything behind it, once. */
const load = (): ReturnType<typeof openShop> =>
  (opening ??= openShop().catch((error: unknown) => {
    opening = undefined
    throw error
  }))
async function openShop() {
  const { openWallet } = await import('./wallet.js')
  return openWallet({
    view,
    cart,
    setDiscount(discount) {
      view.discount = discount
      draw()
    },
  })
}

startButton(find('#wallet'), {
  load,
  id: 'shop',
  themeMode: 'auto',
  themeVariables: { accent: '#a4472a' },
  text: language === 'ar' ? 'ربط المحفظة' : 'Connect wallet',
  idle: false,
})

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  const { add, line, by, close } = button?.dataset ?? {}
  if (add !== undefined && isProduct(add)) {
    cart.add(add, 1)
    say(fill(texts.added, texts.names[add][0] ?? ''))
  } else if (line !== undefined && isProduct(line)) cart.add(line, Number(by))
  else if (close !== undefined) dialog.close()
})
// A click beside the drawer closes it.
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close()
})
dialog.addEventListener('close', () => {
  find('[data-part=lines]').hidden = false
  find('[data-part=receipt]').hidden = true
  find('#pay-status').textContent = ''
})
find('#cart-button').addEventListener('click', () => dialog.showModal())
find('#pay').addEventListener('click', () => void load().then(({ pay }) => pay(), reportError))
find('#sign-in').addEventListener(
  'click',
  () => void load().then(({ signIn }) => signIn(), reportError),
)
draw()
