import { hexToString, isAddress, isAddressEqual, isHex, type Hex, type SignableMessage } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { Method, WalletCore } from '../core.js'
import { invalidParams, unauthorized } from '../errors.js'

/**
 * The key of an account that the site may use.
 * @throws 4100 when it may not, -32602 when it is not an address
 */
export function signer(core: WalletCore, address: unknown): PrivateKeyAccount {
  if (typeof address !== 'string' || !isAddress(address, { strict: false }))
    throw invalidParams('an address is expected.')
  const allowed = core.visible.some((one) => isAddressEqual(one, address))
  const found = core.options.accounts.find((one) => isAddressEqual(one.address, address))
  if (!allowed || !found) throw unauthorized()
  return privateKeyToAccount(found.privateKey)
}

/** Text, if the bytes are text that a person can read. */
function readable(message: Hex): string {
  const text = hexToString(message)
  // eslint-disable-next-line no-control-regex -- control characters are what tells bytes from text
  return /[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text) ? message : text
}

interface TypedData {
  domain?: { chainId?: number | string; name?: string }
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

function parseTypedData(core: WalletCore, value: unknown): TypedData {
  let data: Partial<TypedData>
  try {
    data = (typeof value === 'string' ? JSON.parse(value) : value) as Partial<TypedData>
  } catch {
    throw invalidParams('typed data are not JSON.')
  }
  const { types, primaryType, message, domain } = data ?? {}
  if (!types || !message || !primaryType || !types[primaryType])
    throw invalidParams('typed data need types, primaryType and message.')
  if (domain?.chainId !== undefined && Number(domain.chainId) !== core.chainId) {
    throw invalidParams(
      `the chain of the typed data is ${domain.chainId}, the active one ${core.chainId}.`,
    )
  }
  return { types, primaryType, message, ...(domain && { domain }) }
}

const list = (params: unknown): unknown[] => (Array.isArray(params) ? params : [])

export const signMethods: Record<string, Method> = {
  async personal_sign(core, params, method) {
    const [first, second] = list(params)
    // Some sites give the address first, as eth_sign had it; wallets look which of the two it is.
    const swapped =
      typeof first === 'string' &&
      isAddress(first, { strict: false }) &&
      !isAddress(String(second), { strict: false })
    const [data, address] = swapped ? [second, first] : [first, second]
    const account = signer(core, address)
    if (typeof data !== 'string') throw invalidParams('a message is expected.')
    const message: SignableMessage = isHex(data) ? { raw: data } : data
    await core.ask({
      kind: 'message',
      method,
      params,
      title: 'Sign this message?',
      lines: [
        ['Account', account.address],
        ['Message', isHex(data) ? readable(data) : data],
      ],
    })
    return account.signMessage({ message })
  },
  async eth_signTypedData_v4(core, params, method) {
    const [address, value] = list(params)
    const account = signer(core, address)
    const data = parseTypedData(core, value)
    await core.ask({
      kind: 'typedData',
      method,
      params,
      title: 'Sign this data?',
      lines: [
        ['Account', account.address],
        ['For', data.domain?.name ?? ''],
        [data.primaryType, JSON.stringify(data.message, null, 2)],
      ],
    })
    return account.signTypedData(data as Parameters<typeof account.signTypedData>[0])
  },
}
