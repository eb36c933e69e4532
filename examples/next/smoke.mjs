/** The example wallet's key: a test key that everybody knows. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/**
 * Milliseconds that a visitor takes to approve. A wallet that answers at once would have the account
 * drawn first, which asks a node for its balance.
 */
const MOMENT = 300

/** Makes the example wallet sign with its key, and take its time to answer. */
async function letWalletSign(page, signText) {
  await page.exposeFunction('signWithKey', (raw) => signText(KEY, raw))
  await page.addInitScript((moment) => {
    window.addEventListener('eip6963:announceProvider', ({ detail: { provider } }) => {
      if (provider.isAble) return
      const { request } = provider
      const asks = async (asked) => {
        if (asked.method === 'personal_sign') return window.signWithKey(asked.params[0])
        if (asked.method === 'eth_requestAccounts')
          await new Promise((resolve) => setTimeout(resolve, moment))
        return request(asked)
      }
      Object.assign(provider, { isAble: true, request: asks })
    })
    window.dispatchEvent(new Event('eip6963:requestProvider'))
  }, MOMENT)
}

/**
 * The visitor signs in the modal. Server components and routes know the visitor, also after a
 * reload, until the visitor signs out or disconnects.
 */
async function signInByModal({ page, visitor }) {
  const dialog = page.getByRole('dialog')
  const orders = page.locator('[data-orders]')
  const statusOf = (path) => page.evaluate(async (route) => (await fetch(route)).status, path)
  const demandRoute = async (wanted) => {
    const status = await statusOf('/api/me')
    if (status !== wanted) throw new Error(`/api/me answers ${status} instead of ${wanted}`)
  }
  await dialog.getByText('Welcome to my shop.').first().waitFor()
  await demandRoute(401)
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await orders.filter({ hasText: /0xf39Fd6e5/ }).waitFor()
  await demandRoute(200)
  await visitor.reload()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await orders.waitFor({ state: 'detached' })
  await demandRoute(401)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await orders.waitFor()
}

/**
 * The server's HTML holds a skeleton and no style attribute, hydrates without a complaint, and the
 * button never shows another text first. A visitor signs in, and the routes sign in a key.
 */
export async function smoke({ page, url, visitor, signInOverHttp, signText, expectProblems }) {
  const html = await (await fetch(url)).text()
  if (!html.includes('<svg width="148" height="40" aria-hidden="true">'))
    throw new Error('the server drew no button')
  if (/<body.*style=|Connect wallet|0xf39f/is.test(html.replace(/<script[^]*?<\/script>/g, '')))
    throw new Error('the server drew more than a skeleton')
  await letWalletSign(page, signText)
  await page.goto(url)
  await visitor.connect()
  // The browser's console reports each 401 that the steps below provoke.
  expectProblems(/status of 401/)
  await signInByModal({ page, visitor })
  await page.addInitScript(() => {
    // Records every text that the button ever showed.
    const seen = (window.seen = new Set())
    const look = () => {
      const text = document.querySelector('main span')?.shadowRoot?.querySelector('button')
      if (text) seen.add(text.ariaBusy === 'true' ? 'skeleton' : text.textContent)
      requestAnimationFrame(look)
    }
    look()
  })
  await visitor.reload()
  const seen = await page.evaluate(() => [...window.seen])
  if (seen.some((text) => text !== 'skeleton' && !/^0xf39f/i.test(text)))
    throw new Error(`the button said ${seen.join(', then ')}`)
  await visitor.disconnect()
  if (await page.locator('[data-orders]').count())
    throw new Error('a visitor who disconnected is still signed in')
  await signInOverHttp(url, '/api/me')
}
