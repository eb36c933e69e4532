import { readFileSync } from 'node:fs'
import { accounts, request, startAnvil, startSolana } from '@latchkey-tools/localnet'
import { Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { encodeDeployData, encodeFunctionData, type Abi, type Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressesOf, deriveKeys, type PrivateKeys } from '../src/keys/derive.js'
import { prepareEvm } from '../src/page/rpc/evmRequests.js'
import { networkOf } from '../src/page/rpc/networks.js'
import { createAskNode, type AskNode } from '../src/page/rpc/node.js'
import type { Prepared, Reading } from '../src/page/rpc/prepared.js'
import { createSignedNonces } from '../src/page/rpc/signedNonces.js'
import { prepareSolana } from '../src/page/rpc/solanaRequests.js'

const SEPOLIA = 'eip155:11155111'
const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const ETHER = 10n ** 18n
const TO = accounts[1]!.address
const { abi, bytecode } = (
  JSON.parse(
    readFileSync(
      new URL('../../../tools/localnet/src/evm/artifacts.json', import.meta.url),
      'utf8',
    ),
  ) as Record<string, { abi: Abi; bytecode: Hex }>
)['TestToken']!

let anvil: Awaited<ReturnType<typeof startAnvil>>
let solana: Awaited<ReturnType<typeof startSolana>>
let keys: PrivateKeys
let token: Hex
let own: ReturnType<typeof addressesOf>
const ask = (method: string, ...params: unknown[]) => request(anvil.url, method, params)
const askSolana = (method: string, ...params: unknown[]) => request(solana.url, method, params)

beforeAll(async () => {
  ;[anvil, solana] = await Promise.all([startAnvil({ chainId: 11155111 }), startSolana()])
  keys = await deriveKeys(new Uint8Array(32).fill(9))
  own = addressesOf(keys)
  await ask('anvil_setBalance', own.evm, `0x${(10n * ETHER).toString(16)}`)
  await askSolana('requestAirdrop', own.solana, 10_000_000_000)
  const from = accounts[0]!.address
  const data = encodeDeployData({ abi, bytecode, args: [] })
  const receipt = await ask('eth_sendTransactionSync', { from, data })
  token = (receipt as { contractAddress: Hex }).contractAddress
  await ask('eth_sendTransactionSync', { from, to: token, data: call('mint', own.evm, 5n * ETHER) })
})
afterAll(async () => {
  await anvil?.close()
  await solana?.close()
})

const call = (functionName: string, ...args: unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args })
const never = new AbortController().signal

function readingOf(id: string, over: (node: AskNode) => AskNode = (node) => node): Reading {
  const network = networkOf(id, { [SEPOLIA]: anvil.url, [DEVNET]: solana.url })
  return {
    network,
    account: id === SEPOLIA ? own.evm : own.solana,
    origin: 'https://shop.example',
    host: 'shop.example',
    lang: 'en',
    node: over(createAskNode(network, never)),
    nonces: createSignedNonces(new Map()),
  }
}
const send = (fields: object, reading = readingOf(SEPOLIA)): Promise<Prepared> =>
  prepareEvm(reading, 'eth_sendTransaction', [{ from: own.evm, ...fields }])
const run = ({ run: carryOut }: Prepared) =>
  carryOut({
    use: (sign) => sign(keys),
    askRetry: () => Promise.resolve(false),
    submitted: () => undefined,
  })

it('A payment says what leaves, and the node has what was shown', async () => {
  const prepared = await send({ to: TO, value: `0x${ETHER.toString(16)}` })
  expect(prepared.outcome).toEqual({ leaves: ['1 ETH'], arrives: [], isWhole: true })
  const [shown] = JSON.parse(prepared.raw) as [Record<string, string>]
  const mined = (await ask('eth_getTransactionByHash', await run(prepared))) as typeof shown
  for (const name of ['nonce', 'gas', 'value', 'maxFeePerGas', 'maxPriorityFeePerGas', 'chainId'])
    expect(BigInt(mined[name]!), name).toBe(BigInt(shown![name]!))
})

it('Tokens that leave and arrive are counted together over all calls of a request', async () => {
  const calls = [
    { to: token, data: call('transfer', TO, 2n * ETHER) },
    { to: token, data: call('mint', own.evm, 7n * ETHER) },
  ]
  const batch = { version: '2.0.0', chainId: '0xaa36a7', atomicRequired: false, calls }
  const prepared = await prepareEvm(readingOf(SEPOLIA), 'wallet_sendCalls', [batch])
  const { leaves, arrives, isWhole } = prepared.outcome!
  expect([leaves, isWhole]).toEqual([[], true])
  expect(arrives.join().toLowerCase()).toBe(`5 local (${token})`)
  const { id } = (await run(prepared)) as { id: string }
  for (const hash of id.slice(2).match(/.{64}/g)!)
    expect(await ask('eth_getTransactionReceipt', `0x${hash}`)).toMatchObject({ status: '0x1' })
})

it('A call that would fail is shown with its reason, with and without simulations', async () => {
  const request = { to: token, data: call('transferFrom', TO, own.evm, ETHER) }
  const none =
    (node: AskNode): AskNode =>
    (method, params) =>
      node(method === 'eth_simulateV1' ? 'eth_nothing' : method, params)
  for (const reading of [readingOf(SEPOLIA), readingOf(SEPOLIA, none)]) {
    const { outcome } = await send(request, reading)
    expect(outcome!.failure).toContain('allowance too low')
  }
  const { outcome } = await send(
    { to: token, data: call('transfer', TO, ETHER) },
    readingOf(SEPOLIA, none),
  )
  expect(outcome).toEqual({ leaves: [], arrives: [], isWhole: false })
})

it('An amount that the account lacks is named', async () => {
  const { missing } = await send({ to: TO, value: `0x${(1_000n * ETHER).toString(16)}` })
  expect(missing).toMatch(/^99\d\.\d+ ETH$/)
})

it('A nonce that was taken meanwhile makes the request stale', async () => {
  const prepared = await send({ to: TO })
  expect(await prepared.isCurrent!()).toBe(true)
  await run(await send({ to: TO }))
  expect(await prepared.isCurrent!()).toBe(false)
})

it('A nonce that was signed and not seen sent is warned of when it is asked for again', async () => {
  let isAway = true
  const reading = readingOf(SEPOLIA, (node) => (method, params) => {
    if (method !== 'eth_sendRawTransaction' || !isAway) return node(method, params)
    throw Object.assign(new Error('away'), { name: 'FrameError', details: { reason: 'network' } })
  })
  await expect(run(await send({ to: TO }, reading))).rejects.toMatchObject({
    details: { reason: 'transaction_unknown' },
  })
  isAway = false
  const again = await send({ to: TO }, reading)
  expect(again.warning).toBe('approve.sameNumber')
  await run(again)
  expect((await send({ to: TO }, reading)).warning).toBeUndefined()
})

const transaction = (lamports: number, recentBlockhash: string): string => {
  const from = new PublicKey(own.solana)
  const to = Keypair.fromSeed(new Uint8Array(32).fill(1)).publicKey
  const made = new Transaction({ feePayer: from, recentBlockhash }).add(
    SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports }),
  )
  return made.serialize({ requireAllSignatures: false }).toString('base64')
}
const OLD = new PublicKey(new Uint8Array(32).fill(7)).toBase58()
const METHOD = 'solana_signAndSendTransaction'

it('A payment on Solana says what leaves, and is sent with the node’s own blockhash', async () => {
  const fields = { transaction: transaction(2_000_000_000, OLD) }
  const prepared = await prepareSolana(readingOf(DEVNET), METHOD, fields)
  expect(prepared.outcome).toEqual({ leaves: ['2 SOL'], arrives: [], isWhole: true })
  expect(prepared.fee).toBe('0.000005 SOL')
  expect(prepared.raw).not.toContain(fields.transaction)
  expect(await prepared.isCurrent!()).toBe(true)
  const { signature } = (await run(prepared)) as { signature: string }
  const found = (await askSolana('getSignatureStatuses', [signature])) as { value: unknown[] }
  expect(found.value).toEqual([expect.objectContaining({ err: null })])
})

it('A payment on Solana that would fail says why', async () => {
  const fields = { transaction: transaction(900_000_000_000, OLD) }
  const { outcome } = await prepareSolana(readingOf(DEVNET), METHOD, fields)
  expect(outcome!.failure).toContain('does not have enough')
})

it('A transaction that is only signed keeps the page’s blockhash', async () => {
  const fields = { transaction: transaction(5, OLD) }
  const prepared = await prepareSolana(readingOf(DEVNET), 'solana_signTransaction', fields)
  const signed = (await run(prepared)) as { transaction: string }
  const read = Transaction.from(Buffer.from(signed.transaction, 'base64'))
  expect(read.recentBlockhash).toBe(OLD)
  expect(read.verifySignatures()).toBe(true)
})
