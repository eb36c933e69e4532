import {
  decodeContext,
  decodeLimits,
  delegationTypedData,
  disableCall,
  hashDelegation,
  isPlainDelegation,
  type Delegation,
} from '@latchkey/smart-account'
import { isAddressEqual, isHex, recoverTypedDataAddress, toHex, type Hex } from 'viem'
import { badParams } from '../../link/errors.js'
import type { Prepared, Reading } from '../../rpc/prepared.js'
import { languageOf } from '../../translations/language.js'
import { loadGrantTexts } from '../../translations/grants/index.js'
import type { SmartContext } from '../context.js'
import type { GrantRecord } from './grantRecords.js'
import { valueAt } from './kinds.js'
import { timeOf } from './words.js'

const notOwn = () => badParams('The context is not of a permission of this account.')

/** Reads the delegation that a page wants ended. @throws FrameError where it is not one of the account */
function readDelegation({ account }: SmartContext, params: unknown): Delegation {
  const list = Array.isArray(params) ? (params as readonly unknown[]) : [params]
  const [one] = list
  // The former method of revoking has the second name.
  const given = valueAt(one, 'permissionContext') ?? valueAt(one, 'permissionsContext')
  if (list.length !== 1 || !isHex(given))
    throw badParams('This takes the context of one permission, as permissionContext.')
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

/** The rows of the card: who asked for it, where that is known here, who may act no longer, and its end. */
function rowsOf(delegation: Delegation, known: GrantRecord | undefined, lang: string) {
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
 * Reads a request to take a permission back: the account ends the delegation on the chain, by an operation.
 * @param send prepares the operation of a transaction
 * @throws FrameError before anybody is asked
 */
export async function prepareRevoke(
  context: SmartContext,
  reading: Reading,
  params: unknown,
  send: (transaction: object) => Promise<Prepared>,
): Promise<Prepared> {
  const { account, network, records } = context
  const given = readDelegation(context, params)
  const hash: Hex = hashDelegation(given)
  const known = (await records.grants.list(account.address)).find((record) => record.hash === hash)
  // The context does not say on which network it holds: another one would take a fee for nothing.
  if (known && known.network !== network)
    throw badParams('The permission is on another network than the one in use.')
  if (!known && !(await isSigned(context, given))) throw notOwn()
  const delegation = known ? decodeContext(known.context)[0]! : withoutExtras(given)
  const { to, value, data } = disableCall(delegation)
  const [prepared, texts] = await Promise.all([
    send({ from: account.address, to, value: toHex(value), data }),
    loadGrantTexts(languageOf(reading.lang)),
  ])
  return {
    ...prepared,
    texts,
    description: {
      title: 'grant.endTitle',
      rows: rowsOf(delegation, known, reading.lang),
      complete: true,
    },
    async finish() {
      await prepared.finish?.()
      await records.grants.update(account.address, [hash], { isEnded: true })
      return {}
    },
  }
}
