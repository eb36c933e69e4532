// Builds the hosts, visits them, and answers with one figure for each part.
import {
  adapterFiles,
  eagerFiles,
  filesNamed,
  isView,
  kitOf,
  lazyOf,
  strangersIn,
  viewsOf,
  weighNamed,
} from './chunks.mjs'
import { shortName } from './hosts.mjs'
import { buildHosts, installHosts } from './install.mjs'
import { loadPage, openModal } from './visit.mjs'
import { isCounted, isScript, isStyle, sum, weighFiles, weighScripts } from './weigh.mjs'

/** As a host's bundler cuts it by itself: requests are counted here. */
const NATURAL = { name: 'natural', entry: 'evm', grouped: false }

/**
 * @typedef {object} Measured
 * @property {Record<string, number>} parts by the names of the budgets; a part that could not be
 * measured is missing
 * @property {{ title: string, bytes: number }[]} apart figures that are shown and have no budget
 * @property {string[]} complaints errors of the pages, and why a part is not zero
 */

/**
 * @param {import('playwright').Browser} browser
 * @param {ReturnType<typeof import('./hosts.mjs').describeHosts>} hosts
 * @returns {Promise<Measured>}
 */
export const measure = async (browser, hosts) => {
  const grouped = hosts.names.map((entry) => ({ name: entry, entry, grouped: true }))
  const { built, forget } = await buildHosts(await installHosts(hosts), [...grouped, NATURAL])
  try {
    const quiet = new Set([...hosts.features.map(shortName), 'all'])
    const loads = {}
    for (const [name, host] of built)
      if (!quiet.has(name)) loads[name] = await loadPage(browser, host)
    const evmOpened = await openModal(browser, built.get('evm'))
    const openings = await visitOpenings(browser, built, hosts)
    const results = [
      summariseLoads(loads, hosts),
      ...hosts.measured.map((one) => measureChunks(one, built, loads, openings)),
      measureStrangers(built.get('evm'), hosts),
      measureOpening(built.get('evm'), evmOpened, loads.natural),
      ...measureOpenings(built, evmOpened, hosts, openings),
      measureFeatures(built, await openModal(browser, built.get('all'), { views: false }), hosts),
    ]
    return {
      parts: Object.assign({}, ...results.map(({ parts }) => parts)),
      apart: results.flatMap(({ apart = [] }) => apart),
      complaints: results.flatMap(({ complaints = [] }) => complaints),
    }
  } finally {
    forget()
  }
}

const listed = (prefix, scripts) =>
  scripts.map(({ path, bytes, owner }) => ({ title: `${prefix}: ${path} (${owner})`, bytes }))

/** Eager bytes: what a visit fetches until the page is idle. */
const summariseLoads = (loads, { chains }) => {
  const total = (name) => sum(loads[name].scripts.filter(isCounted))
  const owned = (owner) => sum(loads.evm.scripts.filter((script) => script.owner === owner))
  const names = chains.map(shortName)
  return {
    parts: {
      evmHost: total('evm'),
      kernel: total('kernel') - total('bare'),
      ui: total('ui') - total('kernel'),
      evm: total('evm') - total('ui'),
      walletconnectHost: total('walletconnect'),
      ...Object.fromEntries(names.map((name) => [name, total(name) - total('evm')])),
      familiesHost: total('families'),
      button: total('button') - total('plain'),
      requests: loads.natural.asked.filter((one) => isScript(one) || isStyle(one)).length,
    },
    apart: [
      { title: 'host without us (its own code and bundler)', bytes: total('bare') },
      { title: 'React', bytes: owned('react') },
      { title: "host's own chain definitions (viem/chains)", bytes: owned('host-chains') },
      ...listed('at load of all families', loads.families.scripts.filter(isCounted)),
      ...listed('at load', loads.evm.scripts.filter(isCounted)),
    ],
    complaints: [...loads.evm.complaints, ...loads.families.complaints],
  }
}

/** A visit that opens the modal, for each plugin with a budget of its opening. */
const visitOpenings = async (browser, built, { measured }) => {
  const openings = new Map()
  for (const plugin of measured.filter(({ field }) => field.budgets?.opening)) {
    const name = shortName(plugin)
    openings.set(name, await openModal(browser, built.get(name), { views: false }))
  }
  return openings
}

/**
 * Chunks that a plugin names in its budgets: loaded later, with what they bring that the page does not
 * have by then from its load and, where that is measured, its first opening.
 */
const measureChunks = (plugin, built, loads, openings) => {
  const name = shortName(plugin)
  const later = new Set(
    Object.keys(plugin.field.budgets?.chunks ?? {}).flatMap((chunk) =>
      filesNamed(built.get(name), chunk),
    ),
  )
  const fetched = [...(loads[name]?.scripts ?? []), ...(openings.get(name)?.opened ?? [])]
  // The chunks of a chain family are fetched by its adapter alone, which is there by then.
  const adapter = plugin.field.kind === 'family' ? adapterFiles(built.get(name).chunks) : []
  const paths = [...fetched.map(({ path }) => path), ...adapter]
  const present = new Set(paths.filter((path) => !later.has(path)))
  const chunks = Object.keys(plugin.field.budgets?.chunks ?? {})
  const weighed = chunks.map((chunk) => [chunk, weighNamed(built.get(name), chunk, present)])
  return { parts: Object.fromEntries(weighed.filter(([, bytes]) => bytes > 0)) }
}

/**
 * Plugins with a budget for it: how much they add to the first opening. Chunks that a plugin names are fetched
 * once the opening has been drawn, and are weighed by themselves.
 */
const measureOpenings = (built, { loaded, opened = [] }, { measured }, openings) => {
  const scriptsOf = (host, asked) => weighScripts(host, asked).filter(isCounted)
  const base = scriptsOf(built.get('evm'), [...loaded, ...opened])
  const results = []
  for (const plugin of measured.filter(({ field }) => field.budgets?.opening)) {
    const name = shortName(plugin)
    const host = built.get(name)
    const visited = openings.get(name)
    const later = new Set(
      Object.keys(plugin.field.budgets.chunks ?? {}).flatMap((chunk) => filesNamed(host, chunk)),
    )
    const atLoad = new Set(visited.loaded.map(({ path }) => path))
    const mine = scriptsOf(host, visited.opened ?? []).filter(({ path }) => !later.has(path))
    const before = base.filter(({ path }) => !loaded.some((asked) => asked.path === path))
    const fresh = mine.filter(({ path }) => !atLoad.has(path))
    results.push({
      parts: {
        [`${name}Opening`]: sum(fresh) - sum(before),
        [`${name}Requests`]: fresh.length - before.length,
      },
      apart: listed(`at the opening with ${name}`, fresh),
      complaints: visited.complaints,
    })
  }
  return results
}

const measureStrangers = (evm, { measured, base }) => {
  const complaints = strangersIn(
    evm,
    measured.filter((one) => one !== base),
  )
  return { parts: { strangers: complaints.length }, complaints }
}

const isLate = ({ owner }) => owner === '@latchkey/kernel' || owner === 'valibot'

/** Bytes that the EVM host fetches when its modal opens, and for each view. */
const measureOpening = (built, visited, natural) => {
  const { loaded, opened, views, complaints } = visited
  const asked = [natural.asked, loaded, opened ?? [], ...views.map((view) => view.asked)].flat()
  const foreign = asked.filter(({ path }) => path === undefined).map(({ url }) => new URL(url))
  const origins = [...new Set(foreign.map(({ origin }) => origin))]
  const noted = [
    ...complaints,
    ...origins.map((origin) => `the page asked ${origin}, which no option names`),
  ]
  const parts = { foreign: new Set(foreign.map(({ href }) => href)).size }
  if (!opened) return { parts, complaints: noted }
  const seen = new Set(loaded.map(({ path }) => path))
  // The kernel's chunks that a page does not begin with: its late half, which an opening fetches,
  // and parts that a host's options or a visitor's actions ask for.
  const later = built.chunks.map(({ fileName }) => fileName).filter((file) => !seen.has(file))
  const all = weighFiles(built, later).filter(isLate)
  const fresh = (list) => {
    const news = list.filter(({ path }) => !seen.has(path))
    for (const { path } of news) seen.add(path)
    return weighScripts(built, news)
  }
  const scripts = fresh(opened)
  const after = adapterFiles(built.chunks)
  const isAtOpening = ({ path }) => scripts.some((script) => script.path === path)
  const optional = all.filter((script) => !isAtOpening(script))
  const shown = views
    .map(({ id, asked }) => ({ id, scripts: fresh(asked) }))
    .filter((view) => view.scripts.length > 0)
    .map((view) => ({
      title: `view ${view.id}, ${view.scripts.length} files`,
      bytes: sum(view.scripts.filter((script) => isCounted(script) && !after.has(script.path))),
    }))
  const isModal = (script) => isCounted(script) && !isLate(script) && !after.has(script.path)
  return {
    parts: {
      ...parts,
      modal: sum(scripts.filter(isModal)),
      adapter: sum(weighFiles(built, [...after]).filter(isCounted)),
      late: sum(all.filter(isAtOpening)),
      optional: sum(optional),
      ...(views.length > 0 && { view: Math.max(0, ...shown.map(({ bytes }) => bytes)) }),
    },
    apart: [
      ...listed('at open', scripts),
      ...listed('late, when it is wanted', optional),
      ...shown,
    ],
    complaints: noted,
  }
}

/**
 * The cost of features: their eager parts by the difference of two builds, their views by their
 * chunks, and that nothing of them comes early, by a visit to a host with everything.
 */
const measureFeatures = (built, { loaded, opened, complaints }, { features }) => {
  const all = built.get('all')
  const filesOf = (asked) => [...new Set(asked.flatMap(({ path }) => path ?? []))]
  const present = new Set(filesOf([...loaded, ...(opened ?? [])]))
  // An opening fetches late halves: texts, and what must be known before a visitor connects.
  const late = lazyOf(all.chunks, filesOf(opened ?? []))
  const early = [...lazyOf(all.chunks, filesOf(loaded)), ...late.filter(isView)]
  const eagerOf = (name) =>
    sum(weighFiles(built.get(name), [...eagerFiles(built.get(name))]).filter(isCounted))
  const views = features
    .map((one) => ({ part: `${shortName(one)}View`, found: viewsOf(all, one, present) }))
    .filter(({ found }) => found.length > 0)
  const largest = (found) => Math.max(...found.map(({ bytes }) => bytes))
  const fetched = weighFiles(
    all,
    late.map(({ fileName }) => fileName),
  )
  return {
    parts: {
      ...Object.fromEntries(
        features.map(shortName).map((name) => [name, eagerOf(name) - eagerOf('evm')]),
      ),
      ...Object.fromEntries(views.map(({ part, found }) => [part, largest(found)])),
      kit: kitOf(all, features, present),
      allHost: eagerOf('all'),
      featuresEarly: early.length,
      featuresLate: sum(fetched),
    },
    apart: [...views.flatMap(({ found }) => found), ...listed('at the first opening', fetched)],
    complaints: [
      ...complaints,
      ...early.map(({ fileName }) => `${fileName} comes before anybody uses its feature`),
    ],
  }
}
