import {
  decodeContext,
  decodeLimits,
  judgeLimits,
  type RpcRequest,
  type SmartAccount,
} from '@latchkey/smart-account'
import type { Network } from '@latchkey/plugin-api'
import type { Address } from 'viem'
import type { FrameConfig } from '../../link/config.js'
import { networkOf } from '../../rpc/networks.js'
import { createAskNode, type AskNode } from '../../rpc/node.js'
import { readStates, withoutEnded, type ChainState } from '../../smart/grants/chainStates.js'
import { readTokens, type GrantFacts } from '../../smart/grants/facts.js'
import type { GrantRecord, GrantRecords } from '../../smart/grants/grantRecords.js'
import { valueAt } from '../../smart/grants/kinds.js'
import { limitScope } from '../../smart/grants/readGrants.js'
import type { Judged } from '../../smart/grants/words.js'

/** A grant of the list. */
export interface Listed {
  record: GrantRecord
  /** Its limits, who may act and what is dangerous in it. `undefined`: its conditions are not known here. */
  judged: Judged | undefined
  /** Its state on the chain. `undefined`: the chain could not be asked. */
  state: ChainState | undefined
}

/** The grants on one network. */
export interface NetworkGrants {
  network: Network
  /** Whether the frame can end them: the operator may have taken the network away. */
  isServed: boolean
  tokens: GrantFacts['tokens']
  listed: readonly Listed[]
}

/** A node that says nothing for so long holds the list no longer up. */
const NODE_MS = 3_000

interface Place {
  config: Pick<FrameConfig, 'smartAccounts' | 'rpc'>
  records: GrantRecords
  account: SmartAccount
}

/** Reads a signed grant again, with what is dangerous in its limits. */
function judgedOf({ context, entry }: GrantRecord, account: SmartAccount): Judged | undefined {
  const [delegation] = decodeContext(context)
  const decoded = decodeLimits(delegation!.caveats)
  if (!decoded.ok) return undefined
  const { limits } = decoded
  const to: Address = delegation!.delegate
  const said = valueAt(entry, 'permission.data.justification')
  const scope = { account: account.address, owner: account.owner, chainId: 0, now: 0 }
  return {
    grant: { to, limits, justification: typeof said === 'string' ? said : undefined },
    dangers: judgeLimits(limits, limitScope(scope, to)).dangers,
  }
}

async function readNetwork(
  { config, records, account }: Place,
  id: string,
  here: readonly GrantRecord[],
): Promise<NetworkGrants> {
  const network = networkOf(id, config.rpc)
  const ask: AskNode = createAskNode(network, AbortSignal.timeout(NODE_MS))
  const node: RpcRequest = ({ method, params = [] }) => ask(method, params as unknown[])
  const states = await readStates({ records, account, nodeOf: () => node }, id, here)
  const listed = withoutEnded(here, states)
    .map((record): Listed => {
      const state = states?.get(record.hash)
      return { record, judged: judgedOf(record, account), state }
    })
    .filter(({ state }) => !state?.isExpired)
  const judged = listed.flatMap((one) => (one.judged ? [one.judged.grant] : []))
  // Amounts of a token that says nothing are in its smallest unit.
  const tokens = await readTokens(ask, judged).catch((): GrantFacts['tokens'] => new Map())
  return { network, isServed: Object.hasOwn(config.smartAccounts, id), tokens, listed }
}

/** Reads all live grants of an account, of all pages and on all networks, with the chain's word about each. */
export async function readList(place: Place): Promise<readonly NetworkGrants[]> {
  const all = await place.records.list(place.account.address)
  const ids = [...new Set(all.map(({ network }) => network))]
  const read = await Promise.all(
    ids.map((id) =>
      readNetwork(
        place,
        id,
        all.filter(({ network }) => network === id),
      ),
    ),
  )
  return read.filter(({ listed }) => listed.length)
}
