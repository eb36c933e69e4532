// Smart accounts, smart sessions and analytics in Chromium. Figures that begin with a click are measured in a page
// and the real frame, with the contracts on anvil and a bundler of the localnet.
import { benchAnalytics } from './smartAnalytics.mjs'
import { benchAddress, benchFirstOperation, benchGrant, benchOperation } from './smartFrame.mjs'
import { benchSessionList } from './smartList.mjs'

const PARTS = {
  address: benchAddress,
  first: benchFirstOperation,
  operation: benchOperation,
  grant: benchGrant,
  list: benchSessionList,
  analytics: benchAnalytics,
}
export const SMART_PARTS = Object.keys(PARTS)

/**
 * @param {{ browser: import('playwright').Browser, rounds?: number, only?: string }} options `only`: parts
 * @returns {Promise<boolean>} whether all bounds hold
 */
export async function benchSmart({ browser, rounds = 30, only }) {
  const wanted = only?.split(',') ?? SMART_PARTS
  let good = true
  for (const name of SMART_PARTS)
    if (wanted.includes(name)) good = (await PARTS[name]({ browser, rounds })) && good
  return good
}
