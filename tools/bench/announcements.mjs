// Sends 10,000 hostile announcements in each form in which wallets announce themselves, then a good
// one. The good wallet must be listed within 200 ms. Nothing may be uncaught, and at most 101
// wallets kept.
import { judge, median } from './lib/figures.mjs'
import { hostileScript } from './lib/hostile.mjs'
import { serveHost } from './lib/hosts.mjs'

/**
 * The functions that run in the page, by form of announcement. Each announces all wallets, the good
 * one last. A form without an event is read when the modal opens.
 */
const FORMS = {
  eip6963: (hostile) => {
    for (const one of hostile) one.dispatch()
    const info = {
      uuid: crypto.randomUUID(),
      name: 'The Good One',
      icon: 'data:image/svg+xml,<svg/>',
      rdns: 'good.example',
    }
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', {
        detail: { info, provider: { request: async () => [], on() {}, removeListener() {} } },
      }),
    )
  },
  walletStandard: (hostile) => {
    const features = (own) => ({
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) },
      'standard:events': { version: '1.0.0', on: () => () => {} },
      ...own,
    })
    const wallet = (name, chain, own) => ({
      version: '1.0.0',
      name,
      icon: 'data:image/svg+xml;base64,AA==',
      chains: [chain],
      accounts: [],
      features: features(own),
    })
    const register = (...wallets) =>
      window.dispatchEvent(
        new CustomEvent('wallet-standard:register-wallet', {
          detail: (api) => api.register(...wallets),
        }),
      )
    hostile.forEach(({ detail }, index) =>
      register(
        index % 3
          ? detail
          : wallet(`Stranger ${index}`, index % 2 ? 'solana:mainnet' : 'bitcoin:mainnet', {}),
      ),
    )
    register(
      wallet('The Good One', 'solana:mainnet', {
        'solana:signMessage': { version: '1.0.0', signMessage: async () => [] },
        'solana:signTransaction': {
          version: '1.0.0',
          supportedTransactionVersions: ['legacy'],
          signTransaction: async () => [],
        },
      }),
    )
  },
  btcProviders: (hostile) => {
    window.GoodProvider = { request: async () => ({}) }
    window.btc_providers = [
      ...hostile.map(({ detail }) => detail),
      { id: 'GoodProvider', name: 'The Good One' },
    ]
    window.kernel.open()
  },
  injectedWeb3: (hostile) => {
    window.injectedWeb3 = Object.fromEntries(
      hostile.map(({ detail }, index) => [
        `wallet-${index}`,
        index % 3 ? detail : { version: '1', enable: async () => ({}) },
      ]),
    )
    window.injectedWeb3['The Good One'] = { version: '1', enable: async () => ({}) }
    window.kernel.open()
  },
}

async function flood(browser, { url, form, script, count, round }) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const uncaught = []
    page.on('pageerror', (error) => uncaught.push(error.message))
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.addScriptTag({ content: `${script};window.announceAll = ${FORMS[form]}` })
    const result = await page.evaluate(
      async ([times, seed]) => {
        const late = await window.kernel.ports.late.load()
        const hostile = window.hostileAnnouncements(times, seed)
        const families = () =>
          window.kernel.ports.connectors.get().map(({ value }) => value.namespaces[0])
        // A wallet that a plugin knows by name has a place of its own.
        const before = families()
        const from = performance.now()
        window.announceAll(hostile)
        const listed = () => late.wallets.get().some(({ name }) => name === 'The Good One')
        while (!listed() && performance.now() - from < 5_000)
          await new Promise((resolve) => setTimeout(resolve, 0))
        const ms = performance.now() - from
        const size = (list, family) => list.filter((one) => one === family).length
        const after = families()
        return {
          ms,
          listed: listed(),
          kept: Math.max(
            ...[...new Set(after)].map((family) => size(after, family) - size(before, family)),
          ),
        }
      },
      [count, round + 1],
    )
    return { ...result, uncaught: uncaught.length }
  } finally {
    await context.close()
  }
}

async function benchForm(browser, { host, form, script, rounds, count }) {
  const results = []
  for (let round = 0; round < rounds; round++)
    results.push(await flood(browser, { url: host.url, form, script, count, round }))
  return judge(`${count} hostile announcements by ${form}, then a good one, medians of ${rounds}`, [
    {
      name: 'until the good one is listed',
      value: median(results.map(({ ms }) => ms)),
      bound: 200,
      unit: ' ms',
    },
    {
      name: 'rounds in which it was not listed',
      value: results.filter(({ listed }) => !listed).length,
      bound: 0,
    },
    {
      name: 'uncaught errors',
      value: results.reduce((sum, { uncaught }) => sum + uncaught, 0),
      bound: 0,
    },
    {
      name: 'wallets of a family kept, at most',
      value: Math.max(...results.map(({ kept }) => kept)),
      bound: 101,
    },
  ])
}

/** @param {{ browser: import('playwright').Browser, rounds: number, count?: number }} options */
export async function benchAnnouncements({ browser, rounds, count = 10_000 }) {
  const hosts = [await serveHost('ours'), await serveHost('five')]
  try {
    const script = await hostileScript()
    let good = true
    for (const form of Object.keys(FORMS))
      good =
        (await benchForm(browser, {
          host: hosts[form === 'eip6963' ? 0 : 1],
          form,
          script,
          rounds,
          count,
        })) && good
    return good
  } finally {
    for (const host of hosts) await host.close()
  }
}
