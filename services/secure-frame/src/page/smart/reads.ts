import type { FrameAccountType, JsonValue } from '@latchkey/embedded-wallet/protocol'
import type { FrameConfig } from '../link/config.js'
import { networkOf } from '../rpc/networks.js'
import { createAskNode } from '../rpc/node.js'
import { accountOf } from './account.js'
import { addressOf } from './address.js'
import { readCallsId, unknownCalls } from './callsId.js'
import { createContext } from './context.js'
import type { Records } from './records.js'
import { resumeOperations } from './resume.js'
import { capabilitiesOf, readCallsStatus } from './status.js'

/** A question of a page that asks nobody. */
export interface SmartRead {
  config: FrameConfig
  records: () => Promise<Records>
  /** The type of the account in use. The state of calls is told whichever it is. */
  type: FrameAccountType
  /** Address of the key. */
  owner: string
  /** Origin of the page that asks. */
  origin: string
  method: string
  params: unknown
}

const never = new AbortController().signal
/** A node that says nothing about grants for so long holds their list no longer up. */
const GRANTS_MS = 3_000
const SUPPORTED = 'wallet_getSupportedExecutionPermissions'
const GRANTED = 'wallet_getGrantedExecutionPermissions'

/** The id says on which network, and for whom: another one may be in use by now. */
async function readStatus({ config, records, owner }: SmartRead, id: string): Promise<JsonValue> {
  const asked = readCallsId(id)
  const account = accountOf(owner)
  if (!asked || asked.sender !== account.address) throw unknownCalls()
  const { network } = asked
  if (!Object.hasOwn(config.smartAccounts, network)) throw unknownCalls()
  const node = createAskNode(networkOf(network, config.rpc), never)
  const context = createContext({ config, network, account, node, records: await records() })
  return readCallsStatus(context, id, asked)
}

/** The kinds of permission that the account grants, or what it has granted to the page (ERC-7715). */
async function readPermissions(
  { config, records, owner, origin, method }: SmartRead,
  enabled: readonly number[],
): Promise<JsonValue> {
  const { grantedPermissions, supportedPermissions } = await import('./grants/answers.js')
  if (method === SUPPORTED) return supportedPermissions(enabled)
  const { grants } = await records()
  return grantedPermissions({
    ...{ records: grants, account: accountOf(owner), origin },
    nodeOf(network) {
      const node = createAskNode(networkOf(network, config.rpc), AbortSignal.timeout(GRANTS_MS))
      return ({ method: asked, params = [] }) => node(asked, params as unknown[])
    },
  })
}

/**
 * Answers what a smart account has an answer of its own for.
 * @returns `undefined` for everything else
 * @throws FrameError
 */
export async function readSmart(read: SmartRead): Promise<JsonValue | undefined> {
  const { config, owner, type, method, params } = read
  // An earlier page of this browser may have signed operations.
  void read.records().then((records) => resumeOperations({ config, records, owner }))
  const [id] = Array.isArray(params) ? (params as unknown[]) : []
  if (method === 'wallet_getCallsStatus' && typeof id === 'string' && /^0x4337/i.test(id))
    return readStatus(read, id)
  if (type !== 'smartAccount') return undefined
  const address = addressOf(owner)
  if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [address]
  const enabled = Object.keys(config.smartAccounts).map((network) =>
    Number(network.slice('eip155:'.length)),
  )
  if (method === SUPPORTED || method === GRANTED) return readPermissions(read, enabled)
  if (method !== 'wallet_getCapabilities') return undefined
  return capabilitiesOf(address, params, enabled)
}
