import { isPending } from './records.js'
import { accountOf } from './account.js'
import { createContext } from './context.js'
import { follow } from './follow.js'
import { networkOf } from '../rpc/networks.js'
import { createAskNode } from '../rpc/node.js'
import type { FrameConfig } from '../link/config.js'
import type { Records } from './records.js'

/** Operations are followed for so long after they were signed. */
const FOLLOW_MS = 10 * 60_000
const never = new AbortController().signal

interface Options {
  config: FrameConfig
  records: Records
  /** Address of the key. */
  owner: string
}

/**
 * Follows the operations that an earlier page of this browser has signed, on every network with smart accounts: once
 * for each person and page.
 * @returns resolves when all are settled, or their time is over
 */
export async function resumeOperations({ config, records, owner }: Options): Promise<void> {
  if (!records.isFirst(owner)) return
  const account = accountOf(owner)
  const networks = Object.keys(config.smartAccounts)
  await Promise.all(
    networks.map(async (network) => {
      const node = createAskNode(networkOf(network, config.rpc), never)
      const context = createContext({ config, network, account, node, records })
      const waiting = (await records.list(network, account.address)).filter(isPending)
      await Promise.all(waiting.map((record) => follow(context, record, record.at + FOLLOW_MS)))
    }),
  )
}
