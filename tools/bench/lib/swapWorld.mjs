// A chain with real pools, the built service before it, and a wallet that swaps and buys.
import { accounts, deployPools, startLocalnet } from '@latchkey-tools/localnet'
import {
  createPublicClient,
  createWalletClient,
  erc20Abi,
  getAddress,
  http,
  maxUint256,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { at } from '../../run/lib/paths.mjs'
import { startApiProcess } from './apiProcess.mjs'

export const CHAIN = 'eip155:31337'
export const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const HEADERS = { 'content-type': 'application/json' }

/** @param {number} seed @returns {() => number} from 0 up to 1, always the same ones */
export function createRandom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export async function startSwapWorld() {
  const localnet = await startLocalnet()
  const pools = await deployPools(localnet.url)
  const account = privateKeyToAccount(accounts[0].privateKey)
  const reader = createPublicClient({ transport: http(localnet.url), pollingInterval: 20 })
  const wallet = createWalletClient({ account, transport: http(localnet.url) })
  const { weth, tokens } = pools
  const held = [tokens.local, tokens.dollar, tokens.silent].map((token) => getAddress(token))
  const send = async ({ to, data, value = '0', eip155: { gas } }) =>
    wallet.sendTransaction({ to, data, value: BigInt(value), gas: BigInt(gas), chain: null })
  for (const token of held)
    for (const spender of [pools.v2Router, pools.v3Router02])
      await wallet.writeContract({
        ...{ address: token, abi: erc20Abi, functionName: 'approve', chain: null },
        args: [spender, maxUint256],
      })
  return {
    ...{ localnet, pools, account, reader, wallet, held, weth, send },
    /** @param {string} token @param {`0x${string}`} [owner] */
    balanceOf: (token, owner = account.address) =>
      token === NATIVE
        ? reader.getBalance({ address: owner })
        : reader.readContract({
            ...{ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] },
          }),
    /** The service over a node of that chain. @param {string} nodeUrl @param {object} [env] */
    startApi: (nodeUrl, env = {}) =>
      startApiProcess({
        RPC_URLS: `${CHAIN}=${nodeUrl},eip155:31338=${localnet.chains[1].url}`,
        TESTNETS: `${CHAIN},eip155:31338`,
        SECRET: 'a secret of the bench',
        ROLE: 'api',
        CONFIG: at('tools/localnet/apiOptions.mjs'),
        LOCALNET_POOLS: JSON.stringify(pools),
        ...env,
      }),
    close: () => localnet.close(),
  }
}

/** The calls of a page. @param {() => string} url of the service, which may be another after a death */
export const createClient = (url, account) => {
  const post = async (path, body) => {
    const init = { method: 'POST', headers: HEADERS, body: JSON.stringify(body) }
    const response = await fetch(url() + path, init)
    return { status: response.status, body: await response.json() }
  }
  const get = async (path) => (await fetch(url() + path)).json()
  const idOf = (token) => `${CHAIN}:${token}`
  return {
    get,
    quotes: async ({ from, to, amount }) => {
      const query = { from: idOf(from), to: idOf(to), amount: String(amount), userAddress: account }
      return (await get(`/v1/convert/quotes?${new URLSearchParams(query)}`)).quotes ?? []
    },
    build: ({ from, to, amount }) =>
      post('/v1/convert/build-transaction', {
        ...{ from: idOf(from), to: idOf(to), amount: String(amount), userAddress: account },
        eip155: { slippage: 1 },
      }),
    begin: (buyer, amount) =>
      post('/v1/generators/onrampurl', {
        ...{ destinationWallets: [idOf(buyer)], partnerUserId: 'bench', purchaseCurrency: 'LOCAL' },
        ...{ paymentCurrency: 'USD', presetFiatAmount: amount, provider: 'sandbox' },
      }),
    pay: (order) =>
      fetch(`${url()}/sandbox/onramp/${order}`, {
        method: 'POST',
        body: new URLSearchParams({ card: '4242424242424242', action: 'pay' }),
        redirect: 'manual',
      }),
    order: (order) => get(`/v1/onramp/orders/${order}`),
  }
}
