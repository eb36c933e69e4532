import type { Account, Network } from '@latchkey/plugin-api'
import { demand, demandTyped, freeze, rules, settled, show, ended } from '../check.js'
import { loaded, stranger, type AdapterSubject, type Loaded } from './subject.js'

const UNFIT = /[\p{Cc}<>&"'`]/u

const each = (run: (on: Loaded, account: Account, network: Network) => void | Promise<void>) =>
  loaded(async (on) => {
    for (const [, address] of on.written)
      for (const network of on.networks) await run(on, stranger(on, address), network)
  })

export const spellingChecks = rules<AdapterSubject>('spelling', {
  'shortens an address for the screen': loaded(({ adapter, written }) => {
    for (const [, address] of written) {
      const shown = adapter.formatAddress(address)
      demand(
        typeof shown === 'string' && shown.length > 0 && shown.length <= address.length,
        `formatAddress(${address}) answered ${show(shown)}`,
      )
    }
  }),
  'shortens to text that begins as the address does': loaded(({ adapter, written }) => {
    for (const [, address] of written)
      demand(
        adapter.formatAddress(address).startsWith(address.slice(0, 3)),
        `formatAddress(${address}) answered ${show(adapter.formatAddress(address))}, which begins otherwise`,
      )
  }),
  'shortens to plain text': loaded(({ adapter, written }) => {
    for (const [, address] of written)
      demand(
        !UNFIT.test(adapter.formatAddress(address)),
        `formatAddress(${address}) answered ${show(adapter.formatAddress(address))}, ` +
          'which holds markup or control characters',
      )
  }),
  'shortens any text without throwing': loaded(async ({ adapter }) => {
    for (const text of ['', 'x', 'ab', 'x'.repeat(1_000)]) {
      const outcome = await settled('formatAddress', () => adapter.formatAddress(text))
      demand(
        'value' in outcome && typeof outcome.value === 'string',
        `formatAddress(${show(text)}) ${ended(outcome)}`,
      )
    }
  }),
  'spells an account for every network in its canonical way, or leaves it to the wallet': each(
    async ({ adapter }, account, network) => {
      const spelled = adapter.addressOn(account, network)
      demand(
        spelled === undefined || adapter.parseAddress(spelled, network) === spelled,
        `addressOn(${account.address}) answered ${show(spelled)}, which is not canonical on ${network.id}`,
      )
    },
  ),
  'spells an account the same when it is asked again': each(({ adapter }, account, network) => {
    demand(
      adapter.addressOn(account, network) === adapter.addressOn(account, network),
      `addressOn(${account.address}, ${network.id}) answers otherwise the second time`,
    )
  }),
  'leaves its own spelling as it is': each(({ adapter }, account, network) => {
    const spelled = adapter.addressOn(account, network)
    if (spelled !== undefined)
      demand(
        adapter.addressOn({ ...account, address: spelled }, network) === spelled,
        `addressOn does not leave its own spelling ${show(spelled)} for ${network.id} as it is`,
      )
  }),
  'leaves account and network unchanged': each(async ({ adapter }, account, network) => {
    const outcome = await settled('addressOn', () =>
      adapter.addressOn(freeze({ ...account }), freeze(structuredClone(network))),
    )
    demand('value' in outcome, `addressOn ${ended(outcome)} for a frozen account and network`)
  }),
  'answers an address, nothing or a typed error on a network that nobody configured': loaded(
    async (on) => {
      const network = {
        id: `${on.options.namespace}:unheard-of`,
        namespace: on.options.namespace,
        reference: 'unheard-of',
        name: 'Unheard of',
        nativeCurrency: { name: 'U', symbol: 'U', decimals: 0 },
        rpcUrls: [],
      } as Network
      for (const [, address] of on.written) {
        const outcome = await settled('addressOn', () =>
          on.adapter.addressOn(stranger(on, address), network),
        )
        if ('thrown' in outcome) demandTyped(`addressOn for ${network.id}`, outcome)
        else
          demand(
            outcome.value === undefined || typeof outcome.value === 'string',
            `addressOn for ${network.id} answered ${show(outcome.value)}`,
          )
      }
    },
  ),
  'survives an account with a malformed address': loaded(async (on) => {
    for (const network of on.networks) {
      for (const address of ['', 'nonsense', '__proto__', 'x'.repeat(10_000)]) {
        const outcome = await settled('addressOn', () =>
          on.adapter.addressOn(stranger(on, address), network),
        )
        if ('thrown' in outcome) demandTyped(`addressOn of ${show(address)}`, outcome)
        else
          demand(
            outcome.value === undefined || typeof outcome.value === 'string',
            `addressOn of ${show(address)} answered ${show(outcome.value)}`,
          )
      }
    }
  }),
})
