import { smartAccountOf, type SmartAccount } from '@latchkey/smart-account'
import { getAddress } from 'viem'

const known = (): ((owner: string) => SmartAccount) => {
  let last: SmartAccount | undefined
  return (owner) => {
    const address = getAddress(owner)
    if (last?.owner !== address) last = smartAccountOf(address)
    return last
  }
}
/** The smart account of an owner. The last one is remembered: it follows from the owner alone. */
export const accountOf = /* @__PURE__ */ known()
/** The address of the smart account of an owner. */
export const addressOf = (owner: string): string => accountOf(owner).address

const CODE_MS = 2_000

/** Whether the account of an owner has code, as the node says within two seconds. */
export async function isDeployedBy(url: string, owner: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_getCode',
        params: [addressOf(owner), 'latest'],
      }),
      signal: AbortSignal.timeout(CODE_MS),
      credentials: 'omit',
    })
    const { result } = (await response.json()) as { result?: unknown }
    return typeof result === 'string' && result.length > 2
  } catch {
    return false
  }
}
