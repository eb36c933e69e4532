import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import { toFrameChainId } from '@latchkey/embedded-wallet/protocol'
import type { FrameConfig } from '../link/config.js'
import type { Records } from './records.js'

interface Read {
  config: FrameConfig
  records: Records
  /** CAIP-2 id of the network in use. */
  at: string
  /** Address of the key. */
  owner: string
  /** The account in use. */
  address: string
  method: string
  params: unknown
}

const never = new AbortController().signal

async function readStatus({ config, records, at, owner }: Read, id: string) {
  const [
    { readCallsId },
    { readCallsStatus },
    { createContext },
    { accountOf },
    rpc,
    { networkOf },
  ] = await Promise.all([
    import('./callsId.js'),
    import('./status.js'),
    import('./context.js'),
    import('./account.js'),
    import('../rpc/node.js'),
    import('../rpc/networks.js'),
  ])
  const asked = readCallsId(id)
  if (!asked) return undefined
  const node = rpc.createAskNode(networkOf(at, config.rpc), never)
  const account = accountOf(owner)
  return readCallsStatus(createContext({ config, network: at, account, node, records }), id, asked)
}

/**
 * Answers what a smart account has an answer of its own for.
 * @returns `undefined` for everything else
 * @throws FrameError
 */
export async function readSmart(read: Read): Promise<JsonValue | undefined> {
  const { config, at, owner, address, method, params } = read
  if (!Object.hasOwn(config.smartAccounts, at)) return undefined
  const [id] = Array.isArray(params) ? (params as unknown[]) : []
  if (method === 'wallet_getCallsStatus' && typeof id === 'string' && /^0x4337/i.test(id))
    return readStatus(read, id)
  if (method !== 'wallet_getCapabilities' || address === owner) return undefined
  const { capabilitiesOf } = await import('./status.js')
  const enabled = Object.keys(config.smartAccounts).map((network) =>
    Number(toFrameChainId(network)),
  )
  return capabilitiesOf(address, params, enabled)
}
