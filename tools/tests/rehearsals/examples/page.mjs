// Visits a built page as a visitor would, in Chromium, and fails when the page complains.
import { chromium } from 'playwright'
import { preview } from 'vite'
import { LAUNCH_ARGS, existingBrowser } from '../../../run/lib/browser.mjs'

/** The policy of a strict host. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'"

const PATIENCE_MS = 60_000

export const launch = async () =>
  chromium.launch({ args: LAUNCH_ARGS, executablePath: (await existingBrowser())?.path })

/** Browsers ask for a favicon by themselves; a 404 for it would be a complaint of the page. */
const noFavicon = {
  name: 'no-favicon',
  configurePreviewServer({ middlewares }) {
    middlewares.use('/favicon.ico', (_, response) => response.writeHead(204).end())
  },
}

/**
 * Serves a built folder on a free port, under the policy of a strict host.
 * @param {string} dir
 * @returns {Promise<{ url: string, close(): Promise<void> }>} `url` ends with a slash
 */
async function serveStrict(dir) {
  const { NODE_ENV } = process.env
  const server = await preview({
    root: dir,
    configFile: false,
    logLevel: 'error',
    build: { outDir: '.' },
    plugins: [noFavicon],
    preview: { port: 0, host: '127.0.0.1', headers: { 'content-security-policy': POLICY } },
  })
  // Vite sets NODE_ENV to production for this process: npm would install no devDependencies then.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  return { url: server.resolvedUrls.local[0], close: () => server.close() }
}

/**
 * Opens a page of its own, hands it to `act`, and fails when the page threw, wrote an error to the
 * console or asked a host that no option names.
 * @param {import('playwright').Browser} browser
 * @param {string} url of the host, with a slash at its end
 * @param {(page: import('playwright').Page, expectProblems: (pattern: RegExp) => void) =>
 * Promise<void>} act
 */
export async function visitPage(browser, url, act) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const problems = []
    const foreign = []
    let expected
    const note = (text) => expected?.test(text) || problems.push(text)
    page.on('pageerror', ({ message }) => note(message))
    page.on('console', (message) => message.type() === 'error' && note(message.text()))
    page.on('request', (request) => {
      const asked = request.url()
      if (!asked.startsWith(url) && !/^(data|blob):/.test(asked)) foreign.push(asked)
    })
    // The page's own complaints explain more than a button that never appeared.
    await act(page, (pattern) => {
      expected = pattern
    }).catch((error) => {
      throw problems.length > 0 ? new Error(`${error.message}\n${problems.join('\n')}`) : error
    })
    if (problems.length > 0) throw new Error(`the page complained: ${problems.join(' | ')}`)
    if (foreign.length > 0)
      throw new Error(`requests to hosts that no option names: ${foreign.join(', ')}`)
  } finally {
    await context.close()
  }
}

/**
 * Serves a built folder under the policy of a strict host, and walks through its page.
 * @param {string} dir
 * @param {(host: { page: import('playwright').Page, url: string }) => Promise<void>} smoke
 */
export async function visitBuilt(dir, smoke) {
  const { url, close } = await serveStrict(dir)
  const browser = await launch()
  try {
    await visitPage(browser, url, (page) => smoke({ page, url }))
  } finally {
    await browser.close()
    await close()
  }
}
