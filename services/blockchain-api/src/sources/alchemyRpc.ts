import * as v from 'valibot'
import { createAskJson, providerError } from '../askJson.js'
import { numberOf } from '../swap/connector.js'
import { QUANTITY } from './rpc/nodes.js'

export interface RpcCall {
  method: string
  params: readonly unknown[]
}

/** JSON-RPC to one address, which has a key in it: no failure tells the address. */
export interface AlchemyRpc {
  /** @throws ProviderError also where the address serves another chain */
  ask<Result>(
    call: RpcCall,
    schema: v.GenericSchema<unknown, Result>,
    signal: AbortSignal,
  ): Promise<Result>
  /**
   * Asks in batches.
   * @returns the results in the order of the calls; `undefined` for a call that failed
   */
  askAll<Result>(
    calls: readonly RpcCall[],
    schema: v.GenericSchema<unknown, Result>,
    signal: AbortSignal,
  ): Promise<(Result | undefined)[]>
}

const MAX_BATCH = 100

/** @param chain CAIP-2 id of the chain that the address must serve */
export function createAlchemyRpc(
  url: URL,
  chain: string,
  fetch: typeof globalThis.fetch | undefined,
): AlchemyRpc {
  const askJson = createAskJson(fetch)
  const post = <Answer>(
    body: unknown,
    schema: v.GenericSchema<unknown, Answer>,
    signal: AbortSignal,
  ) => askJson({ url, body, signal, schema })
  const askNow: AlchemyRpc['ask'] = async (call, schema, signal) => {
    const body = { jsonrpc: '2.0', id: 1, ...call }
    return (await post(body, v.object({ result: schema }), signal)).result
  }
  let isKnown = false
  const requireChain = async (signal: AbortSignal): Promise<void> => {
    if (isKnown) return
    const served = await askNow({ method: 'eth_chainId', params: [] }, QUANTITY, signal)
    if (String(served) !== numberOf(chain)) throw providerError()
    isKnown = true
  }
  return {
    async ask(call, schema, signal) {
      await requireChain(signal)
      return askNow(call, schema, signal)
    },
    async askAll(calls, schema, signal) {
      await requireChain(signal)
      const batches = Array.from({ length: Math.ceil(calls.length / MAX_BATCH) }, (_, at) =>
        calls.slice(at * MAX_BATCH, (at + 1) * MAX_BATCH),
      )
      const answers = await Promise.all(
        batches.map(async (batch) => {
          const body = batch.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
          const answer = await post(body, BATCH, signal)
          // Answers of a batch may come in any order.
          const results = new Map(answer.map(({ id, result }) => [id, result]))
          return batch.map((_, id) => {
            const { success, output } = v.safeParse(schema, results.get(id))
            return success ? output : undefined
          })
        }),
      )
      return answers.flat()
    },
  }
}

const BATCH = v.array(v.object({ id: v.number(), result: v.optional(v.unknown()) }))
