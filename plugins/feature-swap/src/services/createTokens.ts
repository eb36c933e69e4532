import { LatchkeyError } from '@latchkey/plugin-api'
import type { SwapToken } from '../api.js'
import type { Market } from './market.js'
import { activeKey, type SwapServices } from './swapServices.js'
import { tokenKey } from './tokenKey.js'
import { linkSignals } from './timing.js'
import { readBalance, readPrices, readToken, readTokens } from './tokens.js'

/** The tokens of the network, with balances and prices of those that are chosen. */
export interface Tokens {
  /** Reads the list, once for an account on a network. Never rejects. */
  load(): Promise<void>
  /** Reads balances and prices of the chosen tokens anew. Never rejects. */
  refresh(): Promise<void>
  /** A token by its address. @throws `swap.no_token` */
  lookUp(address: string): Promise<SwapToken>
}

// eslint-disable-next-line max-lines-per-function -- three readings of the same account
export function createTokens(services: SwapServices, market: Market, onData: () => void): Tokens {
  const { ctx, slice, active, nodeOf, loadAdapter } = services
  let running: { key: string; work: Promise<void>; abort(): void } | undefined
  const isStill = (key: string): boolean => activeKey(active()) === key

  const readChosen = async (): Promise<void> => {
    const now = active()
    const key = activeKey(now)
    if (!now) return
    const { from, to, tokens } = slice.get()
    const native = tokens.find(({ address }) => address === undefined)
    const chosen = [native, from, to].filter((token) => token !== undefined)
    const wanted = [...new Map(chosen.map((token) => [tokenKey(token), token])).values()]
    const ask = await nodeOf(now.network, ctx.signal)
    const [balances, prices] = await Promise.all([
      Promise.all(
        wanted.map(async (token): Promise<[string, bigint][]> => {
          const balance = await readBalance(ask, now.account.address, token).catch(() => undefined)
          return balance === undefined ? [] : [[tokenKey(token), balance]]
        }),
      ),
      readPrices(services, now, wanted, ctx.signal).catch((error: unknown) => {
        ctx.log.debug(error)
        return {}
      }),
    ])
    if (!isStill(key)) return
    slice.set((state) => ({
      balances: { ...state.balances, ...Object.fromEntries(balances.flat()) },
      prices: { ...state.prices, ...prices },
    }))
    onData()
  }
  const refresh = (): Promise<void> =>
    readChosen().catch((error: unknown) => void ctx.log.debug(error))

  const read = async (signal: AbortSignal): Promise<void> => {
    const now = active()
    const key = activeKey(now)
    if (!now) return
    slice.set({ tokensRead: 'loading' })
    try {
      const { tokens, balances } = await readTokens(services, market, now, signal)
      if (!isStill(key)) return
      slice.set(({ from, balances: before }) => ({
        ...{ tokens, balances: { ...balances, ...before }, tokensRead: 'ready' },
        ...(!from && { from: tokens.find(({ address }) => address === undefined) }),
      }))
    } catch (error) {
      if (signal.aborted || !isStill(key)) return
      ctx.log.warn(error)
      slice.set({ tokensRead: 'failed', error })
    }
    await refresh()
  }
  return {
    refresh,
    async load() {
      const key = activeKey(active())
      if (running?.key === key && slice.get().tokensRead !== 'failed') return running.work
      running?.abort()
      const { signal, abort } = linkSignals(ctx.signal)
      const work = read(signal)
      running = { key, work, abort }
      return work
    },
    async lookUp(text) {
      const now = active()
      const refuse = (cause?: unknown): never => {
        throw new LatchkeyError('swap.no_token', `There is no token at ${text.slice(0, 80)}.`, {
          context: { address: text.slice(0, 80) },
          ...(cause !== undefined && { cause }),
        })
      }
      if (!now) return refuse()
      const { parseAddress } = await loadAdapter()
      try {
        const address = parseAddress(text, now.network)
        const known = slice.get().tokens.find((token) => tokenKey(token) === address.toLowerCase())
        const ask = await nodeOf(now.network, ctx.signal)
        return known ?? (await readToken(ask, address)) ?? refuse()
      } catch (error) {
        return refuse(error)
      }
    },
  }
}
