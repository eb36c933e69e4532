import type { Cart, Line } from './cart.js'
import { euros } from './money.js'
import { isProduct, PRODUCTS, reduced } from './products.js'
import type { Texts } from './texts.js'

const find = <T extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): T => {
  const found = within.querySelector<T>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}
export { find }

/** The language and the texts of the page, and the discount of the visitor in percent. */
export interface View {
  language: string
  texts: Texts
  discount: number
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

/** Writes each piece's price, with the old one crossed out beside a lower one. */
export function drawPrices({ language, discount }: View): void {
  for (const price of document.querySelectorAll<HTMLElement>('[data-price]')) {
    const id = price.dataset['price'] ?? ''
    if (!isProduct(id)) continue
    const [old, now] = [find('s', price), find('span', price)]
    old.hidden = discount === 0
    old.textContent = euros(PRODUCTS[id], language)
    now.textContent = euros(reduced(PRODUCTS[id], discount), language)
    price.classList.toggle('lower', discount > 0)
  }
}

function counter({ id, count }: Line, { texts }: View): HTMLElement {
  const [name = ''] = texts.names[id]
  const button = (text: string, label: string, by: string): HTMLButtonElement => {
    const made = element('button', text)
    made.type = 'button'
    made.ariaLabel = `${label}: ${name}`
    made.dataset['line'] = id
    made.dataset['by'] = by
    return made
  }
  const made = element(
    'div',
    button('−', texts.less, '-1'),
    element('span', String(count)),
    button('+', texts.more, '1'),
  )
  made.className = 'count'
  return made
}

function drawLine(line: Line, view: View): HTMLLIElement {
  const { id, count } = line
  const picture = find<SVGElement>(`.piece.${id} > svg`).cloneNode(true)
  const cost = element('p', euros(count * reduced(PRODUCTS[id], view.discount), view.language))
  cost.className = 'cost'
  return element(
    'li',
    picture,
    element('h3', view.texts.names[id][0] ?? ''),
    cost,
    counter(line, view),
  )
}

/** Writes the lines and the sums of the cart. The focus stays on the button that was pressed. */
export function drawCart(cart: Cart, view: View): void {
  const lines = cart.lines()
  const { full, due } = cart.total(view.discount)
  const at = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {}
  const focused = `.lines [data-line='${at['line']}'][data-by='${at['by']}']`
  find('[data-cart-count]').textContent = String(cart.count())
  find('[data-empty]').hidden = lines.length > 0
  find('#cart .totals').hidden = lines.length === 0
  find('#pay').hidden = lines.length === 0
  find('.lines').replaceChildren(...lines.map((line) => drawLine(line, view)))
  if (at['line']) document.querySelector<HTMLElement>(focused)?.focus()
  find('[data-row=saved]').hidden = full === due
  find('[data-row=saved] dd').textContent = euros(full - due, view.language)
  find('[data-row=total] dd').textContent = euros(due, view.language)
}

let hiding: ReturnType<typeof setTimeout> | undefined
const TOAST_MS = 3_000

/** Says something in the corner for a moment. */
export function say(text: string): void {
  const toast = find('#toast')
  toast.textContent = text
  toast.classList.add('shown')
  clearTimeout(hiding)
  hiding = setTimeout(() => toast.classList.remove('shown'), TOAST_MS)
}
