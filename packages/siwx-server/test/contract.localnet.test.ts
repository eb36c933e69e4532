// Contract accounts through a node, from the request to the session.
import { accounts, request, startAnvil, type Anvil, type Hex } from '@latchkey-tools/localnet'
import { encodeAbiParameters, getContractAddress, hashMessage, pad, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, createBench } from './bench.js'
import type { Signer } from './signers.js'

/**
 * A contract whose `isValidSignature(hash, signature)` says yes where the signature is the hash: 24
 * bytes, behind 9 that deploy them.
 */
const ACCOUNT: Hex = '0x60188060093d393df360643560043514631626ba7e0260e01b60005260206000f3'
/** The factory that anvil has from the start: salt and code in, contract out (CREATE2). */
const FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const MAGIC = '6492'.repeat(16)

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337 })
}, 60_000)
afterAll(() => anvil?.close())

const made = (salt: number): { salt: Hex; address: Hex; deployment: Hex } => {
  const text = pad(toHex(salt), { size: 32 })
  return {
    salt: text,
    address: getContractAddress({
      opcode: 'CREATE2',
      from: FACTORY,
      salt: text,
      bytecode: ACCOUNT,
    }),
    deployment: `${text}${ACCOUNT.slice(2)}`,
  }
}
const contract = (address: string, sign: (hash: Hex) => Hex): Signer => ({
  chainId: 'eip155:31337',
  accountAddress: address,
  sign: async (text) => ({ signature: sign(hashMessage(text)) }),
})
const asked = () => createBench({ nodes: { 'eip155:31337': anvil.url } })

describe('a contract account', () => {
  it('A deployed contract account signs in as its code says, and not otherwise (EIP-1271)', async () => {
    const { address, deployment } = made(1)
    await request(anvil.url, 'eth_sendTransaction', [
      { from: accounts[0]!.address, to: FACTORY, data: deployment },
    ])
    await expect
      .poll(() => request(anvil.url, 'eth_getCode', [address, 'latest']), { timeout: 30_000 })
      .not.toBe('0x')
    const bench = asked()
    const client = bench.client()
    expect(
      await codeOf(
        await bench.signIn(
          client,
          contract(address, (hash) => hash),
        ),
      ),
    ).toBe(200)
    expect(await bench.server.getSession(client.request('/me'))).toMatchObject({
      accountAddress: address,
      chainId: 'eip155:31337',
    })
    expect(
      await codeOf(
        await bench.signIn(
          client,
          contract(address, () => hashMessage('something else')),
        ),
      ),
    ).toBe('401 siwx.bad_signature')
    expect(bench.errors).toEqual([])
  }, 60_000)

  it('A contract account that is not deployed signs in by its future code alone (EIP-6492)', async () => {
    const { address, deployment } = made(2)
    const wrap = (hash: Hex): Hex =>
      `${encodeAbiParameters(
        [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
        [FACTORY, deployment, hash],
      )}${MAGIC}`
    const bench = asked()
    expect(await codeOf(await bench.signIn(bench.client(), contract(address, wrap)))).toBe(200)
    expect(await request(anvil.url, 'eth_getCode', [address, 'latest'])).toBe('0x')
    expect(
      await codeOf(
        await bench.signIn(
          bench.client(),
          contract(address, () => wrap(hashMessage('something else'))),
        ),
      ),
    ).toBe('401 siwx.bad_signature')
    expect(await codeOf(await bench.signIn(bench.client(), contract(made(3).address, wrap)))).toBe(
      '401 siwx.bad_signature',
    )
    expect(bench.errors).toEqual([])
  }, 60_000)

  it('A contract account of another chain is not asked at this node', async () => {
    const bench = createBench({ nodes: { 'eip155:1': anvil.url } })
    expect(
      await codeOf(
        await bench.signIn(bench.client(), {
          ...contract(made(1).address, (hash) => hash),
          chainId: 'eip155:1',
        }),
      ),
    ).toBe('500 siwx.server_failed')
    expect(bench.errors).toMatchObject([{ code: 'siwx.node_failed' }])
  }, 60_000)
})
