import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import { badParams, notAllowed } from '../link/errors.js'
import type { SmartRead } from '../smart/reads.js'
import { networkOf } from './networks.js'
import { createAskNode } from './node.js'

interface Read extends SmartRead {
  /** CAIP-2 id of the network in use. */
  chainId: string
}

const MAX_CALLS = 20

/** The state of calls (EIP-5792). Their id is the hashes of their transactions, one after the other. */
async function readCalls({ params, chainId, config }: Read): Promise<JsonValue> {
  const [id] = Array.isArray(params) ? (params as unknown[]) : []
  const hashes = typeof id === 'string' && /^0x([\da-f]{64})+$/i.test(id) ? id.slice(2) : ''
  const list = (hashes.match(/.{64}/g) ?? []).map((hash) => `0x${hash}`)
  if (!list.length || list.length > MAX_CALLS) throw badParams('These calls are not known.')
  const node = createAskNode(networkOf(chainId, config.rpc), new AbortController().signal)
  const receipts = (await Promise.all(
    list.map((hash) => node('eth_getTransactionReceipt', [hash])),
  )) as ({ status?: string } | null)[]
  const done = receipts.filter((receipt) => receipt !== null)
  const failed = done.filter(({ status }) => status !== '0x1').length
  const status =
    done.length < list.length ? 100 : failed === 0 ? 200 : failed === list.length ? 500 : 600
  return {
    version: '2.0.0',
    id: id as string,
    chainId: `0x${Number(chainId.split(':')[1]).toString(16)}`,
    status,
    atomic: false,
    receipts: done as JsonValue,
  }
}

/** Answers the methods that ask nobody. */
export async function answerRead(read: Read): Promise<JsonValue> {
  if (Object.keys(read.config.smartAccounts).length) {
    const { readSmart } = await import('../smart/reads.js')
    const answer = await readSmart(read)
    if (answer) return answer
  }
  switch (read.method) {
    case 'eth_accounts':
    case 'eth_requestAccounts':
      return [read.owner]
    case 'eth_chainId':
      return `0x${Number(read.chainId.split(':')[1]).toString(16)}`
    case 'wallet_getCapabilities':
      // Calls go one after the other, and no capability of EIP-5792 is there.
      return {}
    case 'wallet_getCallsStatus':
      return readCalls(read)
    default:
      throw notAllowed()
  }
}
