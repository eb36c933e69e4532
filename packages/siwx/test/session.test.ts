// Whole sessions: everything that must hold before somebody is signed in.
import { Secp256k1Wallet } from '@cosmjs/amino'
import { base58, base64, hex } from '@scure/base'
import { p2wpkh } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Keyring } from '@polkadot/keyring'
import { u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import {
  buildAuthObject,
  createEncodedRecap,
  formatMessage as formatCacao,
  populateAuthPayload,
} from '@walletconnect/utils'
import bip322 from 'bip322-js'
import { isLatchkeyError } from '@latchkey/plugin-api'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'
import {
  formatMessage,
  parseMessage,
  verifySession,
  verifySignature,
  type NodeRequest,
  type SiwxMessage,
  type SiwxSession,
} from '../src/index.js'
import { createRandom } from './support.js'

const secret = createRandom(122).bytes(32)
const account = privateKeyToAccount(`0x${hex.encode(secret)}`)
const fields = {
  domain: 'site.test',
  uri: 'https://site.test',
  version: '1',
  nonce: 'abcdefgh',
  issuedAt: '2026-01-01T00:00:00Z',
  expirationTime: '2026-01-01T00:10:00Z',
  statement: 'Hello',
}
const at = Date.parse('2026-01-01T00:05:00Z')
type Sign = (text: string) => Promise<Pick<SiwxSession, 'signature' | 'publicKey'>>

const polkadotPair = async () => (
  await cryptoWaitReady(),
  new Keyring({ type: 'sr25519' }).addFromSeed(secret)
)
const cosmos = await Secp256k1Wallet.fromKey(secret)
const [{ address: cosmosAddress }] = (await cosmos.getAccounts()) as unknown as [
  { address: string },
]
const wif = (await import('@scure/btc-signer')).WIF().encode(secret)
/** An account of each family, and how its wallets sign. */
const FAMILIES: Record<
  string,
  { chainId: SiwxMessage['chainId']; address: () => Promise<string>; sign: Sign }
> = {
  eip155: {
    chainId: 'eip155:1',
    address: async () => account.address,
    sign: async (message) => ({ signature: await account.signMessage({ message }) }),
  },
  solana: {
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    address: async () => base58.encode(ed25519.getPublicKey(secret)),
    sign: async (text) => ({
      signature: base58.encode(ed25519.sign(new TextEncoder().encode(text), secret)),
    }),
  },
  bip122: {
    chainId: 'bip122:000000000019d6689c085ae165831e93',
    address: async () => p2wpkh(pubECDSA(secret)).address!,
    sign: async (text) => ({
      signature: bip322.Signer.sign(wif, p2wpkh(pubECDSA(secret)).address!, text).toString(),
    }),
  },
  polkadot: {
    chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    address: async () => (await polkadotPair()).address,
    sign: async (text) => ({
      signature: u8aToHex((await polkadotPair()).sign(u8aWrapBytes(text))),
    }),
  },
  cosmos: {
    chainId: 'cosmos:cosmoshub-4',
    address: async () => cosmosAddress,
    sign: async (text) => ({
      signature: (
        await cosmos.signAmino(cosmosAddress, {
          chain_id: '',
          account_number: '0',
          sequence: '0',
          fee: { gas: '0', amount: [] },
          memo: '',
          msgs: [
            {
              type: 'sign/MsgSignData',
              value: { signer: cosmosAddress, data: base64.encode(new TextEncoder().encode(text)) },
            },
          ],
        })
      ).signature.signature,
      publicKey: hex.encode(pubECDSA(secret)),
    }),
  },
}
async function sessionOf(
  namespace: string,
  other: Partial<SiwxMessage> = {},
): Promise<SiwxSession> {
  const { chainId, address, sign } = FAMILIES[namespace]!
  const data = { ...fields, chainId, accountAddress: await address(), ...other }
  const message = formatMessage(data)
  return { data, message, ...(await sign(message)) }
}
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: unknown) => (isLatchkeyError(error) ? error.code : error),
  )

describe.each(Object.keys(FAMILIES))('%s', (namespace) => {
  const expected = {
    domain: 'site.test',
    nonce: 'abcdefgh',
    chainId: FAMILIES[namespace]!.chainId,
    at,
  }

  it('An account that signed the expected message is signed in', async () => {
    const session = await sessionOf(namespace)
    expect(
      await verifySession({
        session,
        expected: { ...expected, accountAddress: session.data.accountAddress },
      }),
    ).toEqual({ message: session.data, signedBy: 'key' })
    expect(await verifySignature({ session })).toBe(true)
    expect(
      await verifySession({
        session: JSON.parse(JSON.stringify(session)) as SiwxSession,
        expected,
      }),
    ).toEqual({ message: session.data, signedBy: 'key' })
  })

  it('Another signature, account or text, and data that differ from the text, are refused', async () => {
    const session = await sessionOf(namespace)
    const foreign = await sessionOf(namespace, { nonce: 'abcdefgi' })
    expect(
      await codeOf(
        verifySession({ session: { ...session, signature: foreign.signature }, expected }),
      ),
    ).toBe('siwx.bad_signature')
    expect(
      await codeOf(verifySession({ session: { ...session, message: foreign.message }, expected })),
    ).toBe('siwx.data_mismatch')
    expect(
      await codeOf(
        verifySession({
          session: { ...foreign, signature: session.signature },
          expected: { ...expected, nonce: 'abcdefgi' },
        }),
      ),
    ).toBe('siwx.bad_signature')
    for (const field of Object.keys(session.data)) {
      const { [field as 'uri']: _left, ...less } = session.data
      expect(
        await codeOf(
          verifySession({ session: { ...session, data: less as SiwxMessage }, expected }),
        ),
        field,
      ).toMatch(field === 'chainId' ? 'siwx.namespace_unsupported' : 'siwx.data_mismatch')
      if (field !== 'chainId')
        expect(
          await codeOf(
            verifySession({
              session: {
                ...session,
                data: { ...session.data, [field]: `${session.data[field as 'uri']}0` },
              },
              expected,
            }),
          ),
          field,
        ).toBe('siwx.data_mismatch')
    }
    expect(
      await codeOf(
        verifySession({
          session: { ...session, data: { ...session.data, resources: [] } },
          expected,
        }),
      ),
    ).toBe('siwx.data_mismatch')
  })

  it('A message for another site, nonce, account, chain or time is refused', async () => {
    const session = await sessionOf(namespace)
    const refusals = {
      'siwx.wrong_domain': { domain: 'evil.test' },
      'siwx.wrong_nonce': { nonce: 'replayed1' },
      'siwx.wrong_account': { accountAddress: 'another' },
      'siwx.wrong_chain': { chainId: `${namespace}:other` as const },
      'siwx.expired': { at: at + 3_600_000 },
    }
    for (const [code, other] of Object.entries(refusals))
      expect(await codeOf(verifySession({ session, expected: { ...expected, ...other } }))).toBe(
        code,
      )
    const later = await sessionOf(namespace, { notBefore: '2026-01-01T00:06:00Z' })
    expect(await codeOf(verifySession({ session: later, expected }))).toBe('siwx.not_yet_valid')
    expect(
      await verifySession({ session: later, expected: { ...expected, clockSkew: 60_000 } }),
    ).toMatchObject({ message: later.data })
  })

  it.each([
    undefined,
    null,
    1,
    'text',
    [],
    {},
    { data: null },
    { data: {}, message: 1, signature: 1 },
  ])('%j is refused as a session', async (session) => {
    expect(await codeOf(verifySession({ session: session as never, expected }))).toMatch(/^siwx\./)
  })

  it.each([undefined, null, 1, {}, [], '', '0x', '0'.repeat(70_000), '\u{1F600}'])(
    '%j is refused as a signature',
    async (signature) => {
      expect(
        await codeOf(
          verifySession({
            session: { ...(await sessionOf(namespace)), signature: signature as never },
            expected,
          }),
        ),
      ).toMatch(/^siwx\.(bad_signature|node_missing)$/)
    },
  )
})

it('A namespace that only the session names does not decide how the text is read', async () => {
  const session = await sessionOf('eip155')
  for (const chainId of ['solana:1', 'cosmos:1', '__proto__:1', 'constructor:1'] as const)
    expect(
      await codeOf(
        verifySession({
          session: { ...session, data: { ...session.data, chainId } },
          expected: { at },
        }),
      ),
    ).toMatch(/^siwx\.(bad_message|namespace_unsupported)$/)
})

describe('eip155, with a key', () => {
  it('A mirrored signature, a foreign recovery byte and another length are refused', async () => {
    const session = await sessionOf('eip155')
    const bytes = hex.decode(session.signature.slice(2))
    const { r, s } = secp256k1.Signature.fromBytes(bytes.slice(0, 64))
    const mirrored = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes()
    const verifies = (changed: Uint8Array): Promise<unknown> =>
      codeOf(verifySignature({ session: { ...session, signature: `0x${hex.encode(changed)}` } }))
    expect(await verifies(bytes)).toBe(true)
    expect(await verifies(Uint8Array.from([...bytes.slice(0, 64), bytes[64]! - 27]))).toBe(true)
    for (const v of [27, 28]) expect(await verifies(Uint8Array.from([...mirrored, v]))).toBe(false)
    for (const v of [2, 3, 26, 29, 30, 255])
      expect(await verifies(Uint8Array.from([...bytes.slice(0, 64), v]))).toBe(false)
    expect(await verifies(bytes.slice(0, 64))).toBe('siwx.node_missing')
  })
})

describe('eip155, with a contract', () => {
  const answering =
    (answers: Record<string, unknown>): NodeRequest =>
    async ({ method }) => {
      const answer = answers[method]
      if (answer instanceof Error) throw answer
      return answer
    }
  const ask = async (answers: Record<string, unknown>): Promise<unknown> => {
    const session = { ...(await sessionOf('eip155')), signature: `0x${'11'.repeat(65)}` }
    return codeOf(verifySignature({ session, node: answering(answers) }))
  }
  const failure = (more: object): Error => Object.assign(new Error('x'), more)

  it("The signature of a contract is judged by the validator on the message's chain", async () => {
    expect(await ask({ eth_chainId: '0x1', eth_call: '0x01' })).toBe(true)
    for (const answer of ['0x00', '0x', '0x02', '0x11', null, 1, `0x${'0'.repeat(62)}10`])
      expect(await ask({ eth_chainId: '0x1', eth_call: answer })).toBe(false)
  })

  it('A signature is refused where the code reverts, in whatever form the node says so', async () => {
    for (const error of [
      failure({ code: 3 }),
      new Error('execution reverted'),
      failure({ cause: { code: 3 } }),
      failure({ data: { message: 'VM: Revert' } }),
      failure({ context: { rpcCode: 3 } }),
    ])
      expect(await ask({ eth_chainId: '0x1', eth_call: error })).toBe(false)
  })

  it('Nothing is known about a signature where the node fails, or belongs to another chain', async () => {
    expect(await ask({ eth_chainId: '0x1', eth_call: failure({ message: 'fetch failed' }) })).toBe(
      'siwx.node_failed',
    )
    expect(await ask({ eth_chainId: new Error('no'), eth_call: '0x01' })).toBe('siwx.node_failed')
    for (const other of ['0xa', '10', 1, null, '0x'])
      expect(await ask({ eth_chainId: other, eth_call: '0x01' })).toBe('siwx.node_failed')
  })

  it('A node that never answers is given up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const session = { ...(await sessionOf('eip155')), signature: `0x${'11'.repeat(65)}` }
      const node = vi.fn<NodeRequest>(() => new Promise(() => undefined))
      const asked = codeOf(verifySignature({ session, node }))
      await vi.waitFor(() => expect(node).toHaveBeenCalled())
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await asked).toBe('siwx.node_failed')
    } finally {
      vi.useRealTimers()
    }
  })

  it('The result says whether the key or a contract signed, also for an account with both (audit L5)', async () => {
    const expected = { domain: 'site.test', at }
    const node = answering({ eth_chainId: '0x1', eth_call: '0x01', eth_getCode: '0xef0100' })
    const session = await sessionOf('eip155')
    expect(await verifySession({ session, expected, node })).toMatchObject({ signedBy: 'key' })
    expect(
      await verifySession({
        session: { ...session, signature: `0x${'11'.repeat(65)}` },
        expected,
        node,
      }),
    ).toMatchObject({ signedBy: 'contract' })
  })

  it('No node is asked where the key signed', async () => {
    const node = vi.fn<NodeRequest>()
    expect(await verifySignature({ session: await sessionOf('eip155'), node })).toBe(true)
    expect(node).not.toHaveBeenCalled()
  })
})

describe('with a cacao of WalletConnect', () => {
  const iss = `did:pkh:eip155:1:${account.address}`
  /** As a wallet of WalletConnect signs, with its own library. */
  async function signed(
    recap: boolean,
    statement: string | undefined = 'Hello',
    type: 'eip191' | 'eip1271' = 'eip191',
  ) {
    const asked = {
      type: 'caip122',
      chains: ['eip155:1'],
      domain: 'site.test',
      aud: 'https://site.test',
      version: '1',
      nonce: 'abcdefgh',
      iat: '2026-01-01T00:00:00.000Z',
      exp: '2026-01-01T00:10:00.000Z',
      ...(statement !== undefined && { statement }),
      ...(recap && {
        resources: [
          createEncodedRecap('eip155', 'request', ['personal_sign', 'eth_sendTransaction']),
        ],
      }),
    }
    const authPayload = recap
      ? populateAuthPayload({
          authPayload: asked as never,
          chains: ['eip155:1'],
          methods: ['personal_sign', 'eth_sendTransaction'],
        })
      : asked
    const message = formatCacao(authPayload as never, iss)
    const signature = await account.signMessage({ message })
    const cacao = JSON.parse(
      JSON.stringify(buildAuthObject(authPayload as never, { t: type, s: signature }, iss)),
    ) as { p: Record<string, unknown>; h: Record<string, unknown>; s: Record<string, unknown> }
    return { session: { data: parseMessage(message, 'eip155'), message, signature }, cacao }
  }
  const verify = (session: SiwxSession): Promise<unknown> =>
    codeOf(
      verifySession({ session, expected: { domain: 'site.test', nonce: 'abcdefgh', at } }).then(
        ({ message }) => message,
      ),
    )

  it.each([
    [false, 'Hello'],
    [true, 'Hello'],
    [false, undefined],
    [true, undefined],
  ])(
    "A cacao of WalletConnect's library is accepted: permissions %s, statement %s",
    async (recap, statement) => {
      const { session, cacao } = await signed(recap, statement)
      expect(await verify({ ...session, cacao: cacao as never })).toEqual(session.data)
      if (recap) expect(session.data.statement).toContain('I further authorize the stated URI')
    },
  )

  it('A cacao that differs from the message, or is empty, is refused', async () => {
    const { session, cacao } = await signed(true)
    for (const [name, value] of Object.entries(cacao.p))
      expect(
        await verify({
          ...session,
          cacao: {
            ...cacao,
            p: { ...cacao.p, [name]: typeof value === 'string' ? `${value}0` : [] },
          } as never,
        }),
        name,
      ).toBe(name === 'type' || name === 'chains' ? session.data : 'siwx.data_mismatch')
    for (const other of [
      null,
      1,
      'x',
      [],
      {},
      { ...cacao, h: { t: 'x' } },
      { ...cacao, p: null },
      { ...cacao, s: { t: 'eip191', s: '0x' } },
      { ...cacao, p: { ...cacao.p, statement: 'Hell' } },
    ])
      expect(await verify({ ...session, cacao: other as never })).toBe('siwx.data_mismatch')
  })

  it('A cacao of a contract needs a node', async () => {
    const { session, cacao } = await signed(false, 'Hello', 'eip1271')
    const signature = `0x${'11'.repeat(64)}1b`
    expect(
      await verify({
        ...session,
        signature,
        cacao: { ...cacao, s: { t: 'eip1271', s: signature } } as never,
      }),
    ).toBe('siwx.node_missing')
  })
})
