import {
  decodeContext,
  decodeLimits,
  delegationTypedData,
  disableCall,
  hashDelegation,
  isPlainDelegation,
  type Call,
  type Delegation,
} from '@latchkey/smart-account'
import { isAddressEqual, isHex, recoverTypedDataAddress, type Hex } from 'viem'
import { badParams } from '../../link/errors.js'
import type { Prepared, Reading } from '../../rpc/prepared.js'
import { languageOf } from '../../translations/language.js'
import { loadGrantTexts } from '../../translations/grants/index.js'
import type { SmartContext } from '../context.js'
import type { GrantRecord } from './grantRecords.js'
import { valueAt } from './kinds.js'
import { numberRows, timeOf } from './words.js'

/** Permissions that one operation ends at most: it has as many calls. */
export const MAX_ENDED = 20

const noContext = () =>
  badParams(
    `This takes the context of one permission, or of up to ${MAX_ENDED}, as permissionContext.`,
  )
const notOwn = () => badParams('The context is not of a permission of this account.')

/** Reads a delegation that shall be ended. @throws FrameError where it is not one of the account */
function readDelegation({ account }: SmartContext, one: unknown): Delegation {
  // The former method of revoking has the second name.
  const given = valueAt(one, 'permissionContext') ?? valueAt(one, 'permissionsContext')
  if (!isHex(given)) throw noContext()
  let all: readonly Delegation[]
  try {
    all = decodeContext(given)
  } catch {
    throw badParams('The context is not one that this wallet reads.')
  }
  const [delegation] = all
  const isOwn = delegation!.delegator.toLowerCase() === account.address.toLowerCase()
  if (all.length !== 1 || !isOwn || !isPlainDelegation(delegation!)) throw notOwn()
  return delegation!
}

/**
 * Whether the owner has signed a delegation for this chain. Any page can make one that nobody has: ending it would
 * cost a fee for nothing.
 */
async function isSigned({ account, chainId }: SmartContext, delegation: Delegation) {
  const { signature } = delegation
  const data = delegationTypedData(delegation, chainId)
  const signer = await recoverTypedDataAddress({ ...data, signature }).catch(() => undefined)
  return signer !== undefined && isAddressEqual(signer, account.owner)
}

/** The delegation with the fields alone that its end needs: neither signature nor arguments are read then. */
const withoutExtras = (delegation: Delegation): Delegation => ({
  ...delegation,
  caveats: delegation.caveats.map((caveat) => ({ ...caveat, args: '0x' })),
  signature: '0x',
})

/** A permission that is about to end. */
interface Ended {
  hash: Hex
  delegation: Delegation
  /** As this browser has written it down. */
  known: GrantRecord | undefined
}

/** Reads a permission that shall end. @throws FrameError where this account has not granted it on this network */
async function readEnded(
  context: SmartContext,
  kept: readonly GrantRecord[],
  one: unknown,
): Promise<Ended> {
  const given = readDelegation(context, one)
  const hash = hashDelegation(given)
  const known = kept.find((record) => record.hash === hash)
  // The context does not say on which network it holds: another one would take a fee for nothing.
  if (known && known.network !== context.network)
    throw badParams('The permission is on another network than the one in use.')
  if (!known && !(await isSigned(context, given))) throw notOwn()
  return {
    ...{ hash, known },
    delegation: known ? decodeContext(known.context)[0]! : withoutExtras(given),
  }
}

/** The rows of the card: who asked for it, where that is known here, who may act no longer, and its end. */
function rowsOf({ delegation, known }: Ended, lang: string) {
  const limits = decodeLimits(delegation.caveats)
  // Anybody can write an end that no calendar has.
  const hasEnd = limits.ok && !Number.isNaN(new Date(limits.limits.expiry * 1000).getTime())
  return [
    ...(known ? [{ label: 'grant.by', value: known.origin }] : []),
    { label: 'grant.who', value: delegation.delegate },
    ...(hasEnd ? [{ label: 'grant.until', value: timeOf(limits.limits.expiry, lang) }] : []),
  ]
}

/**
 * Reads a request to take permissions back: the account ends the delegations on the chain, by one operation. Each is
 * named by its context.
 * @param send prepares the operation of some calls
 * @throws FrameError before anybody is asked
 */
export async function prepareRevoke(
  context: SmartContext,
  reading: Reading,
  params: unknown,
  send: (calls: readonly Call[]) => Promise<Prepared>,
): Promise<Prepared> {
  const { account, records } = context
  const list = Array.isArray(params) ? (params as readonly unknown[]) : [params]
  if (!list.length || list.length > MAX_ENDED) throw noContext()
  const kept = await records.grants.list(account.address)
  const all = await Promise.all(list.map((one) => readEnded(context, kept, one)))
  const [prepared, texts] = await Promise.all([
    send(all.map(({ delegation }) => disableCall(delegation))),
    loadGrantTexts(languageOf(reading.lang)),
  ])
  const rows = all.flatMap((ended, index) => [
    ...numberRows(index, all.length),
    ...rowsOf(ended, reading.lang),
  ])
  return {
    ...prepared,
    texts,
    description: { title: 'grant.endTitle', rows, complete: true },
    async finish() {
      await prepared.finish?.()
      const hashes = all.map(({ hash }) => hash)
      await records.grants.update(account.address, hashes, { isEnded: true })
      return {}
    },
  }
}
