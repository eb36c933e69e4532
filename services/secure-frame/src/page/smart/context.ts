import {
  createBundler,
  type Bundler,
  type RpcRequest,
  type SmartAccount,
} from '@latchkey/smart-account'
import { parseGwei } from 'viem'
import type { FrameConfig } from '../link/config.js'
import type { AskNode } from '../rpc/node.js'
import type { Records } from './records.js'

/** All that operations of one smart account on one network are made and followed with. */
export interface SmartContext {
  /** CAIP-2 id. */
  network: string
  chainId: number
  account: SmartAccount
  /** Asks the operator's node. It does not end with the request of the page. */
  node: RpcRequest
  bundler: Bundler
  /** Url of the service that pays. Absent: the account pays. */
  paymaster: string | undefined
  /** Units of gas that one operation may ask for. */
  maxGas: bigint
  /** Wei that one operation may pay for each unit of gas. */
  maxFee: bigint
  records: Records
  /** ms since the epoch. */
  now(): number
  pause(ms: number): Promise<void>
}

/** A bundler that says nothing for so long has a successor. */
const BUNDLER_MS = 5_000

interface Options {
  config: Pick<FrameConfig, 'smartAccounts' | 'operationGas' | 'operationFee'>
  network: string
  account: SmartAccount
  node: AskNode
  records: Records
}

/** @param options of a network with smart accounts */
export function createContext(options: Options): SmartContext {
  const { config, network, account, node, records } = options
  const { bundlers, paymaster } = config.smartAccounts[network]!
  const chainId = Number(network.slice('eip155:'.length))
  return {
    network,
    chainId,
    account,
    node: ({ method, params }) => node(method, (params ?? []) as readonly unknown[]),
    bundler: createBundler({ urls: bundlers, chainId, timeoutMs: BUNDLER_MS }),
    paymaster,
    maxGas: BigInt(config.operationGas),
    maxFee: parseGwei(String(config.operationFee)),
    records,
    now: () => Date.now(),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
}
