// Compares the description of a request with what the codecs of polkadot-api (MIT, only here) read.
import type { ConnectedAccount } from '@latchkey/plugin-api'
import { getDynamicBuilder } from '@polkadot-api/metadata-builders'
import { Binary } from '@polkadot-api/substrate-bindings'
import { Metadata, TypeRegistry } from '@polkadot/types'
import { expect, it } from 'vitest'
import { toNetwork } from '../src/chain/chains.js'
import { describe } from '../src/describe/describe.js'
import { kusama, westend } from '../src/chain/networks.js'
import { encode } from '../src/chain/ss58.js'
import { createRandom, type Random } from '@latchkey/plugin-testkit'
import { CALL_TYPE, encodeRuntime, smallRuntime } from './smallRuntime.js'

const RUNS = 1_000
const network = toNetwork(westend)
const codec = getDynamicBuilder(smallRuntime).buildDefinition(CALL_TYPE)
const registry = new TypeRegistry()
registry.setMetadata(new Metadata(registry, encodeRuntime()))
const api = {
  createType: (name: string, value: unknown) => registry.createType(name, value),
} as never

interface Call {
  type: string
  value: { type: string; value: Record<string, unknown> }
}
const call = (type: string, name: string, value: Record<string, unknown>): Call => ({
  type,
  value: { type: name, value },
})
const addressOf = (random: Random): string => encode(random.hex(32), 42)
const multi = (random: Random) =>
  random.chance(0.9)
    ? { type: 'Id', value: addressOf(random) }
    : { type: 'Address32', value: Binary.fromBytes(random.bytes(32)) }
function callFor(random: Random, depth = 0): Call {
  const kind = random.below(depth < 3 ? 8 : 5)
  if (kind < 3)
    return call('Balances', random.pick(['transfer_allow_death', 'transfer_keep_alive']), {
      dest: multi(random),
      value: random.big(128),
    })
  if (kind === 3)
    return call('Balances', 'transfer_all', { dest: multi(random), keep_alive: random.chance(0.5) })
  if (kind === 4)
    return call('System', random.pick(['remark', 'remark_with_event']), {
      remark: Binary.fromBytes(
        random.pick([
          Buffer.from('thanks'),
          Buffer.from('0x1234'),
          Buffer.from('Grüezi'),
          Buffer.from('a\u202eb'),
          random.bytes(7),
        ]),
      ),
    })
  if (kind === 5)
    return call('Proxy', 'add_proxy', {
      delegate: multi(random),
      proxy_type: { type: random.pick(['Any', 'NonTransfer']), value: undefined },
      delay: random.below(1_000),
    })
  if (kind === 6)
    return call('Proxy', 'proxy', {
      real: multi(random),
      force_proxy_type: random.chance(0.5) ? undefined : { type: 'Any', value: undefined },
      call: callFor(random, depth + 1),
    })
  return call('Utility', random.pick(['batch', 'batch_all']), {
    calls: Array.from({ length: 1 + random.below(3) }, () => callFor(random, depth + 1)),
  })
}

const camel = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const money = (value: bigint): string => {
  const part = (value % 10n ** 12n).toString().padStart(12, '0').replace(/0+$/, '')
  return `${value / 10n ** 12n}${part && `.${part}`} WND`
}
const LABELS: Readonly<Record<string, string>> = { dest: 'polkadot.to', value: 'polkadot.amount' }

/** The facts of a call as polkadot-api decodes it. */
function factsOf({ type, value: { type: name, value: args } }: Call, place = ''): string[] {
  const facts = Object.entries(args).flatMap(([label, value]): string[] => {
    const said = (text: string): string[] => [
      `${(type === 'Balances' && LABELS[label]) || label} ${text}`,
    ]
    const within = (inner: Call, index: number): string[] =>
      factsOf(inner, `${place ? `${place}.` : ''}${index + 1}`)
    if (Array.isArray(value)) return (value as Call[]).flatMap(within)
    if (typeof value === 'bigint') return said(money(value))
    if (value instanceof Binary) {
      const text = value.asText()
      return said(
        Buffer.from(text).equals(Buffer.from(value.asBytes())) && !/\p{C}/u.test(text)
          ? text
          : value.asHex(),
      )
    }
    if (typeof value !== 'object' || value === null)
      return said(value === undefined ? 'null' : String(value))
    const inner = value as { type: string; value: unknown }
    if (label === 'call') return within(value as Call, 0)
    if (inner.type === 'Id') return said(String(inner.value))
    return said(
      inner.value instanceof Binary
        ? JSON.stringify({ [inner.type.toLowerCase()]: inner.value.asHex() })
        : inner.type,
    )
  })
  return [
    `polkadot.call ${place && `${place} · `}${camel(type)[0]!.toLowerCase()}${type.slice(1)}.${camel(name)}`,
    ...facts,
  ]
}

const HEX = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`
async function say(me: string, method: string, more: object = {}) {
  const params = {
    address: me,
    transactionPayload: {
      address: me,
      method,
      genesisHash: westend.genesisHash,
      nonce: '0x01',
      era: '0x00',
      tip: '0x00',
      specVersion: '0x01',
      version: 4,
      ...more,
    },
  }
  const told = await describe(
    {
      network,
      method: 'polkadot_signTransaction',
      params,
      account: { address: me } as ConnectedAccount,
    },
    async () => api,
  )
  return (
    told && {
      facts: told.rows.map(({ label, value }) => `${label} ${value}`),
      complete: told.complete,
    }
  )
}

it(`The descriptions of ${RUNS} random requests say what another library reads in them, and nothing else`, async () => {
  let complete = 0
  for (let run = 0; run < RUNS; run++) {
    const random = createRandom(run)
    const me = addressOf(random)
    const bytes = codec.enc(callFor(random))
    const facts = factsOf(codec.dec(bytes) as Call)
    const tip = random.chance(0.1) ? random.big(60) : 0n
    const isElsewhere = random.chance(0.05)
    const told = await say(me, HEX(bytes), {
      tip: `0x${tip.toString(16)}`,
      ...(isElsewhere && { genesisHash: kusama.genesisHash }),
      ...(random.chance(0.05) && { unheardOf: 1 }),
    })
    expect([run, told?.facts]).toEqual([
      run,
      [
        ...facts,
        ...(tip ? [`polkadot.tip ${money(tip)}`] : []),
        ...(isElsewhere ? [`polkadot.chain ${kusama.genesisHash}`] : []),
      ],
    ])
    if (isElsewhere) expect(told?.complete).toBe(false)
    complete += Number(told?.complete)

    // One bit is changed. The description must show the changed call, and differ.
    const changed = bytes.slice()
    changed[random.below(bytes.length)]! ^= 1 << random.below(8)
    const after = await say(me, HEX(changed))
    if (!after?.complete) continue
    expect([run, after.facts]).toEqual([run, factsOf(codec.dec(changed) as Call)])
    expect([run, after.facts]).not.toEqual([run, facts])
  }
  expect(complete).toBeGreaterThan(RUNS / 4)
}, 60_000)
