// Walks through the modal by keyboard in any browser, and checks what a person would notice.
import { installWallet } from '../../bench/lib/page.mjs'

// Keys as WebDriver spells them.
const [TAB, ENTER, ESCAPE] = ['\uE004', '\uE007', '\uE00C']
const WAIT_MS = 60_000

/**
 * Reads the visible state of the page. Its source text runs in the browser, so it may use nothing from
 * this file. `says`: the text of the connect button; `onOpener`: the button has the focus; `ring`: the
 * outline of the focused element; `isInside`: the focus is in the modal.
 */
function readPage() {
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

/** The actions of the walk. Each waits for its effect, a minute at most. */
function createActions(browser) {
  /** Reads the page until `holds` is true of it. @returns what was read last */
  const until = async (what, holds) => {
    for (const end = Date.now() + WAIT_MS; ;) {
      const seen = await browser.evaluate(readPage.toString())
      if (holds(seen)) return seen
      if (Date.now() > end) throw new Error(`Waited in vain for ${what}: ${JSON.stringify(seen)}`)
    }
  }
  return {
    until,
    see: () => browser.evaluate(readPage.toString()),
    /** Presses Enter and waits until the modal shows this view. */
    async open(view) {
      await browser.keys(ENTER)
      return until(`${view} to open`, (seen) => seen.isOpen && seen.view === view)
    },
    /** Presses Escape and waits until the modal is closed and the button has the focus again. */
    async leave() {
      await browser.keys(ESCAPE)
      await until(
        'the modal to close, and the focus where it was',
        ({ isOpen, onOpener }) => !isOpen && onOpener,
      )
    },
  }
}
/** Throws an error with `what` was expected and what was seen, unless the condition holds. */
const demand = (holds, what, seen) => {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(seen)}`)
}

async function opens(browser, url) {
  const { until, open } = createActions(browser)
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
  const { until, see, open } = createActions(browser)
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
  const { until, open, leave } = createActions(browser)
  await open('Account')
  await until('the balance', ({ text }) => /1\.000\sETH/.test(text))
  await browser.evaluate('() => window.kernel.setOptions({ locale: "ar", themeMode: "light" })')
  await until(
    'the other direction',
    ({ direction, surface }) => direction === 'rtl' && surface === 'rgb(255, 255, 255)',
  )
  await leave()
}

/**
 * The checks of the walk, to be run in this order: each begins where the one before it ended.
 * @param browser goes to a URL, evaluates a function's source in the page, and presses keys
 * @param url of the page with the connect button
 * @returns {[title: string, check: () => Promise<void>][]}
 */
export const walk = (browser, url) => [
  ['opens by keyboard, as a modal dialog with the focus in it', () => opens(browser, url)],
  ['closes by Esc, and the focus is where it was', () => createActions(browser).leave()],
  ['keeps Tab within, shows where the focus is, and connects by Enter', () => connects(browser)],
  ['shows the account with its balance, also from right to left', () => showsAccount(browser)],
  [
    'breaks no line of a strict policy, and throws nothing',
    async () => {
      const { problems } = await createActions(browser).see()
      demand(problems.length === 0, 'Nothing goes wrong', problems)
    },
  ],
]
