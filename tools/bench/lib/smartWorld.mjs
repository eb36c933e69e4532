// A person with a smart account in a page with the secure frame, the contracts on anvil, and a bundler.
import { deploySmartAccounts, request, startAnvil, startBundler } from '@latchkey-tools/localnet'
import { ask, codeFor, insert, openHost, startFrameWorld } from './framePage.mjs'

const SEPOLIA = 11155111
const WEALTH = `0x${(10n ** 20n).toString(16)}`
/** Many persons sign in from one address. */
const UNLIMITED = {
  LIMIT_ADDRESS_REQUESTS: '100000000',
  LIMIT_MAIL_PAUSE: '0',
  LIMIT_MAIL_HOUR: '1000000',
  LIMIT_MAIL_DAY: '1000000',
  LIMIT_MAIL_CLIENT: '100000000',
  LIMIT_MAIL_PROJECT: '100000000',
  LIMIT_SHARES: '100000000',
}

/** Starts everything. */
export async function startSmartWorld() {
  const anvil = await startAnvil({ chainId: SEPOLIA })
  await deploySmartAccounts(anvil.url)
  const bundler = await startBundler({ rpcUrl: anvil.url })
  const world = await startFrameWorld({
    ...UNLIMITED,
    [`RPC_${SEPOLIA}`]: anvil.url,
    [`BUNDLER_${SEPOLIA}`]: bundler.url,
  })
  const node = (method, params = []) => request(anvil.url, method, params)
  return {
    ...world,
    node,
    /** A block each so many seconds, and none for a transaction. */
    async mineEach(seconds) {
      await node('evm_setAutomine', [false])
      await node('evm_setIntervalMining', [seconds])
    },
    async close() {
      await world.close()
      await bundler.close()
      await anvil.close()
    },
  }
}

/**
 * Signs a person in whose smart account is in use and holds coins.
 * @returns {Promise<{ page: import('playwright').Page, frame: import('playwright').Frame, address: string }>}
 */
export async function enterSmart(browser, world, email) {
  const page = await openHost(browser, world, 1)
  await insert(page, world.src)
  const otp = await codeFor(page, world.mail, email)
  await ask(page, 'connect otp', { otp })
  await ask(page, 'switch network', { chainId: SEPOLIA })
  await ask(page, 'set preferred account', { type: 'smartAccount' })
  const asked = { chainId: SEPOLIA, preferredAccountType: 'smartAccount' }
  const { address } = (await ask(page, 'get user', asked)).payload.user
  await world.node('anvil_setBalance', [address, WEALTH])
  return { page, frame: page.frame({ url: world.src }), address }
}
