import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  createPublicClient,
  createWalletClient,
  erc20Abi,
  http,
  multicall3Abi,
  parseEther,
  type Abi,
} from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accounts,
  addressesOf,
  mnemonic,
  request,
  startAnvil,
  receiptOf,
  startLocalnet,
  startPolkadot,
  type Localnet,
  type World,
} from '../src/index.mjs'

const startScript = fileURLToPath(new URL('../start.mjs', import.meta.url))

/** Whether a process id is still taken. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(condition: () => boolean, limitMs = 5000): Promise<boolean> {
  const end = Date.now() + limitMs
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
  return condition()
}

const answers = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
  }).then(
    (r) => r.ok,
    () => false,
  )

/** Whether anything still listens there. */
const listens = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

describe('accounts', () => {
  it('The accounts are the first ten of the published mnemonic', () => {
    const derived = accounts.map(
      (_, index) => mnemonicToAccount(mnemonic, { addressIndex: index }).address,
    )
    expect(accounts.map(({ address }) => address)).toEqual(derived)
    expect(accounts.map(({ privateKey }) => privateKeyToAccount(privateKey).address)).toEqual(
      derived,
    )
  })
})

describe('startLocalnet', () => {
  let localnet: Localnet
  beforeAll(async () => {
    localnet = await startLocalnet()
  })
  afterAll(() => localnet.close())

  const client = (index: number) =>
    createPublicClient({ transport: http(localnet.chains[index]?.url), pollingInterval: 20 })
  const holder = accounts[0]!.address
  const other = accounts[1]!.address

  it('The localnet runs two chains with full, unused accounts and the same token on both', async () => {
    for (const [index, id] of [31337, 31338].entries()) {
      expect(await client(index).getChainId()).toBe(id)
      expect(await client(index).getBalance({ address: holder })).toBe(parseEther('10000'))
      expect(await client(index).getTransactionCount({ address: holder })).toBe(0)
      const read = <N extends 'symbol' | 'decimals' | 'name' | 'totalSupply'>(functionName: N) =>
        client(index).readContract({ address: localnet.erc20.address, abi: erc20Abi, functionName })
      expect(await read('symbol')).toBe(localnet.erc20.symbol)
      expect(await read('name')).toBe(localnet.erc20.name)
      expect(await read('decimals')).toBe(localnet.erc20.decimals)
      expect(await read('totalSupply')).toBe(parseEther('10000'))
    }
  })

  it('The localnet has Multicall3 at its usual address', async () => {
    const block = await client(0).readContract({
      address: localnet.multicall3,
      abi: multicall3Abi,
      functionName: 'getCurrentBlockTimestamp',
    })
    expect(block).toBeGreaterThan(0n)
    const [mine, theirs] = await client(1).multicall({
      multicallAddress: localnet.multicall3,
      allowFailure: false,
      contracts: [holder, other].map(
        (address) =>
          ({
            address: localnet.erc20.address,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [address],
          }) as const,
      ),
    })
    expect([mine, theirs]).toEqual([parseEther('1000'), parseEther('1000')])
  })

  it('The localnet answers requests from other origins', async () => {
    const answer = await fetch(localnet.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('The localnet has a token that behaves, one that returns nothing and one that refuses with false', async () => {
    const account = privateKeyToAccount(accounts[0]!.privateKey)
    const wallet = createWalletClient({ account, transport: http(localnet.url) })
    for (const [token, moved] of [
      [localnet.tokens.erc20, 5n],
      [localnet.tokens.silent, 5n],
      [localnet.tokens.refusing, 0n],
    ] as const) {
      const balance = () =>
        client(0).readContract({
          address: token.address,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [other],
        })
      const before = await balance()
      const hash = await wallet.writeContract({
        chain: null,
        address: token.address,
        abi: token.abi as Abi,
        functionName: 'transfer',
        args: [other, 5n],
      })
      expect((await receiptOf(client(0), hash)).status).toBe('success')
      expect((await balance()) - before).toBe(moved)
    }
    const answerOf = (address: `0x${string}`) =>
      client(0).call({
        account,
        to: address,
        data: `0xa9059cbb${other.slice(2).padStart(64, '0')}${'5'.padStart(64, '0')}` as `0x${string}`,
      })
    expect((await answerOf(localnet.tokens.silent.address)).data).toBeUndefined()
    expect(BigInt((await answerOf(localnet.tokens.refusing.address)).data!)).toBe(0n)
    expect(BigInt((await answerOf(localnet.tokens.erc20.address)).data!)).toBe(1n)
  })
})

describe('the end', () => {
  it('Calling close() ends the node, also when it is called twice', async () => {
    const node = await startAnvil({ chainId: 5 })
    expect(await answers(node.url)).toBe(true)
    await node.close()
    await node.close()
    expect(runs(node.pid)).toBe(false)
  })

  it('The node fails to start with a clear error when its port is taken', async () => {
    const first = await startAnvil({ chainId: 5 })
    const port = Number(new URL(first.url).port)
    await expect(startAnvil({ chainId: 6, port })).rejects.toThrow(/anvil ended at once/)
    await first.close()
  })

  const starts = async (...args: string[]) => {
    const cli = spawn(process.execPath, [startScript, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(cli.stdout, 'data')) as [Buffer]
    const world = JSON.parse(line.toString()) as World['shown']
    return { cli, world }
  }

  const areGone = (urls: readonly string[]) => {
    let alive = true
    return until(() => {
      void Promise.all(urls.map(listens)).then((list) => (alive = list.some(Boolean)))
      return !alive
    })
  }

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'The script leaves no node behind after %s',
    async (signal) => {
      const { cli, world } = await starts('--evm')
      expect(world.chains.map(({ id, name }) => [id, name])).toEqual([
        [31337, 'Localnet One'],
        [31338, 'Localnet Two'],
      ])
      expect(world.erc20).toMatchObject({ symbol: 'LOCAL', decimals: 18 })
      expect(world.accounts).toHaveLength(10)
      const ended = once(cli, 'exit')
      cli.kill(signal)
      await ended
      expect(await areGone(world.chains.map(({ url }) => url))).toBe(true)
    },
  )

  it(
    'The script starts a funded chain of every family, and leaves none behind when it is killed',
    { timeout: 120_000 },
    async () => {
      const { cli, world } = await starts()
      const { solana, bitcoin, polkadot, cosmos } = world
      const owner = addressesOf(world.accounts[0]!.privateKey)
      expect(await request(solana!.url, 'getBalance', [owner.solana])).toMatchObject({
        value: 10_000_000_000,
      })
      expect(
        await (await fetch(`${bitcoin!.url}/address/${owner.bitcoin}/utxo`)).json(),
      ).toMatchObject([{ value: 100_000_000 }])
      expect(polkadot).toMatchObject({ ss58Prefix: 2 })
      expect(cosmos?.chainId).toBe('localcosmos-1')
      const urls = [
        ...world.chains.map(({ url }) => url),
        solana!.url,
        bitcoin!.url,
        polkadot!.rpcUrls[0].replace('ws', 'http'),
        cosmos!.url,
      ]
      const ended = once(cli, 'exit')
      cli.kill('SIGKILL')
      await ended
      expect(await areGone(urls)).toBe(true)
    },
  )

  it('The error names the package to install where the platform has no anvil', () => {
    const localnet = JSON.stringify(new URL('../src/index.mjs', import.meta.url).href)
    const script = `
      const { startAnvil } = await import(${localnet})
      Object.defineProperty(process, 'platform', { value: 'sunos' })
      await startAnvil({ chainId: 1 }).catch((e) => console.log(e.message))
    `
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    })
    expect(stdout).toContain('"@foundry-rs/anvil-sunos-amd64" is missing')
  })
})

describe('startPolkadot', () => {
  it('The Polkadot starter runs an asset hub on a free port, and ends it', async () => {
    const node = await startPolkadot()
    const ask = (method: string): Promise<unknown> =>
      request(node.url.replace('ws:', 'http:'), method, [])
    expect(await ask('system_chain')).toBe('asset-hub-rococo')
    expect(await ask('system_properties')).toMatchObject({
      tokenSymbol: node.chain.nativeCurrency.symbol,
      tokenDecimals: node.chain.nativeCurrency.decimals,
    })
    expect(runs(node.pid)).toBe(true)
    await node.close()
    expect(runs(node.pid)).toBe(false)
  })
})
