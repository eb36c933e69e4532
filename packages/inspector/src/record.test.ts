// A real kernel with the EVM plugin and a wallet that really signs, recorded, and gone through
// again.
import { evm } from '@latchkey/evm'
import { createKernel, type Kernel } from '@latchkey/kernel'
import { definePlugin } from '@latchkey/plugin-api'
import { inWorld, replay, visit, type World } from '@latchkey/plugin-testkit'
import { Eip155Wallet } from '@latchkey/plugin-testkit/wallets'
import { mainnet, sepolia } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { MAX_ENTRIES, record, recordAll, type Recorder } from './record.js'
import type { ConnectionLog, LogEntry } from './log.js'

declare module '@latchkey/plugin-api' {
  interface KernelEvents {
    'chatty:first': object
    'chatty:again': object
    'chatty:last': object
  }
}

const make = () => evm({ networks: [mainnet, sepolia] })
const WALLET = 'org.example.bench'

/** A kernel on a page with a wallet, recorded from its first moment. */
async function recorded(
  run: (world: {
    kernel: Kernel
    wallet: Eip155Wallet
    recorder: Recorder
    connectorId: string
    again(): Promise<{ kernel: Kernel; recorder: Recorder }>
    until(what: () => boolean): Promise<void>
  }) => Promise<void>,
): Promise<void> {
  const wallet = new Eip155Wallet({ rdns: WALLET })
  await inWorld({ make, options: { page: () => wallet.install() } }, async ({ create }: World) => {
    const begin = () => {
      const kernel = create(make())
      return { kernel, recorder: record(kernel) }
    }
    const { kernel, recorder } = begin()
    await visit(kernel)
    const connectorId = kernel.ports.connectors
      .get()
      .find(({ value: { rdns } }) => rdns === WALLET)!.value.id
    const again = async () => {
      kernel.dispose()
      const next = begin()
      await next.kernel.ready
      await next.kernel.ports.late.load()
      return next
    }
    const until = async (what: () => boolean): Promise<void> => {
      while (!what()) await new Promise<void>((resolve) => setTimeout(resolve, 0))
    }
    await until(() => !kernel.ports.connections.get().restoring)
    await run({ kernel, wallet, recorder, connectorId, again, until })
    recorder.dispose()
  })
}
const plain = (log: ConnectionLog): ConnectionLog =>
  JSON.parse(JSON.stringify(log)) as ConnectionLog
const events = ({ entries }: ConnectionLog): readonly string[] =>
  entries.flatMap((entry) => ('event' in entry ? [entry.event] : []))
const states = ({ entries }: ConnectionLog) =>
  entries.flatMap((entry: LogEntry) => ('state' in entry ? [entry.state] : []))

// The first one loads the plugin's late half.
describe('a log, replayed', { timeout: 120_000 }, () => {
  it.each(['short', 'whole'] as const)(
    'The log of a connect, switch and disconnect replays to the same states, with %s addresses',
    async (addresses) => {
      await recorded(async ({ kernel, wallet, recorder, connectorId, until }) => {
        await kernel.connect(connectorId)
        await kernel.switchNetwork('eip155:11155111')
        const before = kernel.ports.accounts.active()?.address
        wallet.show('other')
        await until(() => kernel.ports.accounts.active()?.address !== before)
        await kernel.disconnect()
        const log = plain(recorder.log({ addresses }))
        expect(events(log)).toEqual(
          expect.arrayContaining([
            'connection:started',
            'connection:established',
            'network:changed',
            'account:changed',
            'connection:closed',
          ]),
        )
        expect(states(log).length).toBeGreaterThan(6)
        const { states: now, expected } = await replay(log)
        expect(now).toEqual(expected)
      })
    },
  )

  it('The log of a declined connect and a second one replays to the same states', async () => {
    await recorded(async ({ kernel, wallet, recorder, connectorId }) => {
      wallet.behave({ reject: Object.assign(new Error('no'), { code: 4001 }) })
      await expect(kernel.connect(connectorId)).rejects.toMatchObject({
        code: 'wallet.user_rejected',
      })
      wallet.behave('accept')
      await kernel.connect(connectorId)
      const log = plain(recorder.log())
      expect(log.entries).toContainEqual(
        expect.objectContaining({ event: 'connection:failed', code: 'wallet.user_rejected' }),
      )
      const { states: now, expected } = await replay(log)
      expect(now).toEqual(expected)
    })
  })

  it('The log of a reload, and of a wallet that ends by itself, replays to the same states', async () => {
    await recorded(async ({ kernel, wallet, connectorId, again, until }) => {
      await kernel.connect(connectorId)
      const { kernel: next, recorder } = await again()
      await until(
        () =>
          next.ports.connections.get().namespaces['eip155']?.status === 'connected' &&
          !next.ports.connections.get().restoring,
      )
      wallet.show('none')
      await until(
        () => next.ports.connections.get().namespaces['eip155']?.status === 'disconnected',
      )
      const log = plain(recorder.log())
      expect(log.entries).toContainEqual(
        expect.objectContaining({ event: 'connection:established', restored: true }),
      )
      const { states: now, expected } = await replay(log)
      expect(now).toEqual(expected)
    })
  })

  it('The log of a session does not replay to the same states after it was tampered with', async () => {
    await recorded(async ({ kernel, recorder, connectorId }) => {
      await kernel.connect(connectorId)
      const log = JSON.parse(
        JSON.stringify(recorder.log()).replaceAll(
          '"status":"connected"',
          '"status":"disconnected"',
        ),
      ) as ConnectionLog
      const { states: now, expected } = await replay(log)
      expect(now).not.toEqual(expected)
    })
  })
})

it('The recorder shows the newest entries and the current state, while its log holds the first entries', async () => {
  const chatty = definePlugin({
    id: 'chatty',
    version: '0.1.0',
    kernelApi: '>=0.1 <1',
    setup: ({ events: { emit } }) => ({
      say: (what: 'first' | 'again' | 'last') => emit(`chatty:${what}`, {}),
    }),
  })
  const kernel = createKernel({
    metadata: { name: 'Test' },
    plugins: [chatty],
    storage: null,
    logLevel: 'silent',
  })
  const recorder = recordAll(kernel)
  kernel.plugins.chatty.say('first')
  expect(recorder.now()).toMatchObject({
    older: 0,
    entries: recorder.log().entries,
    state: { restoring: true },
  })
  for (let turn = 0; turn < 2 * MAX_ENTRIES; turn++) kernel.plugins.chatty.say('again')
  await kernel.ready
  kernel.plugins.chatty.say('last')
  const { state, entries, older } = recorder.now()
  const log = recorder.log()
  expect(states(log).at(-1)?.restoring).toBe(true)
  expect([state.restoring, entries.at(-1)]).toEqual([
    false,
    expect.objectContaining({ event: 'chatty:last' }),
  ])
  // States that are alike are one entry.
  expect(Math.abs(entries.length - MAX_ENTRIES)).toBeLessThan(5)
  expect([log.entries.length, older]).toEqual([MAX_ENTRIES, log.dropped])
  expect(log.entries[1]).toMatchObject({ event: 'chatty:first' })
  recorder.dispose()
  kernel.dispose()
})
