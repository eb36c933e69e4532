import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import type { FrameConfig } from '../link/config.js'
import { networkOf } from '../rpc/networks.js'
import { createAskNode } from '../rpc/node.js'
import { accountOf, addressOf } from './account.js'
import { readCallsId } from './callsId.js'
import { createContext } from './context.js'
import type { Records } from './records.js'
import { resumeOperations } from './resume.js'
import { capabilitiesOf, readCallsStatus } from './status.js'

interface Read {
  config: FrameConfig
  records: () => Promise<Records>
  /** CAIP-2 id of the network in use. */
  at: string
  /** Address of the key. */
  owner: string
  method: string
  params: unknown
}

const never = new AbortController().signal

async function readStatus({ config, records, at, owner }: Read, id: string) {
  const asked = readCallsId(id)
  if (!asked) return undefined
  const node = createAskNode(networkOf(at, config.rpc), never)
  const account = accountOf(owner)
  const context = createContext({ config, network: at, account, node, records: await records() })
  return readCallsStatus(context, id, asked)
}

/**
 * Answers what a smart account has an answer of its own for.
 * @returns `undefined` for everything else
 * @throws FrameError
 */
export async function readSmart(read: Read): Promise<JsonValue | undefined> {
  const { config, owner, method, params } = read
  // An earlier page of this browser may have signed operations.
  void read.records().then((records) => resumeOperations({ config, records, owner }))
  const [id] = Array.isArray(params) ? (params as unknown[]) : []
  if (method === 'wallet_getCallsStatus' && typeof id === 'string' && /^0x4337/i.test(id))
    return readStatus(read, id)
  const address = addressOf(owner)
  if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [address]
  if (method !== 'wallet_getCapabilities') return undefined
  const enabled = Object.keys(config.smartAccounts).map((network) =>
    Number(network.slice('eip155:'.length)),
  )
  return capabilitiesOf(address, params, enabled)
}
