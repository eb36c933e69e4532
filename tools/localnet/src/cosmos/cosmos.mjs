// A stand-in for a Cosmos chain, because npm has no node to install: CometBFT's JSON-RPC over a
// ledger in memory that checks real signatures.
import { createServer } from 'node:http'
import { fromBase64, fromHex, toBase64, toHex } from '@cosmjs/encoding'
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { QueryAccountRequest, QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import {
  QueryAllBalancesRequest,
  QueryAllBalancesResponse,
  QueryBalanceRequest,
  QueryBalanceResponse,
} from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { CosmosLedger, GAS_USED, hashOf, refuse } from './cosmosLedger.mjs'

/** @typedef {Error & { abci?: { codespace: string, code: number } }} Refusal */
/** @typedef {Record<string, any>} Params */

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
const zeros = '00'.repeat(32)

/**
 * Queries of the modules, protobuf in and out.
 * @param {CosmosLedger} ledger
 * @returns {Record<string, (data: Uint8Array) => Uint8Array | Promise<Uint8Array>>}
 */
const queriesOf = (ledger) => ({
  '/cosmos.auth.v1beta1.Query/Account'(data) {
    const { address } = QueryAccountRequest.decode(data)
    const account = ledger.accounts.get(address)
    if (!account)
      throw refuse(
        22,
        `rpc error: code = NotFound desc = account ${address} not found: key not found`,
      )
    const base = BaseAccount.fromPartial({
      address,
      accountNumber: BigInt(account.number),
      sequence: BigInt(account.sequence),
    })
    return QueryAccountResponse.encode({
      account: {
        typeUrl: '/cosmos.auth.v1beta1.BaseAccount',
        value: BaseAccount.encode(base).finish(),
      },
    }).finish()
  },
  '/cosmos.bank.v1beta1.Query/Balance'(data) {
    const { address, denom } = QueryBalanceRequest.decode(data)
    return QueryBalanceResponse.encode({
      balance: { denom, amount: String(ledger.accounts.get(address)?.coins[denom] ?? 0n) },
    }).finish()
  },
  '/cosmos.bank.v1beta1.Query/AllBalances'(data) {
    const { address } = QueryAllBalancesRequest.decode(data)
    const balances = Object.entries(ledger.accounts.get(address)?.coins ?? {})
      .filter(([, amount]) => amount > 0n)
      .map(([denom, amount]) => ({ denom, amount: String(amount) }))
    return QueryAllBalancesResponse.encode(
      QueryAllBalancesResponse.fromPartial({ balances }),
    ).finish()
  },
  async '/cosmos.tx.v1beta1.Service/Simulate'(data) {
    await ledger.check(SimulateRequest.decode(data).txBytes, true)
    return SimulateResponse.encode(
      SimulateResponse.fromPartial({
        gasInfo: { gasWanted: 0n, gasUsed: GAS_USED },
        result: { data: new Uint8Array(), log: '', events: [], msgResponses: [] },
      }),
    ).finish()
  },
})

/** @param {CosmosLedger} ledger */
const statusOf = ({ chainId, height }) => ({
  node_info: {
    protocol_version: { p2p: '8', block: '11', app: '0' },
    id: zeros.slice(0, 40),
    listen_addr: 'tcp://127.0.0.1',
    network: chainId,
    version: '0.38.17',
    channels: '',
    moniker: 'stand-in',
    other: { tx_index: 'on', rpc_address: 'tcp://127.0.0.1' },
  },
  sync_info: {
    latest_block_hash: zeros,
    latest_app_hash: zeros,
    latest_block_height: String(height),
    latest_block_time: new Date().toISOString(),
    catching_up: false,
  },
  validator_info: {
    address: zeros.slice(0, 40),
    pub_key: { type: 'tendermint/PubKeyEd25519', value: toBase64(new Uint8Array(32)) },
    voting_power: '1',
  },
})

/** Transactions that fit Tendermint's query. @param {CosmosLedger} ledger @param {string} query */
function searchTransactions(ledger, query) {
  const wanted = /tx\.hash='([0-9A-Fa-f]+)'/.exec(query)?.[1]?.toUpperCase()
  const conditions = [...query.matchAll(/(\w+)\.(\w+)='([^']*)'/g)].filter(
    ([, type]) => type !== 'tx',
  )
  const fits = (/** @type {import('./cosmosLedger.mjs').Event[]} */ events) =>
    conditions.every(([, type, key, value]) =>
      events.some(
        (event) =>
          event.type === type &&
          event.attributes.some((one) => one.key === key && one.value === value),
      ),
    )
  const txs = ledger.transactions.filter(({ hash, tx_result }) =>
    wanted ? hash === wanted : fits(tx_result.events),
  )
  return { total_count: String(txs.length), txs }
}

/**
 * Methods of the node.
 * @param {CosmosLedger} ledger
 * @returns {Record<string, (params: Params) => unknown>}
 */
function methodsOf(ledger) {
  const queries = queriesOf(ledger)
  /** @param {unknown} error */
  const told = (error) => {
    const { abci, message } = /** @type {Refusal} */ (error)
    return { code: abci?.code ?? 1, codespace: abci?.codespace ?? 'sdk', log: message }
  }
  return {
    health: () => ({}),
    status: () => statusOf(ledger),
    abci_info: () => ({
      response: {
        data: 'stand-in',
        last_block_height: String(ledger.height),
        last_block_app_hash: toBase64(new Uint8Array(32)),
      },
    }),
    async abci_query({ path, data }) {
      const blank = {
        code: 0,
        log: '',
        info: '',
        index: '0',
        key: '',
        value: '',
        height: String(ledger.height),
        codespace: '',
      }
      try {
        const query = queries[path]
        if (!query) throw refuse(6, `unknown query path ${path}: unknown request`)
        return { response: { ...blank, value: toBase64(await query(fromHex(data))) } }
      } catch (error) {
        return { response: { ...blank, ...told(error) } }
      }
    },
    async broadcast_tx_sync({ tx }) {
      const raw = fromBase64(tx)
      const answer = { code: 0, data: '', log: '', codespace: '', hash: hashOf(raw) }
      try {
        if (ledger.transactions.some(({ hash }) => hash === answer.hash))
          throw refuse(19, 'tx already in mempool')
        await ledger.deliver(raw)
        return answer
      } catch (error) {
        return { ...answer, ...told(error) }
      }
    },
    tx({ hash }) {
      const wanted = toHex(fromBase64(hash)).toUpperCase()
      const found = ledger.transactions.find((each) => each.hash === wanted)
      if (!found) throw new Error(`tx (${wanted}) not found`)
      return found
    },
    tx_search: ({ query }) => searchTransactions(ledger, query),
  }
}

/**
 * @param {Record<string, (params: Params) => unknown>} methods
 * @param {{ id?: unknown, method?: string, params?: Params }} call
 */
async function answer(methods, { id, method = '', params = {} }) {
  try {
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!run)
      return {
        jsonrpc: '2.0',
        id,
        error: { code: -32601, message: 'Method not found', data: method },
      }
    return { jsonrpc: '2.0', id, result: await run(params) }
  } catch (error) {
    return {
      jsonrpc: '2.0',
      id,
      error: {
        code: -32603,
        message: 'Internal error',
        data: /** @type {Error} */ (error).message,
      },
    }
  }
}

/** @param {string} text @returns {Params | Params[] | undefined} */
const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * @type {typeof import('../index.d.mts').startCosmos}
 */
export async function startCosmos({
  port = 0,
  chainId = 'localcosmos-1',
  prefix = 'cosmos',
  genesis = {},
} = {}) {
  const ledger = new CosmosLedger(chainId, prefix)
  for (const [address, coins] of Object.entries(genesis))
    for (const [denom, amount] of Object.entries(coins)) ledger.fund(address, denom, amount)
  const methods = methodsOf(ledger)
  const server = createServer(async (message, response) => {
    if (message.method === 'OPTIONS') return void response.writeHead(204, cors).end()
    let text = ''
    for await (const chunk of message) text += chunk
    const calls = parsed(text)
    if (!calls) return void response.writeHead(400, cors).end('no JSON')
    const answers = Array.isArray(calls)
      ? await Promise.all(calls.map((call) => answer(methods, call)))
      : await answer(methods, calls)
    response
      .writeHead(200, { ...cors, 'content-type': 'application/json' })
      .end(JSON.stringify(answers))
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)))
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${address.port}`,
    chainId,
    fund: (to, denom, amount) => ledger.fund(to, denom, amount),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
