// Contract accounts on a real node: deployed (EIP-1271), and not yet (EIP-6492).
import { receiptOf, startLocalnet, type Localnet } from '@latchkey-tools/localnet'
import {
  concatHex,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  getContractAddress,
  http,
  serializeErc6492Signature,
  zeroHash,
  type Address,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  formatMessage,
  verifySession,
  verifySignature,
  type NodeRequest,
  type SiwxSession,
} from '../src/index.js'
import { readFileSync } from 'node:fs'

const { bytecode } = JSON.parse(
  readFileSync(new URL('contracts/OwnedAccount.json', import.meta.url), 'utf8'),
) as { bytecode: Hex }
/** Deploys what it is given, at an address that follows from it; every anvil has it. */
const FACTORY: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const NOBODY: Address = '0x0000000000000000000000000000000000000000'

let localnet: Localnet
beforeAll(async () => {
  localnet = await startLocalnet()
}, 60_000)
afterAll(() => localnet?.close())

/** The node of the first chain, as a host would ask it. */
const node: NodeRequest = async ({ method, params }) => {
  const response = await fetch(localnet.chains[0]!.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string }
  }
  if (error) throw Object.assign(new Error(error.message), error)
  return result
}
const chainId = () => `eip155:${localnet.chains[0]!.id}` as const
const signer = (index: number) => privateKeyToAccount(localnet.accounts[index]!.privateKey)

/** An account of this owner, and what deploys it. */
function accountOf(owner: Address) {
  const initCode = concatHex([bytecode, encodeAbiParameters([{ type: 'address' }], [owner])])
  return {
    address: getContractAddress({
      opcode: 'CREATE2',
      from: FACTORY,
      salt: zeroHash,
      bytecode: initCode,
    }),
    factoryData: concatHex([zeroHash, initCode]),
  }
}
async function deploy(owner: Address): Promise<Address> {
  const { address, factoryData } = accountOf(owner)
  const transport = http(localnet.chains[0]!.url)
  const reader = createPublicClient({ transport, pollingInterval: 50 })
  if (await reader.getCode({ address })) return address
  const hash = await createWalletClient({ account: signer(0), transport }).sendTransaction({
    to: FACTORY,
    data: factoryData,
    chain: null,
  })
  await receiptOf(reader, hash)
  return address
}
async function sessionOf(
  accountAddress: Address,
  by: number,
  wrap?: { factoryData: Hex },
): Promise<SiwxSession> {
  const data = {
    domain: 'site.test',
    accountAddress,
    chainId: chainId(),
    uri: 'https://site.test',
    version: '1',
    nonce: 'abcdefgh',
    issuedAt: '2026-01-01T00:00:00Z',
  }
  const message = formatMessage(data)
  const signature = await signer(by).signMessage({ message })
  return {
    data,
    message,
    signature: wrap
      ? serializeErc6492Signature({ address: FACTORY, data: wrap.factoryData, signature })
      : signature,
  }
}
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: { code?: unknown }) => error.code)

it('Only the owner of a deployed account signs in, and only with a node', async () => {
  const address = await deploy(signer(1).address)
  const session = await sessionOf(address, 1)
  expect(
    await verifySession({ session, expected: { domain: 'site.test', chainId: chainId() }, node }),
  ).toEqual({ message: session.data, signedBy: 'contract' })
  expect(await verifySignature({ session: await sessionOf(address, 2), node })).toBe(false)
  expect(
    await verifySignature({
      session: { ...session, message: session.message.replace('abcdefgh', 'abcdefgi') },
      node,
    }),
  ).toBe(false)
  expect(await verifySignature({ session })).toBe(false)
  expect(
    await verifySignature({ session: { ...session, signature: `${session.signature}00` }, node }),
  ).toBe(false)
})

it('An account that is not deployed signs in by the code in its signature', async () => {
  const { address, factoryData } = accountOf(signer(3).address)
  const session = await sessionOf(address, 3, { factoryData })
  expect(await node({ method: 'eth_getCode', params: [address, 'latest'] })).toBe('0x')
  expect(await verifySession({ session, expected: { domain: 'site.test' }, node })).toEqual({
    message: session.data,
    signedBy: 'contract',
  })
  expect(await node({ method: 'eth_getCode', params: [address, 'latest'] })).toBe('0x')
  expect(
    await verifySignature({ session: await sessionOf(address, 4, { factoryData }), node }),
  ).toBe(false)
  expect(await codeOf(verifySignature({ session }))).toBe('siwx.node_missing')
  const foreign = accountOf(signer(4).address)
  expect(await verifySignature({ session: await sessionOf(address, 4, foreign), node })).toBe(false)
  expect(await verifySignature({ session: await sessionOf(address, 3), node })).toBe(false)
})

it('A signature that was made before the account was deployed is valid afterwards', async () => {
  const { address, factoryData } = accountOf(signer(5).address)
  const session = await sessionOf(address, 5, { factoryData })
  expect(await verifySignature({ session, node })).toBe(true)
  expect(await deploy(signer(5).address)).toBe(address)
  expect(await verifySignature({ session, node })).toBe(true)
})

it('A contract that reverts, and an address without code, sign nobody in', async () => {
  expect(await verifySignature({ session: await sessionOf(await deploy(NOBODY), 1), node })).toBe(
    false,
  )
  expect(
    await verifySignature({
      session: await sessionOf('0x52908400098527886E0F7030069857D2E4169EE7', 1),
      node,
    }),
  ).toBe(false)
  expect(await verifySignature({ session: await sessionOf(FACTORY, 1), node })).toBe(false)
})

it('The address of zeros signs nobody in, whatever the validator says', async () => {
  const { data, message } = await sessionOf(NOBODY, 1)
  const { factoryData } = accountOf(signer(3).address)
  for (const signature of [
    `0x${'11'.repeat(64)}1b`,
    `0x${'00'.repeat(64)}1c`,
    serializeErc6492Signature({
      address: FACTORY,
      data: factoryData,
      signature: `0x${'11'.repeat(64)}1b`,
    }),
  ])
    expect(await verifySignature({ session: { data, message, signature }, node })).toBe(false)
})

it('A node of another chain is refused', async () => {
  const session = await sessionOf(await deploy(signer(1).address), 1)
  const message = session.message.replace(`Chain ID: ${localnet.chains[0]!.id}`, 'Chain ID: 1')
  const elsewhere = {
    ...session,
    data: { ...session.data, chainId: 'eip155:1' as const },
    message,
    signature: `${await signer(1).signMessage({ message })}`,
  }
  expect(await codeOf(verifySignature({ session: elsewhere, node }))).toBe('siwx.node_failed')
})
