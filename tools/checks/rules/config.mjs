// The import rules of the architecture, in the words of dependency-cruiser. ownRules.mjs
// holds the parts that it cannot say.
import {
  BROKEN,
  CONTRACT,
  KERNEL,
  LIBRARY,
  PLUGIN,
  SDK_HOME,
  SHIPPED,
  TEST,
  UI,
  UNIT,
  contractDoors,
  entry,
  library,
  npm,
  SDK_LIBRARY,
} from './names.mjs'

/** Pure libraries that a plugin may use in modules that are loaded lazily. A new one needs a reason. */
export const PURE_LIBRARIES = [
  '@noble/*',
  '@scure/*',
  'valibot',
  '@adraffy/ens-normalize',
  'uqr',
  '@latchkey/siwx',
  '@latchkey/smart-account',
]

/** Libraries of the modal, each in modules that are loaded lazily. A new one needs a reason. */
export const UI_LIBRARIES = ['uqr', '@tanstack/react-virtual', '@tanstack/virtual-core']

/** Draws views as text, for tests: a page must not get it. */
export const TEST_RENDERER = 'react-dom/server'

/** Chain SDKs that no plugin of ours names in its package.json, but a new one might reach for. */
const OTHER_SDKS = ['ox', 'ethers', 'polkadot-api', '@polkadot-api/*', 'bitcoinjs-lib', '@reown/*']
/** Names of a standard and no SDK: a plugin that lists them may load them with the page. */
const STANDARDS = ['@wallet-standard/*']

const LATE = `${KERNEL}late/`
const KIT = `${UI}kit/`
const VIEWS = `${PLUGIN}react/`
const REACT = [entry('react'), entry('react', 'jsx-runtime')]
const REACT_DOM = [undefined, 'client', 'server'].map((path) => entry('react-dom', path))
const ANY_REACT = [npm('react'), npm('react-dom')]
/** The half of tsyringe that works without decorators. */
const CONTAINER = entry('tsyringe', 'dist/esm2015/dependency-container')
const OUTSIDE_VIEWS = { path: PLUGIN, pathNot: VIEWS }
const MOVE_COMPONENT = 'move the component into src/react/'

const sdksOf = ({ manifest }) => manifest.latchkey?.sdks ?? []
/** Patterns of the chain SDKs: what plugins name as theirs, and some more. */
export const chainSdks = (packages) =>
  [...new Set([...packages.flatMap(sdksOf), ...OTHER_SDKS])]
    .filter((name) => !STANDARDS.includes(name))
    .map(npm)

/** The packages that the kernel may import, each below one folder of src/. */
const kernelPorts = (packages) =>
  [
    ['', contractDoors(packages, '.')],
    ['accountView/', contractDoors(packages, './amounts', './explorer')],
    ['late/', contractDoors(packages, './origins', './links', './namespaces', './wallet')],
    ['services/', contractDoors(packages, './languages')],
    ['container/', [npm('tsyringe')]],
    ['events/', [npm('mitt')]],
    ['', [entry('zustand', 'vanilla')]],
    ['late/', [npm('valibot')]],
  ].flatMap(([folder, paths]) => paths.map((path) => ({ folder, path })))

/**
 * @typedef {{ from: object, to: object, mend: string, tests?: boolean }} Part a forbidden rule
 * of dependency-cruiser, and what to do where it is broken; with `tests` it is about tests as well
 * @typedef {(packages: import('./packages.mjs').Package[]) => Part[]} Parts
 * @typedef {{ name: string, says: string, written?: Parts, compiled?: Parts }} Rule `written`: about
 * every import, types included; `compiled`: about what is left when the types are gone
 */

/** @returns {Part} */
const refuse = (from, to, mend, { tests = false } = {}) => ({ from, to, mend, tests })

const wall = (name, folder) => ({
  name: `${name}-wall`,
  says: `${name} is imported in ${folder} only`,
  written: () => [
    refuse(
      { path: SHIPPED, pathNot: `^${folder}` },
      { path: npm(name) },
      `use what ${folder} exports; nobody else knows ${name}`,
    ),
  ],
})

/** In the order in which the architecture lists them. @type {Rule[]} */
export const RULES = [
  {
    name: 'contract-is-leaf',
    says: 'plugin-api imports nothing, not even a type, and depends on nothing',
    written: () => [
      refuse(
        { path: `${CONTRACT}src/` },
        { pathNot: [`${CONTRACT}src/`, BROKEN] },
        'declare what is needed in plugin-api itself; a schema is a function (value: unknown) => T',
      ),
    ],
  },
  {
    name: 'kernel-ports',
    says:
      'the kernel imports plugin-api (its entries amounts and explorer in accountView/, languages in ' +
      'services/, origins, links, namespaces and wallet in late/), tsyringe (container/), mitt (events/), ' +
      'zustand/vanilla and valibot (late/); import() reaches its late half',
    written: (packages) => [
      refuse(
        { path: KERNEL },
        { pathNot: [KERNEL, BROKEN, ...kernelPorts(packages).map(({ path }) => path)] },
        "ask for a port in plugin-api instead: this is none of the kernel's ports",
      ),
      ...kernelPorts(packages)
        .filter(({ folder }) => folder)
        .map(({ folder, path }) =>
          refuse(
            { path: KERNEL, pathNot: `${KERNEL}${folder}` },
            { path },
            `move the use into src/${folder} and export a function from there`,
          ),
        ),
    ],
    compiled: () => [
      refuse(
        { path: KERNEL, pathNot: LATE },
        { path: LATE, dynamic: false },
        'reach src/late/ by import() or import type',
      ),
      refuse(
        { path: KERNEL },
        { path: npm('tsyringe'), pathNot: CONTAINER },
        'import dist/esm2015/dependency-container.js: the main entry needs a Reflect polyfill',
      ),
    ],
  },
  wall('tsyringe', 'packages/kernel/src/container/'),
  wall('mitt', 'packages/kernel/src/events/'),
  {
    name: 'ui-ring',
    says:
      'ui-react imports plugin-api (its entries amounts, explorer, languages and namespaces too), ' +
      'react, react-dom, the kernel by type only, and listed libraries lazily',
    written: (packages) => [
      refuse(
        { path: UI },
        {
          pathNot: [
            UI,
            BROKEN,
            KERNEL,
            ...contractDoors(
              packages,
              '.',
              './amounts',
              './explorer',
              './languages',
              './namespaces',
            ),
            ...REACT,
            ...REACT_DOM,
            ...UI_LIBRARIES.map(npm),
          ],
        },
        'use plugin-api, react, react-dom, or one of UI_LIBRARIES of the import rules',
      ),
    ],
    compiled: () => [
      refuse(
        { path: UI },
        { path: KERNEL },
        'write `import type { … }` (inline `type` leaves a bare import); the provider gives the kernel',
      ),
    ],
  },
  {
    name: 'plugin-sees-contract',
    says:
      'a plugin imports plugin-api and its SDK; never the kernel; another plugin by type only; ' +
      'react and the kit in src/react/',
    written: (packages) => [
      refuse(
        { path: PLUGIN },
        { path: KERNEL },
        'ask ctx for a port; the contract is all a plugin sees',
      ),
      ...packages
        .filter(({ dir }) => dir.startsWith('plugins/'))
        .map((pkg) =>
          refuse(
            { path: `^${pkg.dir}/src/` },
            {
              pathNot: [
                `^${pkg.dir}/`,
                BROKEN,
                CONTRACT,
                '^plugins/',
                KERNEL,
                KIT,
                ...REACT,
                ...sdksOf(pkg).map(npm),
                ...PURE_LIBRARIES.map((name) => library(packages, name)),
              ],
            },
            'use plugin-api, an SDK that "latchkey.sdks" of package.json names, or a pure library',
          ),
        ),
      refuse(OUTSIDE_VIEWS, { path: REACT }, MOVE_COMPONENT),
    ],
    compiled: () => [
      refuse(
        { path: PLUGIN },
        { path: '^plugins/', pathNot: '^$1/' },
        'write `import type` and reach the other plugin by ctx.use(id) or ctx.peer(id)',
      ),
      refuse(OUTSIDE_VIEWS, { path: KIT }, MOVE_COMPONENT),
    ],
  },
  {
    name: 'react-only-in-react',
    says: 'in a plugin, React lives in src/react/, reached by import() from src/views.ts only',
    written: () => [
      refuse(OUTSIDE_VIEWS, { path: ANY_REACT }, 'move the use into src/react/, types included'),
    ],
    compiled: () => [
      refuse(
        OUTSIDE_VIEWS,
        { path: [...ANY_REACT, KIT, `${UI}index\\.ts$`] },
        'move the use into src/react/',
      ),
      ...[
        { dynamic: false, pathNot: VIEWS },
        { dynamic: true, pathNot: [VIEWS, `${PLUGIN}views\\.ts$`] },
      ].map(({ dynamic, pathNot }) =>
        refuse(
          { path: PLUGIN, pathNot },
          { path: '^$1/src/react/', dynamic },
          'reach src/react/ by import() in src/views.ts',
        ),
      ),
    ],
  },
  {
    name: 'sdk-is-lazy',
    says:
      'a chain SDK is imported statically, by name, in src/sdk/** or adapter.ts, which only import() ' +
      'reaches; elsewhere by type only',
    written: () => [
      refuse(
        // It finds a program there, the node of tests, and loads nothing.
        { path: LIBRARY, pathNot: '^packages/testing/src/nodes/anvil\\.mjs$' },
        { path: '^(?:node:)?module$' },
        'import by name in a module under src/sdk/: nothing sees what createRequire() loads',
      ),
    ],
    compiled: (packages) => [
      refuse(
        { path: LIBRARY, pathNot: [...SDK_HOME, SDK_LIBRARY] },
        { path: chainSdks(packages) },
        'import what is needed by name under src/sdk/ and reach that by import(); elsewhere `import type`',
      ),
      refuse(
        { path: LIBRARY, pathNot: SDK_HOME },
        { path: SDK_HOME, dynamic: false },
        'reach src/sdk/ and adapter.ts by import()',
      ),
      refuse(
        { path: LIBRARY },
        { path: SDK_HOME, pathNot: '^$1/', dynamic: false },
        "leave another package's SDK modules to that package",
      ),
    ],
  },
  {
    name: 'core-knows-no-chain',
    says: 'no string, template or name in packages/ names a namespace, but in known.ts and namespaces.ts of plugin-api',
  },
  {
    name: 'front-door',
    says: 'one package imports another by its name, through its exports, and says so in its package.json',
    written: () => [
      refuse(
        { path: UNIT },
        { path: UNIT, pathNot: ['^$1/', '^tools/'], dependencyTypes: ['local'] },
        'import the other package by its name, through its exports',
        { tests: true },
      ),
      refuse(
        { path: SHIPPED },
        { path: '^tools/', dependencyTypes: ['local'] },
        'move what is needed into the package: tools/ is for building and checking it',
      ),
      ...[
        { path: 'node_modules/', dependencyTypes: ['local'] },
        { path: `${BROKEN}.*node_modules/`, couldNotResolve: true },
      ].map((to) => refuse({}, to, 'import the package by its name', { tests: true })),
      refuse(
        {},
        { path: '^@latchkey[-/]', couldNotResolve: true },
        'use an entry that "exports" of its package.json names, or add one there',
        { tests: true },
      ),
    ],
  },
  {
    name: 'no-cycles',
    says: 'no modules of a package import each other in a ring, not even by type, and no packages in any way',
    written: () => [
      refuse(
        { path: SHIPPED },
        { circular: true },
        'move what both need into a module of its own that imports neither of them',
      ),
    ],
  },
  {
    name: 'no-orphans',
    says: 'every module under src/ is reached from an entry of its package, or is a test',
  },
]

/**
 * One kind of parts as dependency-cruiser takes them; the rule's name stands before the slash.
 * @param {'written' | 'compiled'} kind
 */
export const forbidden = (kind, packages) =>
  RULES.flatMap(({ name, ...parts }) =>
    (parts[kind]?.(packages) ?? []).map(({ from, to, mend, tests }, index) => ({
      name: `${name}/${kind}-${index}`,
      severity: 'error',
      comment: mend,
      from: tests ? from : { ...from, pathNot: [TEST, from.pathNot ?? []].flat() },
      to,
    })),
  )
