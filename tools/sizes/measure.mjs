// Builds the hosts, visits them, and answers with one figure for each part.
import { measureFeatures } from './features.mjs'
import { buildHosts, FEATURE_HOSTS, HOSTS, installHost, PLAIN_HOSTS } from './host.mjs'
import { openDialog, visit } from './visit.mjs'
import { isCounted, isScript, isStyle, sum, weighScripts } from './weigh.mjs'

/** As a host's bundler cuts it by itself: requests are counted here. */
const NATURAL = { name: 'natural', entry: 'evm', grouped: false }
const OTHERS = ['solana', 'bitcoin', 'polkadot', 'cosmos']
/** Longer than a page waits before it fetches what it hopes to need. */
const LOAD_QUIET_MS = 2_500
const VIEW_QUIET_MS = 600

/**
 * @typedef {object} Measured
 * @property {Record<string, number>} parts by the names of budgets.json; a part that could not be measured is missing
 * @property {{ title: string, bytes: number }[]} apart what is reported and not counted
 * @property {string[]} complaints what went wrong in the pages
 */

/**
 * @param {import('playwright').Browser} browser
 * @returns {Promise<Measured>}
 */
export const measure = async (browser) => {
  const grouped = Object.keys({ ...HOSTS, ...PLAIN_HOSTS, ...FEATURE_HOSTS }).map((entry) => ({
    name: entry,
    entry,
    grouped: true,
  }))
  const { built, forget } = await buildHosts(await installHost(), [...grouped, NATURAL])
  try {
    const loads = {}
    for (const [name, host] of built)
      if (!(name in FEATURE_HOSTS)) loads[name] = await loadHost(browser, host)
    const client = lazyScripts(built.get('walletconnect'), /relayClient/, loads.walletconnect)
    const { parts, apart, complaints } = summarise(
      loads,
      await openModal(browser, built.get('evm')),
      client,
      built.get('evm'),
    )
    const features = await measureFeatures(browser, built)
    return {
      parts: { ...parts, ...features.parts },
      apart: [...apart, ...features.apart],
      complaints: [...complaints, ...features.complaints],
    }
  } finally {
    forget()
  }
}

const summarise = (loads, opened, client, evm) => {
  const total = (name) => sum(loads[name].scripts.filter(isCounted))
  const owned = (owner) => sum(loads.evm.scripts.filter((script) => script.owner === owner))
  const asked = [...loads.natural.asked, ...opened.asked]
  return {
    parts: {
      evmHost: total('evm'),
      kernel: total('kernel') - total('bare'),
      ui: total('ui') - total('kernel'),
      evm: total('evm') - total('ui'),
      walletconnectHost: total('walletconnect'),
      walletconnect: total('walletconnect') - total('evm'),
      ...Object.fromEntries(OTHERS.map((name) => [name, total(name) - total('evm')])),
      fiveHost: total('five'),
      button: total('button') - total('plain'),
      strangers: strangersIn(evm).length,
      relayClient: sum(client),
      requests: loads.natural.asked.filter((one) => isScript(one) || isStyle(one)).length,
      foreign: new Set(asked.filter(({ path }) => path === undefined).map(({ url }) => url)).size,
      ...opened.parts,
    },
    apart: [
      { title: 'host without us (its own code and bundler)', bytes: total('bare') },
      { title: 'React', bytes: owned('react') },
      { title: "host's own chain definitions (viem/chains)", bytes: owned('host-chains') },
      ...loads.five.scripts
        .filter(isCounted)
        .map(({ path, bytes, owner }) => ({
          title: `at load of the five: ${path} (${owner})`,
          bytes,
        })),
      ...loads.evm.scripts
        .filter(isCounted)
        .map(({ path, bytes, owner }) => ({ title: `at load: ${path} (${owner})`, bytes })),
      ...opened.apart,
    ],
    complaints: [
      ...loads.evm.complaints,
      ...loads.five.complaints,
      ...strangersIn(evm),
      ...opened.complaints,
      ...foreignHosts(asked),
    ],
  }
}

/** What a host that never named them carries of other families, lazily or not. */
const strangersIn = ({ chunks }) =>
  chunks.flatMap(({ file, modules }) =>
    Object.keys(modules)
      .filter((id) =>
        /[\\/]node_modules[\\/](?:@latchkey[\\/](?:solana|bitcoin|polkadot|cosmos|walletconnect)|@solana|@polkadot|@cosmjs|@walletconnect|@scure[\\/]btc-signer)[\\/]/.test(
          id,
        ),
      )
      .map(
        (id) =>
          `${file} carries ${id.split('node_modules').at(-1)}, of a plugin that this host has not installed`,
      ),
  )

/** A chunk that is loaded by `import()`, with all that it imports and that is not there yet. */
const lazyScripts = (built, name, loaded) => {
  const wanted = new Set(
    built.chunks
      .filter((chunk) => name.test(chunk.file) || name.test(chunk.name))
      .map(({ file }) => file),
  )
  for (const file of wanted)
    for (const other of built.chunks.find((chunk) => chunk.file === file)?.imports ?? [])
      wanted.add(other)
  const missing = [...wanted].filter((file) => !loaded.scripts.some(({ path }) => path === file))
  return weighScripts(
    built,
    missing.map((path) => ({ path, type: 'script' })),
  )
}

const load = (page, url, built) => () =>
  page.goto(`${url}/${built.entry}.html`, { waitUntil: 'load' })

const loadHost = (browser, built) =>
  visit(browser, built.dir, async ({ page, phase, complaints }, url) => {
    const asked = await phase(load(page, url, built), LOAD_QUIET_MS)
    return { asked, scripts: weighScripts(built, asked), complaints }
  })

/** Loads the page, opens the modal by its button, then shows each view that is known. */
const openModal = (browser, built) =>
  visit(browser, built.dir, async ({ page, phase, complaints }, url) => {
    const loaded = await phase(load(page, url, built))
    const seen = new Set(loaded.map(({ path }) => path))
    const fresh = (asked) =>
      weighScripts(
        built,
        asked.filter(({ path }) => !seen.has(path) && seen.add(path)),
      )

    const opening = await openDialog(page, phase, complaints)
    if (!opening) return { parts: {}, apart: [], asked: loaded, complaints }

    const scripts = fresh(opening)
    const after = adapterFiles(built.chunks)
    const isAfter = ({ path }) => after.has(path)
    const modal = scripts.filter(
      (script) => isCounted(script) && !isLate(script) && !isAfter(script),
    )
    const views = await showViews(page, phase, fresh)
    const view = Math.max(0, ...views.map(({ bytes }) => bytes))
    const all = lateScripts(built, loaded)
    const isAtOpening = ({ path }) => scripts.some((script) => script.path === path)
    const late = all.filter(isAtOpening)
    const optional = all.filter((script) => !isAtOpening(script))
    return {
      parts: {
        modal: sum(modal),
        adapter: sum(scripts.filter(isAfter)),
        late: sum(late),
        optional: sum(optional),
        ...(views.length > 0 && { view }),
      },
      apart: [
        ...scripts.map(({ path, bytes, owner }) => ({
          title: `at open: ${path} (${owner})`,
          bytes,
        })),
        ...optional.map(({ path, bytes, owner }) => ({
          title: `late, when it is wanted: ${path} (${owner})`,
          bytes,
        })),
        ...views,
      ],
      asked: [...loaded, ...opening, ...views.flatMap(({ asked }) => asked)],
      complaints,
    }
  })

/** Adapters are fetched once the modal stands: their chunks, and what nothing else imports. */
const adapterFiles = (chunks) => {
  const isAdapter = ({ name, lazyEntry }) => lazyEntry && name.startsWith('adapter')
  const reach = (from) => {
    const seen = new Set()
    const visitFile = (file) => {
      if (seen.has(file)) return
      seen.add(file)
      chunks.find((chunk) => chunk.file === file)?.imports.forEach(visitFile)
    }
    from.forEach(({ file }) => visitFile(file))
    return seen
  }
  // What their own later chunks share with them comes with them.
  const others = reach(
    chunks.filter(
      (chunk) =>
        (chunk.entry || chunk.lazyEntry) &&
        !isAdapter(chunk) &&
        /startModal|late|entry|index/.test(chunk.name),
    ),
  )
  return new Set([...reach(chunks.filter(isAdapter))].filter((file) => !others.has(file)))
}

/** What there is of the kernel beside what a page begins with: its late half, which an opening fetches, and parts that a host's options or a visitor's deeds ask for. */
const lateScripts = (built, loaded) =>
  weighScripts(
    built,
    built.chunks
      .filter(({ file }) => !loaded.some(({ path }) => path === file))
      .map(({ file }) => ({ path: file, type: 'script' })),
  ).filter(isLate)
const isLate = ({ owner }) => owner === '@latchkey/kernel' || owner === 'valibot'

/** Shows one view after the other; each is weighed by what is fetched for it alone. */
const showViews = async (page, phase, fresh) => {
  const ids = await page.evaluate(() =>
    globalThis.kernel.ports.views.get().map(({ definition }) => definition.id),
  )
  const views = []
  for (const id of ids) {
    const asked = await phase(
      () =>
        page
          .evaluate((view) => {
            globalThis.kernel.ports.router.push(view)
          }, id)
          .catch(() => {}),
      VIEW_QUIET_MS,
    )
    const scripts = fresh(asked)
    if (scripts.length > 0)
      views.push({
        title: `view ${id}, ${scripts.length} files`,
        bytes: sum(scripts.filter(isCounted)),
        asked,
      })
  }
  return views
}

const foreignHosts = (asked) =>
  [
    ...new Set(
      asked.filter(({ path }) => path === undefined).map(({ url }) => new URL(url).origin),
    ),
  ].map((origin) => `the page asked ${origin}, which no option names`)
