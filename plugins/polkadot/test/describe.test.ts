import type { ConnectedAccount } from '@latchkey/plugin-api'
import { Metadata, TypeRegistry } from '@polkadot/types'
import { describe as group, expect, it } from 'vitest'
import { toNetwork } from '../src/chain/chains.js'
import { DANGERS } from '../src/describe/dangers.js'
import { describe } from '../src/describe/describe.js'
import { english } from '../src/messages.js'
import { kusama, westend } from '../src/chain/networks.js'
import { encodeRuntime } from './smallRuntime.js'

const registry = new TypeRegistry()
registry.setMetadata(new Metadata(registry, encodeRuntime()))
const api = {
  createType: (name: string, value: unknown) => registry.createType(name, value),
} as never

const ME = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const TO = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
const TO_KEY = '8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48'
const account = { address: ME } as ConnectedAccount
const say = (method: string, params: unknown, getApi = async (): Promise<never> => api) =>
  describe({ network: toNetwork(westend), method, params, account, host: 'shop.example' }, getApi)
type Told = Awaited<ReturnType<typeof say>>
const warnings = (told: Told) => told?.rows.flatMap(({ warning }) => warning ?? [])

/** balances.transfer_keep_alive of 1.5 units. */
const TRANSFER = `0x050300${TO_KEY}0b0098f73e5d01`
const sign = (method: string, more: object = {}) =>
  say('polkadot_signTransaction', {
    address: ME,
    transactionPayload: { address: ME, genesisHash: westend.genesisHash, method, ...more },
  })

group('a transaction', () => {
  it('A transfer of the native currency names receiver and amount', async () => {
    expect(await sign(TRANSFER)).toEqual({
      title: 'polkadot.send',
      complete: true,
      rows: [
        { label: 'polkadot.call', value: 'balances.transferKeepAlive' },
        { label: 'polkadot.to', value: TO },
        { label: 'polkadot.amount', value: '1.5 WND' },
      ],
    })
    expect(await sign(`0x050400${TO_KEY}00`)).toMatchObject({
      title: 'polkadot.sendAll',
      complete: true,
      rows: [{}, {}, { label: 'keep_alive', value: 'false' }],
    })
  })
  it('A batch shows each of its calls', async () =>
    expect(await sign(`0x1a0008${TRANSFER.slice(2).repeat(2)}`)).toMatchObject({
      title: 'polkadot.signTransaction',
      complete: true,
      rows: [
        { value: 'utility.batch' },
        { value: '1 · balances.transferKeepAlive' },
        {},
        {},
        { value: '2 · balances.transferKeepAlive' },
        {},
        {},
      ],
    }))
  it('Nested calls are numbered by their nesting', async () => {
    const batch = (...calls: string[]): string =>
      `1a00${(calls.length * 4).toString(16).padStart(2, '0')}${calls.join('')}`
    const forTo = (call: string): string => `1d0000${TO_KEY}00${call}`
    const pay = TRANSFER.slice(2)
    const [within, beside] = [
      await sign(`0x${batch(forTo(batch(pay, pay)))}`),
      await sign(`0x${batch(forTo(batch(pay)), pay)}`),
    ]
    expect(within).toMatchObject({ complete: true })
    expect(beside).toMatchObject({ complete: true })
    const calls = (told: Told) =>
      told?.rows.flatMap(({ label, value }) => (label === 'polkadot.call' ? value : []))
    expect(calls(within)).toEqual([
      'utility.batch',
      '1 · proxy.proxy',
      '1.1 · utility.batch',
      '1.1.1 · balances.transferKeepAlive',
      '1.1.2 · balances.transferKeepAlive',
    ])
    expect(calls(beside)).toEqual([
      'utility.batch',
      '1 · proxy.proxy',
      '1.1 · utility.batch',
      '1.1.1 · balances.transferKeepAlive',
      '2 · balances.transferKeepAlive',
    ])
  })
  it('Bytes that are not text are shown raw, and the request is not complete', async () => {
    expect(await sign('0x00000cff0001')).toMatchObject({
      complete: false,
      rows: [{ value: 'system.remark' }, { value: '0xff0001', raw: true }],
    })
    expect(await sign('0x0000084869')).toMatchObject({
      complete: true,
      rows: [{ value: 'system.remark' }, { value: 'Hi' }],
    })
  })
  it.each<[string, string, object, string[]]>([
    [
      'for another network',
      TRANSFER,
      { genesisHash: kusama.genesisHash },
      ['polkadot.otherNetwork'],
    ],
    ['with a field that nobody knows', TRANSFER, { more: 1 }, []],
    ['with bytes more than the call', `${TRANSFER}00`, {}, []],
    ['that the runtime cannot read', '0xffff', {}, []],
    ['with a tip that is none', TRANSFER, { tip: 'much' }, []],
  ])('A transaction with %s is not complete', async (_, method, more, warned) =>
    expect([(await sign(method, more))?.complete, warnings(await sign(method, more))]).toEqual([
      false,
      warned,
    ]),
  )
  it('A transaction that gives the account away, or is for another account, has a warning', async () => {
    expect(warnings(await sign(`0x1d0100${TO_KEY}0000000000`))).toEqual(['polkadot.handsOver'])
    expect(warnings(await sign(TRANSFER, { address: TO }))).toEqual(['polkadot.otherAccount'])
  })
  it('A transaction is shown raw where no node answers', async () => {
    const told = await say(
      'polkadot_signTransaction',
      { address: ME, transactionPayload: { genesisHash: westend.genesisHash, method: TRANSFER } },
      () => Promise.reject(new Error('no node')),
    )
    expect(told).toMatchObject({
      complete: false,
      rows: [{ label: 'polkadot.data', value: TRANSFER, raw: true }],
    })
  })
})

it('A message is shown as it is signed', async () => {
  const about = (message: string) => say('polkadot_signMessage', { address: ME, message })
  expect(await about('0x4772c3bc657a69')).toEqual({
    title: 'polkadot.signMessage',
    complete: true,
    rows: [{ label: 'polkadot.message', value: 'Grüezi' }],
  })
  expect([
    ...warnings(await about('0xff00'))!,
    ...warnings(await about('a\u202eb'))!,
    ...warnings(
      await about(`evil.example wants you to sign in with your Polkadot account:\n${ME}`),
    )!,
  ]).toEqual(['polkadot.unreadable', 'polkadot.hiddenCharacters', 'polkadot.otherDomain'])
})

it('Each key has an English text', async () => {
  for (const told of [
    await sign(TRANSFER, { address: TO, tip: '0x1', genesisHash: kusama.genesisHash, assetId: 7 }),
    await say('polkadot_signMessage', { message: '0xff' }),
  ])
    for (const key of [
      told!.title,
      ...told!.rows.flatMap(({ label, warning }) => [label, ...(warning ? [warning] : [])]),
    ])
      expect(english).toHaveProperty([key])
})

it.each(['polkadotXcm', 'xcmPallet'])(
  'Every transfer of %s to another network is warned of (audit M6)',
  (pallet) => {
    for (const name of [
      'transferAssets',
      'teleportAssets',
      'limitedTeleportAssets',
      'reserveTransferAssets',
      'limitedReserveTransferAssets',
      'transferAssetsUsingTypeAndThen',
    ])
      expect([name, DANGERS[`${pallet}.${name}`]?.warning]).toEqual([name, 'elsewhere'])
  },
)
