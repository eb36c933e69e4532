import type { Connector } from '@latchkey/plugin-api'
import { calm, demand, rules, settled, show, ended } from '../check.js'
import { needs, onPage, scene, type ConnectorSubject } from './subject.js'

const KINDS = ['announced', 'injected', 'external', 'auth', 'walletConnect']
const WORDS = ['installed', 'available', 'missing', 'unavailable']
/**
 * Longest name that is shown, longest domain name, longest icon that is kept in memory, in
 * characters.
 */
const [MAX_NAME, MAX_RDNS, MAX_ICON] = [200, 253, 1_000_000]

const isShown = (text: unknown, most: number): boolean =>
  typeof text === 'string' &&
  text.trim() !== '' &&
  text.length <= most &&
  !/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(text)
const isIcon = (icon: unknown): boolean =>
  icon === undefined ||
  (typeof icon === 'string' && /^(data:image\/|https:\/\/)/.test(icon) && icon.length <= MAX_ICON)

function demandShown({ name, icon, id }: Connector): void {
  demand(isShown(name, MAX_NAME), `name ${show(name)} of "${id.slice(0, 60)}" cannot be shown`)
  demand(
    isIcon(icon),
    `icon ${show(icon)} of "${id.slice(0, 60)}" is neither data:image/ nor https, or larger than a megabyte`,
  )
}

const itself = rules<ConnectorSubject>('introducing itself', {
  'has a name that can be shown': scene(({ connector: { name } }) =>
    demand(isShown(name, MAX_NAME), `name ${show(name)} cannot be shown`),
  ),
  'has an icon that cannot run code': scene(({ connector: { icon } }) =>
    demand(
      isIcon(icon),
      `icon ${show(icon)} is neither data:image/ nor https, or larger than a megabyte`,
    ),
  ),
  'is of a kind that the contract knows': scene(({ connector: { kind } }) =>
    demand(KINDS.includes(kind), `kind "${kind}" is not one of ${KINDS.join(', ')}`),
  ),
  'serves namespaces that have an adapter, each named once': scene(
    ({ connector: { namespaces }, kernel }) => {
      demand(
        namespaces.length && namespaces.every((namespace) => kernel.ports.adapters.find(namespace)),
        `namespaces ${namespaces.join()} have no adapter`,
      )
      demand(
        new Set(namespaces).size === namespaces.length,
        `a namespace is named twice: ${namespaces.join(', ')}`,
      )
    },
  ),
  'has an id that can be stored and read aloud': scene(({ kernel }) => {
    for (const {
      value: { id },
    } of kernel.ports.connectors.get())
      demand(
        /^[\w .:@/-]{1,200}$/.test(id),
        `id ${show(id)} is not made of letters, digits and a few signs`,
      )
  }),
  'has the same id on every page': scene(async ({ connector, kernel, again }) => {
    kernel.dispose()
    demand(
      (await again()).ports.connectors.find(connector.id),
      `on the next page there is no "${connector.id}"`,
    )
  }),
  'has an rdns, or the name that its standard uses, that can be stored': scene(
    ({ connector: { rdns } }) =>
      demand(
        rdns === undefined || isShown(rdns, MAX_RDNS),
        `rdns ${show(rdns)} is not the name of a wallet`,
      ),
  ),
  'names safe addresses to install the wallet from': scene(({ connector: { install } }) => {
    for (const url of [install?.homepage, ...(install?.stores ?? []).map((store) => store.url)])
      demand(
        url === undefined || /^https:\/\/[^\s<>"]+$/.test(url),
        `install names ${show(url)}, which is not an https address`,
      )
  }),
  'states its availability in a word of the contract': scene(({ connector }) =>
    demand(
      WORDS.includes(connector.availability()),
      `availability() answered ${show(connector.availability())}`,
    ),
  ),
  'states its availability without asking the wallet, however often': scene(
    ({ connector, wallet }) => {
      const first = connector.availability()
      for (let turn = 0; turn < 100; turn++)
        demand(
          connector.availability() === first,
          `availability() answered ${show(connector.availability())} after ${show(first)}`,
        )
      demand(wallet.prompts() === 0, 'the wallet asked its user when it was looked at')
    },
  ),
  'survives a wallet that is gone': scene(async ({ connector, uninstall }) => {
    uninstall()
    const outcome = await settled('availability', () => connector.availability())
    demand(
      'value' in outcome && WORDS.includes(outcome.value),
      `without its wallet, availability() ${ended(outcome)}`,
    )
  }),
  'prepares without asking the user, however often': scene(async ({ connector, wallet }) => {
    for (let turn = 0; turn < 3; turn++) await connector.prepare?.(new AbortController().signal)
    await calm()
    demand(wallet.prompts() === 0, 'the wallet asked its user before anybody connected')
  }),
  'stops preparing when the visitor no longer hovers': scene(async ({ connector }) => {
    const outcome = await settled('prepare', () => connector.prepare?.(AbortSignal.abort()))
    demand('value' in outcome || 'thrown' in outcome, 'prepare did not end')
    demand(
      !('thrown' in outcome) ||
        (outcome.thrown as { code?: unknown } | undefined)?.code !== undefined,
      `prepare threw ${'thrown' in outcome ? show(outcome.thrown) : ''}; expected a typed error`,
    )
  }),
})

/**
 * Names and icons of wallets that want to be listed first, to be taken for others, or to run code
 * in the page.
 */
const GUISES: readonly (readonly [name: string, icon: string])[] = [
  ['Bench', 'javascript:alert(1)'],
  ['Bench', 'data:text/html,<script>alert(1)</script>'],
  ['Bench', 'http://tracker.example/pixel.png'],
  ['Bench', `data:image/png;base64,${'A'.repeat(3_000_000)}`],
  ['', 'data:image/svg+xml,<svg/>'],
  ['   ', 'data:image/svg+xml,<svg/>'],
  ['x'.repeat(1_000_000), 'data:image/svg+xml,<svg/>'],
  ['Safe\u202eksaM', 'data:image/svg+xml,<svg/>'],
  ['Be\u0000nch', 'data:image/svg+xml,<svg/>'],
]
const guises = rules<ConnectorSubject>(
  'introducing itself',
  {
    'shows no name or icon that can do harm': async (subject) => {
      const { wallet } = subject.options
      const { name: ownName = '', icon: ownIcon = '' } = wallet
      try {
        for (const [name, icon] of GUISES) {
          await onPage(
            subject,
            async (world) => {
              const kernel = world.create(subject.make())
              await kernel.ready
              await kernel.ports.late.load()
              await calm()
              for (const { value } of kernel.ports.connectors.get()) demandShown(value)
            },
            () => wallet.introduce?.(name, icon),
          )
        }
      } finally {
        // A wallet that is known by its name has another connector id under another name.
        wallet.introduce?.(ownName, ownIcon)
      }
    },
  },
  (subject) => {
    const { name, icon } = subject.options.wallet
    const lacks = needs('introduce', 'can introduce itself')(subject)
    return lacks === undefined && (typeof name !== 'string' || typeof icon !== 'string')
      ? 'a wallet whose `name` and `icon` say what it calls itself'
      : lacks
  },
)

export const introducingChecks = [...itself, ...guises]
