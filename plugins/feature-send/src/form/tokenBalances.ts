import type { Amount, Asset } from '@latchkey/plugin-api'
import { writeAmount } from '@latchkey/plugin-api/amounts'
import { readIcon } from '@latchkey/plugin-api/wallet'
import type { SendState, SendToken } from '../api.js'
import { totalOf } from './amount.js'
import { priceOf } from './worth.js'
import { toAsset } from './fromAssets.js'
import {
  activeAccountKey,
  type ActiveAccount,
  type SendServices,
} from '../services/sendServices.js'
import { linkSignals, pause, unlessAborted, withTimeout } from '../services/timing.js'
import { readLabel } from '../receiver/query.js'

/** How long reading the native balance may take, and how long it is not tried again after a failure. */
const BALANCE_TIMEOUT_MS = 30_000
/** How long reading tokens may take: a wallet may never answer. */
const ASSETS_TIMEOUT_MS = 10_000
/** The plugin `assets` waits for the wallet as long, and asks others after it. */
const PEER_TIMEOUT_MS = 25_000
/** Tokens of an account that are read. */
const MAX_TOKENS = 500

const MAX_NAME_LENGTH = 100
const MAX_SYMBOL_LENGTH = 32

/** Names and symbols are the token's own: any text, or none. */
function toToken({
  token,
  name,
  amount: { value, decimals, symbol },
  price,
  iconUrl,
}: Asset): SendToken {
  const labelOf = (text: string, maxLength: number): string =>
    readLabel(text, maxLength) ?? (token ?? '?').slice(0, 8)
  return {
    ...(token !== undefined && { address: token }),
    name: labelOf(name, MAX_NAME_LENGTH),
    symbol: labelOf(symbol, MAX_SYMBOL_LENGTH),
    quantity: { decimals, numeric: writeAmount(value, decimals) },
    ...priceOf(price),
    ...(iconUrl !== undefined && { iconUrl }),
  }
}
/** Wallets and adapters of others may answer anything. */
const isValidAmount = ({ value, decimals, symbol }: Amount): boolean =>
  typeof value === 'bigint' &&
  value >= 0n &&
  Number.isInteger(decimals) &&
  decimals >= 0 &&
  decimals <= 36 &&
  typeof symbol === 'string'

/**
 * Whether reading failed a short while ago. A failure in the future means that the clock was set back:
 * it does not count.
 */
const hasJustFailed = ({ lastRetry = NaN }: SendState): boolean =>
  Date.now() - lastRetry >= 0 && Date.now() - lastRetry < BALANCE_TIMEOUT_MS

async function readNative(
  { loadAdapter }: SendServices,
  { account, network }: ActiveAccount,
  signal: AbortSignal,
): Promise<SendToken> {
  const amount = network.supported
    ? await (
        await loadAdapter(account.namespace)
      ).balance?.({ address: account.address, network, signal })
    : undefined
  if (!amount || !isValidAmount(amount)) throw new TypeError(`there is no balance of ${network.id}`)
  return toToken({ name: network.nativeCurrency.name, amount })
}

/**
 * The tokens that the wallet lists, by the chain's adapter. Few wallets can; a token that is not
 * listed cannot be sent. A picture at another host would tell that host who looks at this account.
 */
async function listAssets(
  { loadAdapter, hasAbility }: SendServices,
  { account, network }: ActiveAccount,
  signal: AbortSignal,
): Promise<readonly Asset[]> {
  if (!hasAbility(account.namespace, 'assets')) return []
  const adapter = await loadAdapter(account.namespace)
  const assets = (await adapter.assets?.({ account, network, signal })) ?? []
  return assets.map(({ iconUrl, ...asset }) => {
    const icon = readIcon(iconUrl)
    return { ...asset, ...(icon !== undefined && { iconUrl: icon }) }
  })
}

/** The tokens that the plugin `assets` knows of, where it is installed and could read them. */
async function peerAssets(
  { ctx }: SendServices,
  signal: AbortSignal,
): Promise<readonly Asset[] | undefined> {
  const peer = ctx.peer('assets')
  if (!peer) return undefined
  try {
    const tokens = await withTimeout(PEER_TIMEOUT_MS, 'the list of tokens', signal, () =>
      peer.tokens(),
    )
    return tokens.map((token) => toAsset(token, peer.state.get().currency))
  } catch (error) {
    ctx.log.debug(error)
    return undefined
  }
}

/** The tokens of the account: as the plugin `assets` knows them, else as the wallet lists them. */
async function readAssets(
  services: SendServices,
  active: ActiveAccount,
  signal: AbortSignal,
): Promise<readonly Asset[]> {
  const { ctx } = services
  try {
    const assets =
      (await peerAssets(services, signal)) ??
      (await withTimeout(ASSETS_TIMEOUT_MS, 'the list of the wallet', signal, (limited) =>
        listAssets(services, active, limited),
      ))
    return assets.filter(({ amount }) => isValidAmount(amount)).slice(0, MAX_TOKENS)
  } catch (error) {
    if (!signal.aborted) ctx.log.debug(error)
    return []
  }
}

/** The native currency first, with the price that the list of tokens has for it. */
function mergeTokens(native: SendToken, assets: readonly Asset[]): readonly SendToken[] {
  const { price, iconUrl } = assets.find(({ token }) => token === undefined) ?? {}
  const held = assets.filter(({ token, amount }) => token !== undefined && amount.value > 0n)
  return [
    { ...native, ...priceOf(price), ...(iconUrl !== undefined && { iconUrl }) },
    ...held.map(toToken),
  ]
}

export interface TokenBalances {
  load(): Promise<void>
  /** Stops the reading that is under way. */
  stop(): void
}

/**
 * The balances of the active account: the native currency by the adapter's `balance`, and tokens with
 * prices by `assets` where the adapter has that.
 */
export function createTokenBalances(
  services: SendServices,
  onRead: (tokens: readonly SendToken[]) => void,
): TokenBalances {
  const { ctx, slice, activeAccount } = services
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
  const read = async (active: ActiveAccount, signal: AbortSignal): Promise<void> => {
    const limited = linkSignals(signal)
    void pause(BALANCE_TIMEOUT_MS, limited.signal).then(() =>
      limited.abort(new TypeError('reading a balance took too long')),
    )
    try {
      const assets = readAssets(services, active, signal)
      const native = await unlessAborted(
        readNative(services, active, limited.signal),
        limited.signal,
      )
      // The form shows the native currency at once: a slow wallet may take long to list tokens.
      const [before, ...rest] = slice.get().tokenBalances
      show([{ ...before, ...native }, ...rest])
      const all = mergeTokens(native, await assets)
      if (!signal.aborted) show(all)
    } catch (error) {
      if (!signal.aborted) fail(error)
    } finally {
      limited.abort()
    }
  }
  return {
    async load() {
      const active = activeAccount()
      if (!active || hasJustFailed(slice.get())) return
      const key = activeAccountKey(active)
      if (running?.key === key) return running.work
      running?.stop()
      const { signal, abort } = linkSignals(ctx.signal)
      const work = read(active, signal).finally(() => {
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
