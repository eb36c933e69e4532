import { checkContracts } from '@latchkey/smart-account'
import { type SecureFrameOptions } from '../options.js'
import { type Bundling } from './settings.js'

/** The networks on which this service has smart accounts. */
export interface SmartAccounts {
  /** By CAIP-2 id: those whose contracts are there, with the code that is known. */
  enabled(): Readonly<Record<string, Bundling>>
  close(): void
}

type Options = Pick<SecureFrameOptions, 'smartAccounts' | 'rpc' | 'log'>

const ANSWER_MS = 5_000
/** A node that was away at the start is asked again after this. */
const RETRY_MS = 60_000
const MAX_TOLD = 200

/** @throws where the node gives no result */
const askNode =
  (url: string) =>
  async ({ method, params = [] }: { method: string; params?: unknown }): Promise<unknown> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const { result } = (await response.json()) as { result?: unknown }
    if (result === undefined) throw new Error('The node gave no result.')
    return result
  }

const chainIdOf = (network: string): number => Number(network.replace('eip155:', ''))

/** Whether the node is on the chain that it was named for. */
const isOnChain = async (ask: ReturnType<typeof askNode>, network: string): Promise<boolean> => {
  const chainId = await ask({ method: 'eth_chainId' })
  return typeof chainId === 'string' && BigInt(chainId) === BigInt(chainIdOf(network))
}

/**
 * Compares the code of the contracts on each network once. A network where it is another one is not enabled, and
 * one line of the log says so; neither is a network whose node is away, until it has answered.
 */
export async function openSmartAccounts({
  smartAccounts: networks = {},
  rpc = {},
  log = () => {},
}: Options): Promise<SmartAccounts> {
  const enabled: Record<string, Bundling> = {}
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false

  const judge = async (network: string, bundling: Bundling): Promise<void> => {
    const ask = askNode(rpc[network] ?? '')
    if (!(await isOnChain(ask, network))) {
      log('error', 'smart_accounts.other_chain', { network })
      return
    }
    const { missing, other } = await checkContracts(ask, chainIdOf(network))
    if (!missing.length && !other.length) enabled[network] = bundling
    else
      log('error', 'smart_accounts.other_code', {
        network,
        missing: missing.join(' '),
        other: other.join(' '),
      })
  }
  const check = async (network: string, bundling: Bundling, isFirst: boolean): Promise<void> => {
    try {
      await judge(network, bundling)
    } catch (error) {
      if (isClosed) return
      const reason = error instanceof Error ? error.message.slice(0, MAX_TOLD) : ''
      if (isFirst) log('warn', 'smart_accounts.node_away', { network, reason })
      const timer = setTimeout(() => {
        timers.delete(timer)
        void check(network, bundling, false)
      }, RETRY_MS)
      timer.unref()
      timers.add(timer)
    }
  }
  await Promise.all(
    Object.entries(networks).map(([network, bundling]) => check(network, bundling, true)),
  )
  return {
    enabled: () => ({ ...enabled }),
    close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
