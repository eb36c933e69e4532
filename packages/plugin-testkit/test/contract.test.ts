import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  adapterChecks,
  connectorChecks,
  describeAdapter,
  describeConnector,
  describePlugin,
  pluginChecks,
  type Check,
} from '../src/index.js'
import type { Kernel } from '@latchkey/kernel'
import type { AnyPlugin, Connection } from '@latchkey/plugin-api'
import { brokenAdapters } from './specimens/brokenAdapters.js'
import { brokenConnectors } from './specimens/brokenConnectors.js'
import { brokenPlugins } from './specimens/brokenPlugins.js'
import { addresses, sample } from './specimens/sample.js'
import { connectionOf, installed, SampleWallet } from './specimens/sampleWallet.js'
import type { Specimen } from './specimens/specimen.js'

const wallet = () => ({ connectorId: 'sample.wallet', wallet: new SampleWallet() })

/** Stands for a UI package and a tool that looks at what it drew. */
const draw = (_: unknown, view: string): Promise<readonly string[]> =>
  Promise.resolve(view.endsWith('nameless') ? ['Buttons must have discernible text'] : [])

describePlugin('sample', sample, { draw })
describeAdapter('sample', sample, addresses)
describeConnector('sample', sample, wallet())

/** Each specimen fails the check that it breaks, and there is one for every check. */
function proves<Options>(
  what: string,
  checks: readonly Check<{ make(): AnyPlugin; options: Options }>[],
  specimens: readonly Specimen[],
  options: () => Options,
): void {
  describe(`The suite of a ${what}`, () => {
    it.each(specimens.map((specimen) => [specimen.how, specimen] as const))(
      'The suite notices %s',
      async (_, { breaks, says, make }) => {
        const check = checks.find(({ name }) => name === breaks)
        await expect(
          check?.run({ make, options: { ...options(), patience: 500 } }),
        ).rejects.toThrow(says)
      },
    )

    it('The suite has a specimen that fails each check', () => {
      expect(new Set(specimens.map(({ breaks }) => breaks))).toEqual(
        new Set(checks.map(({ name }) => name)),
      )
    })
  })
}
proves('plugin', pluginChecks, brokenPlugins, () => ({ draw }))
proves('adapter', adapterChecks, brokenAdapters, () => addresses)
proves('connector', connectorChecks, brokenConnectors, wallet)

describe('The kit', () => {
  it('The kit has at least 40 checks for a plugin, 60 for an adapter and 40 for a connector, by unique names', () => {
    for (const [checks, least] of [
      [pluginChecks, 40],
      [adapterChecks, 60],
      [connectorChecks, 40],
    ] as const) {
      expect(checks.length).toBeGreaterThanOrEqual(least)
      expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length)
    }
  })

  it('The kit names a missing honest node, uses a given one, and leaves its cases out where it is null', async () => {
    const { fetch: answers, ...silent } = addresses
    const [check] = adapterChecks.filter(({ group }) => group === 'an honest node')
    const lacks = (more: object) =>
      check?.lacks?.({ make: sample, options: { ...silent, ...more } })
    expect([
      lacks({}),
      lacks({ fetch: answers }),
      lacks({ node: async () => undefined }),
      lacks({ node: null }),
    ]).toEqual(['fetch or node, an honest node', undefined, undefined, null])
    const asked: string[] = []
    const node = async ({ ports }: Kernel) =>
      void asked.push(...ports.adapters.get().map(({ value }) => value.namespace))
    await check?.run({ make: sample, options: { ...addresses, node } })
    expect(asked).toEqual(['sample'])
  })

  it('The kit stops using each connection that it restores from a changed or foreign snapshot', async () => {
    const restoring = connectorChecks.filter(({ name }) =>
      /^restores nothing (from a snapshot|dangerous)|^asks no user, whatever/.test(name),
    )
    expect(restoring).toHaveLength(3)
    let [open, most] = [0, 0]
    const restore = async (): Promise<Connection> => {
      most = Math.max(most, ++open)
      const page = installed()!
      return { ...connectionOf(page, page.exposed()), onChange: () => () => void open-- }
    }
    for (const check of restoring)
      await check.run({ make: () => sample({ connector: { restore } }), options: wallet() })
    expect([most, open]).toEqual([1, 0])
  })

  it('The README lists how many cases each group has', () => {
    const said = [
      ...readFileSync(new URL('../README.md', import.meta.url), 'utf8').matchAll(
        /^\| (plugin|adapter|connector) \| ([^|]+) \| (\d+) \|/gm,
      ),
    ].map(([, suite, group, count]) => `${suite}: ${group} ${count}`)
    const counts = Object.entries({
      plugin: pluginChecks,
      adapter: adapterChecks,
      connector: connectorChecks,
    }).flatMap(([suite, checks]) => {
      const groups: readonly string[] = checks.map(({ group }) => group)
      return [...new Set(groups)].map(
        (group) => `${suite}: ${group} ${groups.filter((each) => each === group).length}`,
      )
    })
    expect(said.sort()).toEqual(counts.sort())
  })
})
