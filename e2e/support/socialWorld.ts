// A shop whose frame knows six providers and Farcaster, each a stand-in.
import {
  startFarcaster,
  startProviders,
  type Farcaster,
  type Providers,
  type SocialName,
} from '@latchkey-tools/localnet'
import type { Page } from '@playwright/test'
import {
  addressesOf,
  connectButton,
  expect,
  modal,
  startEmbeddedWorld,
  test as base,
} from './embeddedWorld.js'

export const NAMES: Readonly<Record<SocialName, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}
export const PROVIDERS = Object.keys(NAMES) as SocialName[]

export const test = base.extend<{ reset: void }, { providers: Providers; farcaster: Farcaster }>({
  providers: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const providers = await startProviders()
      await use(providers)
      await providers.close()
    },
    { scope: 'worker' },
  ],
  farcaster: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const farcaster = await startFarcaster()
      await use(farcaster)
      await farcaster.close()
    },
    { scope: 'worker' },
  ],
  // Each test begins with providers that do as the real ones.
  reset: [
    async ({ providers }, use) => {
      for (const name of PROVIDERS) providers.switch(name, {})
      await use()
    },
    { auto: true },
  ],
  world: [
    async ({ providers, farcaster }, use) => {
      const env = { ...providers.env, ...farcaster.env, LIMIT_SOCIALS: '1000' }
      const world = await startEmbeddedWorld(env)
      await use(world)
      await world.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

/** Presses the provider's button. @returns its window */
export async function open(page: Page, name: SocialName): Promise<Page> {
  await connectButton(page).click()
  const button = modal(page).getByRole('button', { name: `Continue with ${NAMES[name]}` })
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  return popup
}

/** Consents at the provider, and says that it was oneself where the browser cannot know. */
export async function consent(popup: Page): Promise<void> {
  await popup.getByRole('button', { name: /^Continue as / }).click()
  const own = popup.getByRole('button', { name: 'Yes, sign in' })
  await Promise.race([own.click(), popup.waitForEvent('close')]).catch(() => undefined)
}

export const isConnected = (page: Page) =>
  expect.poll(async () => (await addressesOf(page)).eip155 ?? '').toMatch(/^0x[\da-f]{40}$/i)
