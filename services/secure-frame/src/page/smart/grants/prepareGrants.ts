import {
  delegationTypedData,
  encodeContext,
  encodeLimits,
  hashDelegation,
  isDeployed,
  ROOT_AUTHORITY,
  type UnsignedDelegation,
} from '@latchkey/smart-account'
import type { JsonValue } from '@latchkey/embedded-wallet/protocol'
import { bytesToBigInt, type Address } from 'viem'
import { signTypedData } from '../../../keys/evm.js'
import type { Prepared, Reading, Step } from '../../rpc/prepared.js'
import { languageOf } from '../../translations/language.js'
import { loadGrantTexts } from '../../translations/grants/index.js'
import type { SmartContext } from '../context.js'
import { toAnswer, toEntry, type Form } from './answers.js'
import { readChainTime, readFacts, type GrantFacts } from './facts.js'
import { MAX_GRANTS_KEPT, MAX_GRANTS_OF_PAGE, type GrantRecord } from './grantRecords.js'
import { toPresentKind } from './kinds.js'
import { drawLower } from './lower.js'
import {
  judge,
  limitScope,
  placeOf,
  readGrants,
  type Grant,
  type GrantScope,
} from './readGrants.js'
import { grantRefused } from './refusal.js'
import { rowsOfGrants, type Judged, type Wording } from './words.js'

/** A request as it was read, with all that its card shows and that it is signed with. */
interface Read {
  context: SmartContext
  reading: Reading
  scope: GrantScope
  /** As the page asked for them: nothing can be higher. */
  asked: readonly Grant[]
  facts: GrantFacts
  wording: Wording
  /** Of the method: it is answered in that. */
  form: Form
  /** Whether the account is on the chain. */
  has: boolean
  /** Whether the browser stores what is granted. */
  isKept: boolean
}

const SALT_BYTES = 32
const seconds = (ms: number): number => Math.floor(ms / 1000)

/** The scope as it is now: time goes on while a card is read. */
const nowIn = ({ now }: SmartContext, scope: GrantScope): GrantScope => ({
  ...scope,
  now: seconds(now()),
})

/** The delegation of a grant, before it is signed. */
const toDelegation = ({ to, limits }: Grant, scope: GrantScope): UnsignedDelegation => ({
  delegate: to,
  delegator: scope.account,
  authority: ROOT_AUTHORITY,
  caveats: encodeLimits(limits, limitScope(scope, to)),
  // Two grants of the same limits are two: ending one leaves the other.
  salt: bytesToBigInt(crypto.getRandomValues(new Uint8Array(SALT_BYTES))),
})

/** The kind of a grant as the list of grants names it. */
function toPresent({ kind: asked }: Grant): Pick<Grant, 'type' | 'kind'> {
  const [type, kind] = toPresentKind(asked)
  return { type, kind }
}

/** Signs the delegations, and writes them down before anybody has them. */
async function sign(
  { context, reading, scope, has, form }: Read,
  grants: readonly Grant[],
  delegations: readonly UnsignedDelegation[],
  { use, submitted }: Step,
): Promise<JsonValue> {
  const { account, chainId, network, records } = context
  // The end may have come while the card was read.
  const late = nowIn(context, scope)
  grants.forEach((grant, index) => judge(grant, placeOf(index), late))
  const signed = use((keys) =>
    delegations.map((one) => ({
      ...one,
      signature: signTypedData(delegationTypedData(one, chainId), keys),
    })),
  )
  submitted()
  const place = { address: account.address, chainId }
  const made = signed.map((delegation, index): GrantRecord => {
    const grant = grants[index]!
    const bytes = encodeContext([delegation])
    return {
      hash: hashDelegation(delegation),
      network,
      origin: reading.origin,
      context: bytes,
      expiry: grant.limits.expiry,
      isDeployed: has,
      entry: toEntry({ ...grant, ...toPresent(grant) }, bytes, place, 'present'),
    }
  })
  await records.grants.add(account.address, made)
  return made.map(({ context: bytes }, index) =>
    toAnswer(toEntry(grants[index]!, bytes, place, form), account, has),
  )
}

/** The card of some grants, which may be lower than what was asked for. */
function toPrepared(read: Read, grants: readonly Grant[]): Prepared {
  const { context, reading, asked, facts, wording, isKept } = read
  const scope = nowIn(context, read.scope)
  const all = grants.map((grant, index): Judged => {
    const dangers = judge(grant, placeOf(index), scope, facts.calledTokens)
    return { grant, dangers }
  })
  const delegations = grants.map((grant) => toDelegation(grant, scope))
  const signed = delegations.map((one) => delegationTypedData(one, context.chainId))
  const { network, account } = reading
  return {
    ...{ network, account, texts: wording.texts },
    description: { title: 'grant.title', rows: rowsOfGrants(all, wording), complete: true },
    ...(!isKept && { warning: 'approve.grantNotKept' as const }),
    raw: JSON.stringify(
      signed,
      (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
      2,
    ),
    ...(asked.some(({ isAdjustable }) => isAdjustable) && {
      lower: (page, use, onEdit) =>
        drawLower(page, { asked, grants, wording, onEdit }, (lowered) =>
          use(toPrepared(read, lowered)),
        ),
    }),
    run: (step) => sign(read, grants, delegations, step),
  }
}

/** @throws FrameError where an account, or a page, would have too many grants at once */
function boundGrants(kept: readonly GrantRecord[], origin: string, more: number): void {
  if (kept.length + more > MAX_GRANTS_KEPT)
    throw grantRefused(
      'params',
      `would be more than ${MAX_GRANTS_KEPT} permissions of one account.`,
    )
  if (kept.filter((record) => record.origin === origin).length + more > MAX_GRANTS_OF_PAGE)
    throw grantRefused(
      'params',
      `would be more than ${MAX_GRANTS_OF_PAGE} permissions of one account to one website.`,
    )
}

/**
 * Reads a request to grant permissions (ERC-7715). Each is a delegation of its own (ERC-7710), which the owner
 * of the account signs.
 * @param form of the method
 * @throws FrameError with the part that is wrong, before anybody is asked
 */
export async function prepareGrants(
  context: SmartContext,
  reading: Reading,
  params: unknown,
  form: Form,
): Promise<Prepared> {
  const { account, chainId, records, now, node } = context
  const address: Address = account.address
  const scope = { account: address, owner: account.owner, chainId, now: seconds(now()) }
  const asked = readGrants(params, scope)
  boundGrants(await records.grants.list(address), reading.origin, asked.length)
  const [facts, chainNow, has, isKept, texts] = await Promise.all([
    readFacts(reading.node, address, asked),
    readChainTime(reading.node),
    isDeployed(node, address),
    records.grants.isKept(address),
    loadGrantTexts(languageOf(reading.lang)),
  ])
  const coin = reading.network.nativeCurrency
  // The chain counts periods by its own time, from which the visitor's clock may differ.
  const from = Math.min(scope.now, chainNow)
  const wording = { texts, lang: reading.lang, coin, facts, now: from }
  return toPrepared({ context, reading, scope, asked, facts, wording, form, has, isKept }, asked)
}
