/**
 * The suites that every plugin must pass. Each is a list of checks, plain functions that throw
 * where the contract is broken, and a `describe` that runs them under Vitest, in Node and in a
 * browser. Nothing reaches the network while they run.
 * @packageDocumentation
 */
import type { AnyPlugin } from '@latchkey/plugin-api'
import { afterAll, describe, it } from 'vitest'
import { adapterChecks, type AdapterOptions } from './adapterChecks.js'
import type { Check } from './check.js'
import { connectorChecks, type ConnectorOptions } from './connectorChecks.js'
import { pluginChecks } from './pluginChecks.js'
import type { PluginOptions } from './world.js'

export { adapterChecks, type AdapterOptions, type AdapterSubject } from './adapterChecks.js'
export type { Check } from './check.js'
export {
  connectorChecks,
  oddRejections,
  refusals,
  type ConnectorOptions,
  type ConnectorSubject,
  type Refusal,
  type Switch,
  type WalletBench,
} from './connectorChecks.js'
export { pluginChecks } from './pluginChecks.js'
export { fakeClock, type FakeClock } from './fakes/clock.js'
export {
  PLANTED,
  hostileAnswers,
  hostileServer,
  type HostileAnswer,
  type HostileServer,
} from './fakes/hostileServer.js'
export { createRandom, type Random } from './fakes/random.js'
export { fakeRelay, type FakeRelay } from './fakes/relay.js'
export { fakeStorage, type FakeStorage } from './fakes/storage.js'
export type { Act, Ledger } from './ledger.js'
export { cutOffWords, foreignWords } from './words/foreignWords.js'
export { pseudoCatalogue } from './words/pseudo.js'
export { untilStill } from './words/still.js'
export { wrongTranslations } from './words/wrongTranslations.js'
export type { ReplayConnection, ReplayEvent, ReplayLog, ReplayState } from './replay/log.js'
export { replay, type Replay } from './replay/replay.js'
export { inWorld, visit, type PluginOptions, type PluginSubject, type World } from './world.js'

const suite =
  <Options>(what: string, checks: readonly Check<{ make(): AnyPlugin; options: Options }>[]) =>
  (name: string, make: () => AnyPlugin, options: Options): void => {
    const subject = { make, options }
    const due = checks.flatMap((check) => {
      const missing = check.lacks?.(subject)
      return missing === null ? [] : [{ ...check, missing }]
    })
    describe(`${what} ${name}`, () => {
      const skipped: string[] = []
      // Reporters count what is skipped, and name it only when they are asked to.
      afterAll(
        () =>
          void (
            skipped.length &&
            // eslint-disable-next-line no-console -- an author reads the output of a test run
            console.warn(
              `${what} ${name}: skipped, and so not checked:\n${skipped.map((title) => `  ${title}`).join('\n')}`,
            )
          ),
      )
      for (const group of new Set(due.map((check) => check.group))) {
        describe(group, () => {
          for (const { name: rule, run, lacksOnPage, missing } of due.filter(
            (check) => check.group === group,
          )) {
            const title = `The ${what} ${rule}`
            const named = (lacks: string): string => `${title} (give it ${lacks})`
            if (missing !== undefined) {
              skipped.push(named(missing))
              it.skip(named(missing))
            } else
              it(
                title,
                async ({ skip }) => {
                  const lacks = await lacksOnPage?.(subject)
                  if (lacks === undefined) return run(subject)
                  skipped.push(named(lacks))
                  skip(`give it ${lacks}`)
                },
                CHECK_TIMEOUT_MS,
              )
          }
        })
      }
    })
  }
/**
 * Time limit of one check in ms. Most take a few ms, but a library that loads for the first time
 * takes seconds on a busy machine.
 */
const CHECK_TIMEOUT_MS = 60_000

/**
 * Runs the checks of every plugin.
 * @param make returns a new plugin each time
 * @example describePlugin('hello', () => hello(), {})
 */
export const describePlugin: (name: string, make: () => AnyPlugin, options: PluginOptions) => void =
  suite('plugin', pluginChecks)

/**
 * Runs the checks of the adapter of a namespace.
 * @example describeAdapter('evm', () => evm({ networks: [mainnet] }), { namespace: 'eip155', valid:
 * [...], invalid: [...] })
 */
export const describeAdapter: (
  name: string,
  make: () => AnyPlugin,
  options: AdapterOptions,
) => void = suite('adapter', adapterChecks)

/**
 * Runs the checks of a connector with a wallet that does what the suite says.
 * @example describeConnector('announced', () => evm({ networks: [mainnet] }), { connectorId:
 * 'io.test', wallet: bench })
 */
export const describeConnector: (
  name: string,
  make: () => AnyPlugin,
  options: ConnectorOptions,
) => void = suite('connector', connectorChecks)
