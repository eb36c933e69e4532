// The real contract account of smart accounts: who believes its signatures before and after it is deployed.
import {
  accounts,
  deploySmartAccounts,
  request,
  startAnvil,
  type Anvil,
  type Hex,
} from '@latchkey-tools/localnet'
import { accountSignature, smartAccountOf } from '@latchkey/smart-account'
import { Contract, hashMessage, JsonRpcProvider, TypedDataEncoder } from 'ethers'
import {
  createPublicClient,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  http,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf, createBench } from './bench.js'
import type { Signer } from './signers.js'

const owner = privateKeyToAccount(accounts[4]!.privateKey)
const stranger = privateKeyToAccount(accounts[5]!.privateKey)
const account = smartAccountOf(owner.address)
const ORDER = {
  domain: { name: 'Shop', chainId: 31_337 },
  types: { Order: [{ name: 'item', type: 'string' }] },
  message: { item: 'tea' },
} as const
const TEXT = 'Tea for two'
/** A contract's answer to a good signature (ERC-1271). */
const MAGIC_VALUE = '0x1626ba7e'

let anvil: Anvil
let provider: JsonRpcProvider
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
  await deploySmartAccounts(anvil.url)
  provider = new JsonRpcProvider(anvil.url, undefined, { cacheTimeout: -1 })
})
afterAll(async () => {
  provider?.destroy()
  await anvil?.close()
})

/** Runs the validator that ERC-6492 names, by ethers. */
async function isRightByEthers(hash: string, signature: Hex): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [account.address, hash as Hex, signature],
  })
  return BigInt(await provider.call({ data })) === 1n
}

/** Signatures of the account by somebody, and who believes them. */
async function judge(by: typeof owner, isDeployed: boolean) {
  const wrap = (signature: Hex) => accountSignature(account, signature, isDeployed)
  const ofText = wrap(await by.signMessage({ message: TEXT }))
  const ofOrder = wrap(await by.signTypedData({ ...ORDER, primaryType: 'Order' }))
  const orderHash = TypedDataEncoder.hash(
    ORDER.domain,
    { Order: [...ORDER.types.Order] },
    ORDER.message,
  )
  const client = createPublicClient({ chain: foundry, transport: http(anvil.url) })
  const { address } = account
  const bench = createBench({ nodes: { 'eip155:31337': anvil.url } })
  const signer: Signer = {
    chainId: 'eip155:31337',
    accountAddress: address,
    sign: async (message) => ({ signature: wrap(await by.signMessage({ message })) }),
  }
  return {
    signatures: [
      { hash: hashMessage(TEXT), signature: ofText },
      { hash: orderHash, signature: ofOrder },
    ],
    viem: [
      await client.verifyMessage({ address, message: TEXT, signature: ofText }),
      await client.verifyTypedData({ address, ...ORDER, primaryType: 'Order', signature: ofOrder }),
    ],
    ethers: [
      await isRightByEthers(hashMessage(TEXT), ofText),
      await isRightByEthers(orderHash, ofOrder),
    ],
    server: await codeOf(await bench.signIn(bench.client(), signer)),
  }
}

const BELIEVED = { viem: [true, true], ethers: [true, true], server: 200 }
const REFUSED = { viem: [false, false], ethers: [false, false], server: '401 siwx.bad_signature' }

it('A smart account is believed by viem, ethers and the server before its deployment and after', async () => {
  expect(await request(anvil.url, 'eth_getCode', [account.address, 'latest'])).toBe('0x')
  const before = await judge(owner, false)
  expect(before).toMatchObject(BELIEVED)
  expect(await judge(stranger, false)).toMatchObject(REFUSED)

  await request(anvil.url, 'eth_sendTransactionSync', [
    { from: accounts[0]!.address, to: account.factory, data: account.factoryData },
  ])
  const after = await judge(owner, true)
  expect(after).toMatchObject(BELIEVED)
  expect(await judge(stranger, true)).toMatchObject(REFUSED)
  // The account itself says so (ERC-1271), and those of before stay good (ERC-6492).
  const contract = new Contract(
    account.address,
    ['function isValidSignature(bytes32, bytes) view returns (bytes4)'],
    provider,
  )
  for (const { hash, signature } of after.signatures)
    expect(await contract['isValidSignature']!(hash, signature)).toBe(MAGIC_VALUE)
  for (const { hash, signature } of before.signatures)
    expect(await isRightByEthers(hash, signature)).toBe(true)
})
