import type { Amount, Asset } from '@latchkey/plugin-api'
import type { SendState, SendToken } from './api.js'
import { priceOf, toNumeric, totalOf } from './amount.js'
import { keyOf, linked, pause, unlessAborted, type Ground, type Place } from './ground.js'
import { readLabel } from './receiver/query.js'

/** How long a failed reading is not repeated, and the longest that one may take, ms. */
const RETRY = 30_000
/** Longest time that tokens are waited for, ms: a wallet may never answer. */
const ASSETS = 10_000
/** Tokens that are looked at. */
const MOST = 500

/** Longest name, and symbol. */
const NAME = 100
const SYMBOL = 32

/** Tokens call themselves what they like, also nothing. */
function toToken({
  token,
  name,
  amount: { value, decimals, symbol },
  price,
  iconUrl,
}: Asset): SendToken {
  const said = (text: string, most: number): string =>
    readLabel(text, most) ?? (token ?? '?').slice(0, 8)
  return {
    ...(token !== undefined && { address: token }),
    name: said(name, NAME),
    symbol: said(symbol, SYMBOL),
    quantity: { decimals, numeric: toNumeric(value, decimals) },
    ...priceOf(price),
    ...(iconUrl !== undefined && { iconUrl }),
  }
}
const isSound = ({ value, decimals, symbol }: Amount): boolean =>
  typeof value === 'bigint' &&
  value >= 0n &&
  Number.isInteger(decimals) &&
  decimals >= 0 &&
  decimals <= 36 &&
  typeof symbol === 'string'

/** Whether reading failed a short while ago. Another clock may have been set back. */
const isTooSoon = ({ lastRetry = NaN }: SendState): boolean =>
  Date.now() - lastRetry >= 0 && Date.now() - lastRetry < RETRY

async function nativeOf(
  { adapter }: Ground,
  { account, network }: Place,
  signal: AbortSignal,
): Promise<SendToken> {
  const amount = network.supported
    ? await (
        await adapter(account.namespace)
      ).balance?.({ address: account.address, network, signal })
    : undefined
  if (!amount || !isSound(amount)) throw new TypeError(`there is no balance of ${network.id}`)
  return toToken({ name: network.nativeCurrency.name, amount })
}

/** What the wallet tells of everything else. Few can: what they do not tell is not there. */
async function assetsOf(
  { ctx, adapter, can }: Ground,
  { account, network }: Place,
  signal: AbortSignal,
): Promise<readonly Asset[]> {
  if (!can(account.namespace, 'assets')) return []
  const limited = linked(signal)
  void pause(ASSETS, limited.signal).then(() => limited.abort())
  try {
    const assets = await unlessAborted(
      adapter(account.namespace).then(
        (chain) => chain.assets?.({ account, network, signal: limited.signal }) ?? [],
      ),
      limited.signal,
    )
    return assets.filter(({ amount }) => isSound(amount)).slice(0, MOST)
  } catch (error) {
    if (!signal.aborted) ctx.log.debug(error)
    return []
  } finally {
    limited.abort()
  }
}

/** The native currency first, with the price that the assets tell. */
function joined(native: SendToken, assets: readonly Asset[]): readonly SendToken[] {
  const { price, iconUrl } = assets.find(({ token }) => token === undefined) ?? {}
  const held = assets.filter(({ token, amount }) => token !== undefined && amount.value > 0n)
  return [
    { ...native, ...priceOf(price), ...(iconUrl !== undefined && { iconUrl }) },
    ...held.map(toToken),
  ]
}

export interface Tokens {
  load(): Promise<void>
  /** Gives up what is being read. */
  stop(): void
}

/** What an account holds: the native currency by the adapter's `balance`, and the rest, with prices, by `assets` where somebody answers that. */
export function createTokens(
  ground: Ground,
  onRead: (tokens: readonly SendToken[]) => void,
): Tokens {
  const { ctx, slice, place } = ground
  let running: { key: string; work: Promise<void>; stop(): void } | undefined

  const show = (tokens: readonly SendToken[]): void => {
    slice.set({ tokenBalances: tokens, networkBalanceInUSD: totalOf(tokens), lastRetry: undefined })
    onRead(tokens)
  }
  const fail = (error: unknown): void => {
    ctx.log.warn(error)
    slice.set({ lastRetry: Date.now() })
    ctx.toasts.show({ message: ctx.messages.text('kernel.balanceUnavailable'), variant: 'error' })
  }
  const read = async (at: Place, signal: AbortSignal): Promise<void> => {
    const limited = linked(signal)
    void pause(RETRY, limited.signal).then(() =>
      limited.abort(new TypeError('reading a balance took too long')),
    )
    try {
      const assets = assetsOf(ground, at, signal)
      const native = await unlessAborted(nativeOf(ground, at, limited.signal), limited.signal)
      // The form need not wait for a wallet that takes its time.
      const [before, ...rest] = slice.get().tokenBalances
      show([{ ...before, ...native }, ...rest])
      const all = joined(native, await assets)
      if (!signal.aborted) show(all)
    } catch (error) {
      if (!signal.aborted) fail(error)
    } finally {
      limited.abort()
    }
  }
  return {
    async load() {
      const at = place()
      if (!at || isTooSoon(slice.get())) return
      const key = keyOf(at)
      if (running?.key === key) return running.work
      running?.stop()
      const { signal, abort } = linked(ctx.signal)
      const work = read(at, signal).finally(() => {
        abort()
        if (running?.work === work) running = undefined
      })
      running = { key, work, stop: abort }
      return work
    },
    stop() {
      running?.stop()
      running = undefined
    },
  }
}
