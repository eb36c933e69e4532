// What a person with a keyboard does, in any browser.
import { installWallet } from '../bench/lib/page.mjs'

const [TAB, ENTER, ESCAPE] = ['\uE004', '\uE007', '\uE00C']
const PATIENCE = 60_000

/** What there is to see. Sent to the browser as it stands. */
function look() {
  const opener = document.querySelector('#root > span')
  const shadow = document.querySelector('latchkey-modal')?.shadowRoot
  const dialog = shadow?.querySelector('dialog')
  const active = shadow?.activeElement
  const style = active && getComputedStyle(active)
  return {
    says: [...(opener?.shadowRoot?.querySelectorAll('button') ?? [])].find((button) =>
      button.checkVisibility(),
    )?.textContent,
    isOpen: !!dialog?.open,
    isModal: !!dialog?.matches(':modal'),
    view: shadow?.querySelector('.view')?.getAttribute('data-view') ?? null,
    text: shadow?.querySelector('.view')?.textContent ?? '',
    surface: shadow && getComputedStyle(shadow.querySelector('.card')).backgroundColor,
    isInside: !!active,
    focused: active ? (active.getAttribute('aria-label') ?? active.textContent).trim() : '',
    ring: style ? `${style.outlineStyle} ${style.outlineWidth}` : '',
    onOpener: document.activeElement === opener,
    direction: shadow?.querySelector('.root')?.dir,
    problems: window.problems,
  }
}

/** What is done to a browser, and waited for. */
function hands(browser) {
  const until = async (what, holds) => {
    for (const end = Date.now() + PATIENCE; ;) {
      const seen = await browser.evaluate(look.toString())
      if (holds(seen)) return seen
      if (Date.now() > end) throw new Error(`Waited in vain for ${what}: ${JSON.stringify(seen)}`)
    }
  }
  return {
    until,
    see: () => browser.evaluate(look.toString()),
    async open(view) {
      await browser.keys(ENTER)
      return until(`${view} to open`, (seen) => seen.isOpen && seen.view === view)
    },
    async leave() {
      await browser.keys(ESCAPE)
      await until(
        'the modal to close, and the focus where it was',
        ({ isOpen, onOpener }) => !isOpen && onOpener,
      )
    },
  }
}
const demand = (isSo, what, seen) => {
  if (!isSo) throw new Error(`${what}: ${JSON.stringify(seen)}`)
}

async function opens(browser, url) {
  const { until, open } = hands(browser)
  await browser.goto(url)
  await browser.evaluate(installWallet.toString())
  await until('the button', ({ says }) => says === 'Connect wallet')
  await browser.evaluate('() => document.getElementById("before").focus()')
  await browser.keys(TAB)
  await until('the focus on the button', ({ onOpener }) => onOpener)
  const seen = await open('Connect')
  demand(seen.isModal && seen.isInside, 'It is a modal dialog that has the focus', seen)
  demand(/^rgb\((?!0, 0, 0)/.test(seen.surface), 'Its style sheets hold', seen)
}

async function connects(browser) {
  const { until, see, open } = hands(browser)
  await open('Connect')
  await until('the wallet', ({ text }) => text.includes('Bench Wallet'))
  const names = []
  for (let turn = 0; turn < 12; turn++) {
    await browser.keys(TAB)
    const seen = await see()
    demand(
      seen.isInside && seen.ring.startsWith('solid'),
      `Tab ${turn + 1} shows where it is`,
      seen,
    )
    names.push(seen.focused)
  }
  demand(new Set(names).size < names.length, 'Tab comes round', names)
  for (let turn = 0; turn < 12 && !(await see()).focused.includes('Bench Wallet'); turn++)
    await browser.keys(TAB)
  await browser.keys(ENTER)
  await until(
    'the address, and the focus back',
    ({ says, isOpen, onOpener }) => !isOpen && onOpener && /0xf39f/i.test(says),
  )
}

async function showsAccount(browser) {
  const { until, open, leave } = hands(browser)
  await open('Account')
  await until('the balance', ({ text }) => /1\.000\sETH/.test(text))
  await browser.evaluate('() => window.kernel.setOptions({ locale: "ar", themeMode: "light" })')
  await until(
    'the other direction',
    ({ direction, surface }) => direction === 'rtl' && surface === 'rgb(255, 255, 255)',
  )
  await leave()
}

/** @returns {[title: string, check: () => Promise<void>][]} in order: each begins where the one before it ended */
export const walk = (browser, url) => [
  ['opens by keyboard, as a modal dialog with the focus in it', () => opens(browser, url)],
  ['closes by Esc, and the focus is where it was', () => hands(browser).leave()],
  ['keeps Tab within, shows where the focus is, and connects by Enter', () => connects(browser)],
  ['shows the account with its balance, also from right to left', () => showsAccount(browser)],
  [
    'breaks no line of a strict policy, and throws nothing',
    async () => {
      const { problems } = await hands(browser).see()
      demand(problems.length === 0, 'Nothing goes wrong', problems)
    },
  ],
]
