// The hosts that are measured: what a part costs is the difference between a host with it and one
// without. Each plugin's own package.json says how a host imports and makes it.
import { plugins } from '../pack/plugins.mjs'
import { readJson } from '../../run/lib/paths.mjs'

/** The family that every host with a modal has: a modal without a chain shows nothing. */
const BASE = 'evm'

const KERNEL = "import { createKernel } from '@latchkey/kernel'"
const UI = "import { ConnectButton, LatchkeyProvider } from '@latchkey/ui-react'"
const BUTTON = '<LatchkeyProvider kernel={kernel}><ConnectButton /></LatchkeyProvider>'

/** As `feature-send` is called in tables: `send`. */
export const shortName = ({ folder }) => folder.replace(/^feature-/, '')

const importsOf = ({ field: { host } }) =>
  Object.entries(host.imports).map(
    ([module, names]) => `import { ${names.join(', ')} } from '${module}'`,
  )
const create = (chosen) =>
  `const kernel = globalThis.kernel = createKernel({ metadata: { name: 'Host' }, plugins: [${chosen
    .map(({ field }) => field.host.call)
    .join(', ')}] })`
const withModal = (chosen) => ({
  lines: [KERNEL, UI, ...chosen.flatMap(importsOf), create(chosen)],
  markup: BUTTON,
})

/** A page with a lazily loaded page of its own, as most have: its loader is the host's, not ours. */
const reactPage = ({ lines, markup = '' }) => `import { createRoot } from 'react-dom/client'
${lines.join('\n')}
const later = () => import('./later.js')
const page = <main><a href="#later" onClick={later}>Later</a>${markup}</main>
createRoot(document.getElementById('root')).render(page)
`

/**
 * Scripts of the hosts without React, whose first script is all that a visitor waits for: a page
 * that loads something later, and one that loads the kernel so.
 */
const PLAIN = {
  plain: "document.getElementById('root').onclick = () => import('./later.js')\n",
  button: `import { startButton } from '@latchkey/button'
startButton(document.getElementById('root'), { load: () => import('./kernel.js'), idle: false })
`,
}
const lateKernel = (base) => `${[KERNEL, ...importsOf(base)].join('\n')}
import { mountModal } from '@latchkey/ui-react/elements'
export ${create([base])}
mountModal(kernel)
`

/**
 * Versions of what a host installs itself beside our packages: the peers of these, as our own tests
 * have them.
 */
function peersOf(measured, catalog) {
  const peers = measured.flatMap(({ manifest: { peerDependencies, devDependencies } }) =>
    Object.keys(peerDependencies ?? {}).map((name) => [name, devDependencies[name]]),
  )
  const theirs = peers.filter(([name]) => !name.startsWith('@latchkey/'))
  const versions = { ...Object.fromEntries(theirs), react: 'catalog:', 'react-dom': 'catalog:' }
  for (const name of Object.keys(versions))
    if (versions[name] === 'catalog:') versions[name] = catalog[name]
  return versions
}

/**
 * @param {Record<string, string>} catalog versions that the workspace shares
 * @returns hosts by name, the plugins they measure, the files to write, and what to install
 */
export function describeHosts(catalog) {
  const measured = plugins().filter(({ field }) => field.host)
  const base = measured.find(({ folder }) => folder === BASE)
  const others = measured.filter((one) => one !== base)
  const features = others.filter(({ field }) => field.kind === 'feature')
  const chains = others.filter((one) => !features.includes(one))
  const pages = [
    ['bare', { lines: [] }],
    ['kernel', { lines: [KERNEL, create([])] }],
    ['ui', withModal([])],
    [BASE, withModal([base])],
    ...others.map((one) => [shortName(one), withModal([base, one])]),
    ['families', withModal([base, ...chains])],
    ['all', withModal([base, ...others])],
  ].map(([name, page]) => [name, reactPage(page)])
  const scripts = [...pages, ...Object.entries(PLAIN)]
  return {
    names: scripts.map(([name]) => name),
    base,
    chains,
    features,
    measured,
    files: {
      ...Object.fromEntries(scripts.map(([name, code]) => [`${name}.jsx`, code])),
      'kernel.js': lateKernel(base),
      'later.js': 'export const later = 1\n',
    },
    ours: [
      '@latchkey/button',
      '@latchkey/kernel',
      '@latchkey/ui-react',
      ...measured.map(({ name }) => name),
    ],
    chosen: peersOf(measured, catalog),
  }
}

/** A plugin with views asks for React; one without has none to weigh. */
const drawsViews = ({ manifest }) => manifest.peerDependencies?.react !== undefined

/**
 * Budgets of parts, and of each plugin: its own, or the usual ones of its kind. A host of several
 * plugins may grow by the eager budget of each that came after its own budget was set (`of`).
 * @returns {import('./table.mjs').Budget[]}
 */
export function budgets(
  { measured, base, chains },
  file = new URL('budgets.json', import.meta.url),
) {
  const { kinds, parts } = readJson(file)
  const of = ({ field }) => ({ ...kinds[field.kind], ...field.budgets })
  const bytes = (part, title, max) => ({ part, title, max, unit: 'B' })
  const hosts = { families: [base, ...chains], all: measured }
  const growth = ({ host, of: counted }) =>
    (hosts[host] ?? [])
      .filter(({ folder }) => !counted.includes(folder))
      .reduce((sum, one) => sum + of(one).eager, 0)
  return [
    ...parts.map((part) => ({ ...part, max: part.max + growth(part) })),
    ...measured.flatMap((one) => {
      const { eager, view, opening, chunks = {} } = of(one)
      const name = shortName(one)
      return [
        bytes(name, `${name} plugin`, eager),
        ...(one.field.kind === 'feature' && drawsViews(one)
          ? [bytes(`${name}View`, `${name}, largest view`, view)]
          : []),
        ...(opening
          ? [
              bytes(`${name}Opening`, `${name}, more at the first opening`, opening.bytes),
              {
                part: `${name}Requests`,
                title: `${name}, more requests at the first opening`,
                max: opening.requests,
                unit: '',
              },
            ]
          : []),
        ...Object.entries(chunks).map(([chunk, max]) => bytes(chunk, `${name}, ${chunk}`, max)),
      ]
    }),
  ]
}
