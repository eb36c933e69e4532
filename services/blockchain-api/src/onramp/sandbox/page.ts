import { createHash } from 'node:crypto'
import { type OrderRow, type OrderStatus } from '../../store/store.js'

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:28rem;padding:1rem}
.test{border:2px dashed #b45309;border-radius:8px;padding:.75rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}
dd{margin:0;overflow-wrap:anywhere}
input,button{font:inherit;min-height:44px;width:100%;box-sizing:border-box;margin:.25rem 0}
`
const HASH = createHash('sha256').update(STYLE).digest('base64')
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${HASH}'`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
}

/** Numbers that the page takes; each other one may be a real card's, which nobody may type here. */
export const TEST_CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  refunded: '4000000000000119',
} as const

const TEXTS: Readonly<Record<OrderStatus, string>> = {
  created: 'Not paid yet.',
  paid: 'Paid. The coins are being sent.',
  sent: 'The coins are on their way.',
  done: 'The coins have arrived. You can close this window.',
  failed: 'The coins could not be sent. The payment is being given back.',
  refunded: 'The coins could not be sent. The payment was given back.',
  abandoned: 'This order was given up. Begin a new one.',
}

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const term = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `<dt>${name}</dt><dd>${escape(value)}</dd>`

const form = (note: string): string => `
${note && `<p role="alert">${escape(note)}</p>`}
<form method="post">
<label for="card">Number of a test card</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" required value="${TEST_CARDS.pays}">
<button name="action" value="pay">Pay</button>
</form>
<form method="post"><button name="action" value="cancel">Give up</button></form>
<p>${TEST_CARDS.pays} pays, ${TEST_CARDS.declined} is declined, ${TEST_CARDS.refunded} is paid and given back.</p>`

/** The page of an order. It has no script. */
export function orderPage(order: OrderRow, note = ''): Response {
  const { status, purchase, payment, address, chain, hash } = order
  const isMoving = ['paid', 'sent', 'failed'].includes(status)
  const money = (one: { amount: string; currency: string } | undefined) =>
    one && `${one.amount} ${one.currency}`
  const content = `
<h1>Sandbox purchase</h1>
<p class="test">This is a test. Nobody pays here, and the coins are worth nothing.
Never type the number of a real card.</p>
<dl>${term('You get', money(purchase))}${term('You pay', money(payment))}
${term('Network', chain)}${term('Wallet', address)}${term('Transaction', hash)}</dl>
<p role="status" data-status="${status}">${TEXTS[status]}</p>
${status === 'created' ? form(note) : ''}`
  return page(200, content, isMoving ? '<meta http-equiv="refresh" content="1">' : '')
}

export const missingPage = (): Response =>
  page(404, '<h1>There is no such order</h1><p>Begin a new one on the page that you came from.</p>')

const page = (status: number, content: string, head = ''): Response =>
  new Response(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sandbox purchase</title>
<meta name="viewport" content="width=device-width">${head}<style>${STYLE}</style></head>
<body><main>${content}</main></body></html>
`,
    { status, headers: HEADERS },
  )

/** Leads back to the page of the order, so that a reload does not pay again. */
export const backToOrder = (path: string): Response =>
  new Response('', { status: 303, headers: { ...HEADERS, location: path } })
