// A visitor for trying the shop on a local chain: a smart account that grants what a wallet would ask its owner.
import process from 'node:process'
import {
  delegationTypedData,
  encodeContext,
  encodeLimits,
  ROOT_AUTHORITY,
  smartAccountOf,
} from '@latchkey/smart-account'
import { privateKeyToAccount } from 'viem/accounts'

const HOUR_S = 3_600
const PURCHASES = 3n

/** Grants three purchases within an hour. @returns what a wallet answers to the page */
export async function grantFromVisitor({ chain, key, PRICE }) {
  const owner = privateKeyToAccount(process.env.SHOP_VISITOR_KEY)
  const { address, factory, factoryData } = smartAccountOf(owner.address)
  const { timestamp } = await chain.getBlock()
  const now = Number(timestamp)
  const limits = {
    permission: { type: 'native', allowance: { kind: 'total', amount: PURCHASES * PRICE } },
    expiry: now + HOUR_S,
  }
  const delegation = {
    delegate: key.address,
    delegator: address,
    authority: ROOT_AUTHORITY,
    caveats: encodeLimits(limits, { account: address, delegate: key.address, now }),
    salt: BigInt(Date.now()),
  }
  const data = delegationTypedData(delegation, await chain.getChainId())
  const signature = await owner.signTypedData(data)
  return {
    context: encodeContext([{ ...delegation, signature }]),
    dependencies: [{ factory, factoryData }],
  }
}
