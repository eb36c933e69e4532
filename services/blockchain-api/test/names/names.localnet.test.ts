// Names of this service, resolved by strangers' clients of ENS on a local chain.
import { getRequestListener } from '@hono/node-server'
import {
  deployNames,
  type Localnet,
  type Names,
  request,
  startLocalnet,
} from '@latchkey-tools/localnet'
// MIT; a client of ENS that walks the registry by itself
import { EnsPlugin, JsonRpcProvider, Network } from 'ethers'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import {
  type Hex,
  createPublicClient,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  http,
  namehash,
} from 'viem'
import { serializeSignature, sign } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiApp } from '../../src/app.js'
import { deployCommand } from '../../src/names/deployCommand.js'
import { gatewayUrls, type PreparedTransaction, prepareDeployment } from '../../src/names/deploy.js'
import { answerHash } from '../../src/names/gateway.js'
import { resolverAbi } from '../../src/names/resolverAbi.js'
import { RESOLVER_CODE } from '../../src/names/resolverCode.js'
import { openStore } from '../../src/store/openStore.js'
import { type FetchDocument } from '../../src/media/fetcher.js'
import { chain, startTestApi } from '../harness.js'
import { ACCOUNT, alice, bob, registration, signed, SIGNER, SIGNER_KEY, somebody } from './names.js'

const RESPONSE = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const

let localnet: Localnet
let ens: Names
let server: Server
let origin: string
let resolver: Hex
let store: Awaited<ReturnType<typeof openStore>>
/** Stands between clients and the gateway. */
let tamper:
  ((answer: { data: Hex }, path: string) => { data: Hex } | Promise<{ data: Hex }>) | undefined
let asked: string[] = []

beforeAll(async () => {
  localnet = await startLocalnet()
  ens = await deployNames(localnet.url)
  server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const prepared = await prepareDeployment(deployOptions())
  resolver = prepared.resolver
  await ens.send(prepared.transactions)
  store = await openStore()
  const zone = { signerKey: SIGNER_KEY, resolvers: [resolver] }
  const app = createApiApp(
    {
      chains: [chain(localnet.url)],
      names: {
        zones: { [ens.name]: zone },
        triesPerDay: 1e6,
        ens: { chain: 'eip155:31337', universalResolver: ens.universalResolver },
      },
      limits: { addressRequests: 1e6 },
    },
    { store, isClosing: () => false, authority: () => origin },
  )
  const listener = getRequestListener(async (request) => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/v1/names/ccip')) return app.fetch(request)
    asked.push(`${request.method} ${pathname.slice(0, 60)}`)
    const response = await app.fetch(request)
    if (!tamper || !response.ok) return response
    return Response.json(await tamper((await response.json()) as { data: Hex }, pathname))
  })
  server.on('request', (request, response) => void listener(request, response))
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await store?.close()
  await localnet?.close()
})

const deployOptions = () => ({
  ...{ name: ens.name, rpc: localnet.url, url: origin, signer: SIGNER },
  registry: ens.registry,
})
const post = async (method: string, path: string, body: unknown) => {
  const response = await fetch(origin + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status, await response.clone().text()).toBe(200)
}
const register = async (label: string, from = somebody()) => {
  const name = `${label}.${ens.name}`
  await post('POST', ACCOUNT, await registration(name, from, {}, Date.now()))
  return { name, address: from.address }
}
const createEthers = () => {
  const network = new Network('localnet', 31_337)
  network.attachPlugin(new EnsPlugin(ens.registry, 31_337))
  return new JsonRpcProvider(localnet.url, network, {
    staticNetwork: network,
    cacheTimeout: -1,
    pollingInterval: 20,
  })
}
const client = () => createPublicClient({ transport: http(localnet.url) })
const byViem = (name: string) =>
  client().getEnsAddress({ name, universalResolverAddress: ens.universalResolver })
const byEthers = async (name: string) => {
  const provider = createEthers()
  try {
    return await provider.resolveName(name)
  } finally {
    provider.destroy()
  }
}

describe('clients of ENS', () => {
  it('Ethers and viem resolve a name that was registered a moment ago, with its texts [API-34]', async () => {
    const { name, address } = await register('alice', alice)
    expect(await byEthers(name)).toBe(address)
    expect(await byViem(name)).toBe(address)
    const attributes = { url: 'https://alice.example', avatar: 'https://alice.example/a.png' }
    const timestamp = Math.floor(Date.now() / 1000)
    const change = await signed({ action: 'update', name, attributes, timestamp }, alice)
    await post('PUT', `${ACCOUNT}/${name}`, change)
    const text = (key: string) =>
      client().getEnsText({ name, key, universalResolverAddress: ens.universalResolver })
    expect(await text('url')).toBe(attributes.url)
    expect(await text('avatar')).toBe(attributes.avatar)
    expect(await text('email')).toBeNull()
    const provider = createEthers()
    const found = await provider.getResolver(name)
    expect(await found?.getText('url')).toBe(attributes.url)
    provider.destroy()
  })

  it('An address that claims its own name has it as its primary name, and no other address has', async () => {
    const { name, address } = await register('carol')
    await ens.nameAddress(address, name)
    await ens.nameAddress(bob.address, name)
    const nameOf = (of: Hex) =>
      client().getEnsName({ address: of, universalResolverAddress: ens.universalResolver })
    expect(await nameOf(address)).toBe(name)
    expect(await nameOf(bob.address)).toBeNull()
    const provider = createEthers()
    expect(await provider.lookupAddress(address)).toBe(name)
    expect(await provider.lookupAddress(bob.address)).toBeNull()
    provider.destroy()
  })

  it('A name leads nowhere before it is registered and after it was given back', async () => {
    const owner = somebody()
    const name = `dave.${ens.name}`
    expect([await byEthers(name), await byViem(name)]).toEqual([null, null])
    await register('dave', owner)
    expect(await byViem(name)).toBe(owner.address)
    const timestamp = Math.floor(Date.now() / 1000)
    const leaving = await signed({ action: 'release', name, timestamp }, owner)
    await post('DELETE', `${ACCOUNT}/${name}`, leaving)
    expect([await byEthers(name), await byViem(name)]).toEqual([null, null])
  })

  it('The gateway sees the resolver as sender, also through the universal resolver', async () => {
    const { name } = await register('erin')
    asked = []
    await byViem(name)
    await byEthers(name)
    const path = `GET /v1/names/ccip/${resolver.toLowerCase()}`.slice(0, 64)
    expect(asked).toHaveLength(2)
    for (const one of asked) expect(one.startsWith(path)).toBe(true)
  })
})

describe('a forged answer', () => {
  const parts = async (answer: { data: Hex }) => {
    return decodeAbiParameters(RESPONSE, answer.data)
  }
  const packed = async (result: Hex, expires: bigint, signature: Hex) => {
    return { data: encodeAbiParameters(RESPONSE, [result, expires, signature]) }
  }
  const word = (address: string): Hex => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const tampers: Record<string, NonNullable<typeof tamper>> = {
    'signed by another key': async (answer) => {
      const [, expires] = await parts(answer)
      const result = word(bob.address)
      const request = requestOf(last)
      expect(decodeFunctionData({ abi: resolverAbi, data: request }).functionName).toBe('resolve')
      const hash = answerHash({ sender: resolver, request, result, expires: Number(expires) })
      const signature = await sign({ hash, privateKey: `0x${'77'.repeat(32)}` })
      return packed(result, expires, serializeSignature(signature))
    },
    'with another result': async (answer) => {
      const [, expires, signature] = await parts(answer)
      return packed(word(bob.address), expires, signature)
    },
    'with a later end': async (answer) => {
      const [result, expires, signature] = await parts(answer)
      return packed(result, expires + 1n, signature)
    },
    'without a signature': async (answer) => {
      const [result, expires] = await parts(answer)
      return packed(result, expires, '0x')
    },
    "with the signature's twin of a high s": async (answer) => {
      const [result, expires, signature] = await parts(answer)
      const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
      const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
      const v = signature.slice(130) === '1b' ? '1c' : '1b'
      return packed(result, expires, `${signature.slice(0, 66)}${s}${v}` as Hex)
    },
    'of another name': async () =>
      (await (await fetch(origin + otherPath)).json()) as { data: Hex },
    'that was good, and is over': async (answer) => answer,
  }
  let last = ''
  let otherPath = ''
  const requestOf = (path: string): Hex => path.split('/').at(-1)!.replace('.json', '') as Hex

  it.each(Object.keys(tampers))('An answer gives no address where it is %s', async (kind) => {
    const label = `mallory${Object.keys(tampers).indexOf(kind)}`
    const { name, address } = await register(label)
    const other = await register(`${label}x`)
    // The path that a client asks for another name, with a good answer of its own.
    tamper = async (answer, path) => {
      otherPath = path
      return answer
    }
    expect(await byViem(other.name)).toBe(other.address)
    const { url, close } = kind.includes('over')
      ? await later()
      : { url: localnet.url, close: async () => {} }
    let times = 0
    tamper = async (answer, path) => {
      last = path
      const own = tamper
      tamper = undefined
      times += 1
      const changed = await tampers[kind]!(answer, path)
      tamper = own
      return changed
    }
    const ethers = createEthersAt(url)
    expect(await ethers.resolveName(name).catch(() => null)).toBeNull()
    ethers.destroy()
    const viem = createPublicClient({ transport: http(url) })
    const asViem = { name, universalResolverAddress: ens.universalResolver }
    expect(await viem.getEnsAddress(asViem).catch(() => null)).toBeNull()
    expect(times).toBe(2)
    tamper = undefined
    await close()
    expect(await byViem(name)).toBe(address)
  })

  it('A resolver that the service does not know gives no address', async () => {
    const { name } = await register('oscar')
    const args = [ens.owner, [...gatewayUrls(origin)], [SIGNER]] as const
    const data = encodeDeployData({ abi: resolverAbi, bytecode: RESOLVER_CODE, args })
    const nonce = await client().getTransactionCount({ address: ens.owner })
    const foreign = getContractAddress({ from: ens.owner, nonce: BigInt(nonce) })
    await ens.send([{ data }, setResolver(foreign)])
    expect(await byEthers(name).catch(() => null)).toBeNull()
    expect(await byViem(name)).toBeNull()
    await ens.send([setResolver(resolver)])
    expect(await byViem(name)).not.toBeNull()
  })

  const setResolver = (to: Hex) => ({
    to: ens.registry,
    data: encodeFunctionData({
      abi: [
        {
          ...{ type: 'function', name: 'setResolver', stateMutability: 'nonpayable', outputs: [] },
          inputs: [
            { name: 'node', type: 'bytes32' },
            { name: 'resolver', type: 'address' },
          ],
        },
      ],
      args: [namehash(ens.name), to],
    }),
  })
})

const createEthersAt = (url: string) => {
  const network = new Network('localnet', 31_337)
  network.attachPlugin(new EnsPlugin(ens.registry, 31_337))
  return new JsonRpcProvider(url, network, { staticNetwork: network, cacheTimeout: -1 })
}

/** A node whose clock is ahead by ten minutes, which is later than any answer holds. */
const later = async () => {
  const snapshot = await request(localnet.url, 'evm_snapshot')
  await request(localnet.url, 'evm_increaseTime', [600])
  await request(localnet.url, 'evm_mine')
  return {
    url: localnet.url,
    close: async () => void (await request(localnet.url, 'evm_revert', [snapshot])),
  }
}

describe('the resolver', () => {
  const contract = () => ({ address: resolver, abi: resolverAbi }) as const

  it('The resolver is small, says what it does, and names the gateway', async () => {
    const code = await client().getCode({ address: resolver })
    expect((code!.length - 2) / 2).toBeLessThanOrEqual(4500)
    for (const [id, expected] of [
      ['0x9061b923', true],
      ['0x01ffc9a7', true],
      ['0xffffffff', false],
    ] as const)
      expect(
        await client().readContract({
          ...contract(),
          functionName: 'supportsInterface',
          args: [id],
        }),
      ).toBe(expected)
    const urls = await client().readContract({ ...contract(), functionName: 'gatewayUrls' })
    expect(urls).toEqual(gatewayUrls(origin))
  })

  it('The resolver obeys its owner alone, and believes several keys at a time', async () => {
    const second = somebody()
    const set = (signer: Hex, isOne: boolean) =>
      encodeFunctionData({ abi: resolverAbi, functionName: 'setSigner', args: [signer, isOne] })
    const isSigner = (signer: Hex) =>
      client().readContract({ ...contract(), functionName: 'isSigner', args: [signer] })
    const byStranger = client().call({
      account: bob.address,
      to: resolver,
      data: set(bob.address, true),
    })
    await expect(byStranger).rejects.toThrow()
    await ens.send([{ to: resolver, data: set(second.address, true) }])
    expect([await isSigner(SIGNER), await isSigner(second.address)]).toEqual([true, true])
    await ens.send([{ to: resolver, data: set(SIGNER, false) }])
    const { name } = await register('peggy')
    expect(await byViem(name)).toBeNull()
    await ens.send([{ to: resolver, data: set(SIGNER, true) }])
    expect(await byViem(name)).not.toBeNull()
  })
})

it('The command prints the transactions that make the zone resolve, and sends none', async () => {
  const before = await client().getTransactionCount({ address: ens.owner })
  const args = Object.entries(deployOptions()).flatMap(([flag, value]) => [`--${flag}`, value])
  const printed = JSON.parse(await deployCommand(['deploy', ...args])) as {
    chainId: number
    resolver: Hex
    transactions: PreparedTransaction[]
  }
  expect(printed.chainId).toBe(31_337)
  expect(printed.transactions.map(({ from, to }) => [from, to])).toEqual([
    [ens.owner, undefined],
    [ens.owner, getAddress(ens.registry)],
  ])
  expect(await client().getTransactionCount({ address: ens.owner })).toBe(before)
  await expect(deployCommand(['deploy', '--name', ens.name])).rejects.toThrow(/Use: latchkey/)
  await expect(deployCommand(['drop'])).rejects.toThrow(/Use: latchkey/)
  const unknown = [...args]
  unknown[unknown.indexOf('--name') + 1] = 'nobody.eth'
  await expect(deployCommand(['deploy', ...unknown])).rejects.toThrow(/Nobody owns nobody.eth/)
})

describe('a service without this zone', () => {
  /** Reads names of ENS only; its fetcher of strangers' files is the real one, or one that may ask here. */
  const startReader = async (fetchDocument?: FetchDocument) => {
    const options = {
      chains: [chain(localnet.url)],
      names: { ens: { chain: 'eip155:31337', universalResolver: ens.universalResolver } },
    }
    return startTestApi(options, fetchDocument && { fetchDocument })
  }
  const fetchHere: FetchDocument = async (link) => {
    const response = await fetch(link)
    if (!response.ok) throw new Error('refused')
    return { bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  it('A service without this zone reads the name by ENS, and a primary name that leads back [API-08]', async () => {
    const { name, address } = await register('victor')
    await ens.nameAddress(address, name)
    const reader = await startReader(fetchHere)
    expect(await reader.get(`${ACCOUNT}/${name}`)).toMatchObject({
      status: 200,
      body: { name, zone: null, addresses: { 60: { address } }, attributes: {} },
    })
    expect(await reader.get(`/v1/identity/${address}`)).toMatchObject({
      status: 200,
      body: { name, avatar: null },
    })
    const trudy = somebody()
    await ens.nameAddress(trudy.address, name)
    for (const path of [
      `/v1/identity/${trudy.address}`,
      `${ACCOUNT}/nobody.${ens.name}`,
      `${ACCOUNT}/nobody.eth`,
    ])
      expect((await reader.get(path)).status, path).toBe(404)
  })

  it('A gateway without https is never asked by the service', async () => {
    const { name } = await register('walter')
    const reader = await startReader()
    asked = []
    expect((await reader.get(`${ACCOUNT}/${name}`)).status).toBe(404)
    expect(asked).toEqual([])
  })
})
