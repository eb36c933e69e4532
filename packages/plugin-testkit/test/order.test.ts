import { performance } from 'node:perf_hooks'
import { definePlugin, type AnyPlugin } from '@latchkey/plugin-api'
import { describe, expect, it } from 'vitest'
import { connectorChecks, pluginChecks, type PluginOptions } from '../src/index.js'
import { SolanaWallet } from '../src/wallets/index.js'
import { sample } from './specimens/sample.js'
import { SampleWallet } from './specimens/sampleWallet.js'

/**
 * Listens once in a page's life and never stops, as the first call of `getWallets()` of
 * `@wallet-standard/app` does.
 */
function listeningOnce(): () => AnyPlugin {
  let isListening = false
  const setup: AnyPlugin['setup'] = (ctx) => {
    ctx.late(async () => {
      if (!isListening) window.addEventListener('wallet-standard:register-wallet', () => undefined)
      isListening = true
    })
    return {}
  }
  return () =>
    definePlugin({ id: 'hello', version: '0.1.0', kernelApi: '>=0.1 <1', setup }) as AnyPlugin
}

/** Titles of the cases of these groups that fail, run in this order. */
async function failing(
  make: () => AnyPlugin,
  isDue: (group: string) => boolean,
  isBackwards = false,
): Promise<readonly string[]> {
  const failed: string[] = []
  const due = pluginChecks.filter(({ group }) => isDue(group))
  const options: PluginOptions = {}
  for (const { name, run } of isBackwards ? due.reverse() : due)
    await run({ make, options }).catch(() => void failed.push(name))
  return failed.sort()
}

describe('A leftover on the page', () => {
  it('The suite finds a leftover listener as a whole, by its group, and in reverse order (audit C5)', async () => {
    const isGroup = (group: string) => group === 'giving back'
    const alone = await failing(listeningOnce(), isGroup)
    expect(alone).toEqual(['gives back its listeners'])
    expect(await failing(listeningOnce(), () => true)).toEqual(alone)
    expect(await failing(listeningOnce(), () => true, true)).toEqual(alone)
  })

  it('The error names a leftover listener that a library added once (audit C5)', async () => {
    const check = pluginChecks.find(({ name }) => name === 'gives back its listeners')
    await expect(check?.run({ make: listeningOnce(), options: {} })).rejects.toThrow(
      /first visit.*listener of wallet-standard:register-wallet/,
    )
  })

  it('No leftover is reported for a plugin that leaves nothing (audit C5)', async () => {
    expect(
      await failing(
        () =>
          definePlugin({
            id: 'hello',
            version: '0.1.0',
            kernelApi: '>=0.1 <1',
            setup: () => ({}),
          }) as AnyPlugin,
        () => true,
      ),
    ).toEqual([])
  })
})

describe('A wallet that introduces itself', () => {
  const guise = connectorChecks.find(
    ({ name }) => name === 'shows no name or icon that can do harm',
  )

  it('A wallet has its own name and icon again after the case that renames it (audit C6)', async () => {
    for (const harmful of [{}, { name: '' }]) {
      const wallet = Object.assign(new SolanaWallet(), {
        name: 'Pebble Wallet',
        icon: 'data:image/png;base64,AA==',
      })
      const run = guise?.run({
        make: () => sample({ connector: harmful }),
        options: { connectorId: 'sample.wallet', wallet },
      })
      await run?.catch(() => undefined)
      expect([wallet.name, wallet.icon]).toEqual(['Pebble Wallet', 'data:image/png;base64,AA=='])
    }
  })

  it('The case that renames a wallet is skipped with the reason where the wallet has no name (audit C6)', () => {
    const wallet = Object.assign(new SampleWallet(), { name: undefined as never })
    expect(
      guise?.lacks?.({ make: sample, options: { connectorId: 'sample.wallet', wallet } }),
    ).toContain('`name` and `icon`')
    expect(
      guise?.lacks?.({
        make: sample,
        options: { connectorId: 'sample.wallet', wallet, cannot: ['introduce'] },
      }),
    ).toBeNull()
  })
})

it('An unknown connector id lists the connectors that exist (audit C6)', async () => {
  const [check] = connectorChecks
  const run = (connectorId: string, make: () => AnyPlugin = sample) =>
    check?.run({ make, options: { connectorId, wallet: new SampleWallet() } })
  await expect(run('sample.walet')).rejects.toThrow(
    'no connector "sample.walet" after start; there is "sample.wallet"',
  )
  await expect(
    run(
      'any',
      () =>
        definePlugin({
          id: 'bare',
          version: '0.1.0',
          kernelApi: '>=0.1 <1',
          setup: () => ({}),
        }) as AnyPlugin,
    ),
  ).rejects.toThrow('no connector "any" after start; there is none')
})

it('The checks of views say what they need, and need nothing of a plugin without views (audit C7)', async () => {
  const check = pluginChecks.find(({ name }) => name === 'draws each of its views without a fault')
  const view = { id: 'hello.form', title: 'x', render: { test: () => 'component' } } as never
  const make = (views: readonly never[]) => () =>
    definePlugin({
      id: 'hello',
      version: '0.1.0',
      kernelApi: '>=0.1 <1',
      setup: (ctx) => views.forEach((each) => ctx.views.add(each)),
    }) as AnyPlugin
  expect(await check?.lacksOnPage?.({ make: make([view]), options: {} })).toContain(
    'drawView of @latchkey/ui-react/testing',
  )
  expect(
    await check?.lacksOnPage?.({ make: make([view]), options: { draw: async () => [] } }),
  ).toBeUndefined()
  expect(await check?.lacksOnPage?.({ make: make([]), options: {} })).toBeUndefined()
})

/** Takes 600 ms to load; the page tells of a module every 100 ms, or of none. */
const slow = (isLoading: boolean) => () =>
  definePlugin({
    id: 'slow',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    setup(ctx) {
      ctx.late(async () => {
        for (let at = 0; at < 6; at += 1) {
          await new Promise((done) => setTimeout(done, 100))
          if (isLoading) moduleLoaded()
        }
      })
      return {}
    },
  }) as AnyPlugin

function moduleLoaded(): void {
  const now = performance.now()
  const times = {
    ...{ startTime: now, endTime: now, redirectStartTime: 0, redirectEndTime: 0 },
    ...{ postRedirectStartTime: now, finalServiceWorkerStartTime: 0 },
  }
  const url = 'https://page.test/module.js'
  const args = [times, url, 'script', globalThis, '', {}, 200]
  // The types of Node 20 know five of its arguments.
  Reflect.apply(performance.markResourceTiming, performance, args)
}

describe('The first visit', () => {
  const check = pluginChecks.find(({ name }) => name === 'is set up synchronously')
  const options: PluginOptions = { patience: 300 }

  it('A first visit lasts as long as the page loads modules', async () => {
    await check?.run({ make: slow(true), options })
  })

  it('A first visit that loads nothing more and does not end is told', async () => {
    await expect(check?.run({ make: slow(false), options })).rejects.toThrow(
      'the first visit did not settle within 300 ms',
    )
  })
})
