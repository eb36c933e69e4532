import type { Page } from '@playwright/test'
import { openPhone, type Phone } from '../phone/phone.js'
import { openRelay, type LocalRelay, type StartRelay } from '../phone/relay.js'
import { answerRelay } from './answerRelay.js'
import { test } from './fixtures.js'

const SCAN_LIMIT_MS = 10_000
/** WalletConnect's public relay, under both of its names. */
const PUBLIC_RELAY = /^wss:\/\/relay\.walletconnect\.(?:com|org)\//

export interface PagePhone extends Phone {
  /**
   * Looks at the page until it shows a QR code, and pairs by it.
   * @throws when none is there within 10 s
   */
  scan(page: Page): Promise<void>
}

export interface PhoneFixtures {
  /**
   * A WalletConnect relay of this machine, for the site and the phone. A site that asks WalletConnect's public relay
   * gets this one; a site with a relay of its own is told its `url`.
   */
  relay: LocalRelay
  /** A phone with an EVM wallet on `nodes`. It follows `rule`. */
  phone: PagePhone
}

async function scan(page: Page, phone: Phone): Promise<void> {
  const { readCode } = await import('../phone/scan.js')
  const end = Date.now() + SCAN_LIMIT_MS
  while (Date.now() < end) {
    const text = readCode(await page.screenshot())
    if (text?.startsWith('wc:')) return phone.pair(text)
  }
  throw new Error(`The page showed no pairing code within ${SCAN_LIMIT_MS / 1000} s.`)
}

/**
 * Adds a relay and a phone to `test`.
 * @param start starts a relay: `startRelay` of `@latchkey/relay`, or one of your own
 * @example export const test = withPhone(startRelay)
 */
export const withPhone = (start: StartRelay) =>
  test.extend<PhoneFixtures>({
    relay: async ({ page }, use) => {
      const relay = await openRelay(start)
      await answerRelay(page, PUBLIC_RELAY, relay.url)
      await use(relay)
      await relay.close()
    },
    phone: async ({ relay, nodes, rule }, use) => {
      const { chains, accounts } = nodes
      const phone = await openPhone({ relayUrl: relay.url, chains, accounts, rule })
      const scanning: PagePhone = Object.defineProperties(
        { scan: (page: Page) => scan(page, phone) } as PagePhone,
        Object.getOwnPropertyDescriptors(phone),
      )
      await use(scanning)
      await phone.close()
    },
  })
