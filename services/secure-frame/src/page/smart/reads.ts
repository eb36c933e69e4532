import type { FrameAccountType, JsonValue } from '@latchkey/embedded-wallet/protocol'
import type { FrameConfig } from '../link/config.js'
import { networkOf } from '../rpc/networks.js'
import { createAskNode } from '../rpc/node.js'
import { accountOf, addressOf } from './account.js'
import { readCallsId, unknownCalls } from './callsId.js'
import { createContext } from './context.js'
import type { Records } from './records.js'
import { resumeOperations } from './resume.js'
import { capabilitiesOf, readCallsStatus } from './status.js'

interface Read {
  config: FrameConfig
  records: () => Promise<Records>
  /** The type of the account in use. The state of calls is told whichever it is. */
  type: FrameAccountType
  /** Address of the key. */
  owner: string
  method: string
  params: unknown
}

const never = new AbortController().signal

/** The id says on which network, and for whom: another one may be in use by now. */
async function readStatus({ config, records, owner }: Read, id: string): Promise<JsonValue> {
  const asked = readCallsId(id)
  const account = accountOf(owner)
  if (!asked || asked.sender !== account.address) throw unknownCalls()
  const { network } = asked
  if (!Object.hasOwn(config.smartAccounts, network)) throw unknownCalls()
  const node = createAskNode(networkOf(network, config.rpc), never)
  const context = createContext({ config, network, account, node, records: await records() })
  return readCallsStatus(context, id, asked)
}

/**
 * Answers what a smart account has an answer of its own for.
 * @returns `undefined` for everything else
 * @throws FrameError
 */
export async function readSmart(read: Read): Promise<JsonValue | undefined> {
  const { config, owner, type, method, params } = read
  // An earlier page of this browser may have signed operations.
  void read.records().then((records) => resumeOperations({ config, records, owner }))
  const [id] = Array.isArray(params) ? (params as unknown[]) : []
  if (method === 'wallet_getCallsStatus' && typeof id === 'string' && /^0x4337/i.test(id))
    return readStatus(read, id)
  if (type !== 'smartAccount') return undefined
  const address = addressOf(owner)
  if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [address]
  if (method !== 'wallet_getCapabilities') return undefined
  const enabled = Object.keys(config.smartAccounts).map((network) =>
    Number(network.slice('eip155:'.length)),
  )
  return capabilitiesOf(address, params, enabled)
}
