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
