import { untilStill } from '@latchkey/plugin-testkit'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { all, cleanUp, drawWith, one, open, shadow, view } from '../../test/page.js'
import {
  account,
  ADDRESS,
  connector,
  FakeWallet,
  makeKernel,
  network,
  OTHER,
  scopesOf,
  SPACE,
} from '../../test/support.js'

afterEach(async () => {
  cleanUp()
  await page.viewport(1000, 700)
})
/** A name without a place to break the line. */
const LONG = 'Ω'.repeat(90)

it.each([1000, 320])(
  'Names without line breaks stay within the card on a screen of %i px',
  async (width) => {
    const link = new FakeWallet(
      'long-link',
      'Long',
      scopesOf([account(ADDRESS), account('oak1aaa', OTHER)]),
    )
    const { kernel } = makeKernel({
      connectors: [
        connector('Long', { name: LONG, namespaces: [SPACE, OTHER], answer: () => link }),
      ],
      networks: [
        network('1', LONG),
        network('2', LONG, { testnet: true }),
        network('1', LONG, { namespace: OTHER }),
      ],
      options: { allowUnsupportedNetworks: true },
    })
    await page.viewport(width, 700)
    drawWith(kernel)
    await kernel.ready
    await kernel.connect('Long')
    for (const name of ['Account', 'ProfileWallets', 'Receive', 'Networks', 'Connect'] as const) {
      await open(kernel, name)
      await expect.poll(view).toBe(name)
      await expect.poll(() => all('.view *').length).toBeGreaterThan(5)
      await untilStill(shadow())
      const { right } = one('.body').getBoundingClientRect()
      // Text that its own row cuts off does not count.
      const beyond = all('.view *').filter(
        (element) =>
          !element.closest('.row .name') && element.getBoundingClientRect().right > right + 1,
      )
      expect([
        name,
        one('.body').scrollWidth - one('.body').clientWidth,
        beyond.map(({ outerHTML }) => outerHTML.slice(0, 80)),
      ]).toEqual([name, 0, []])
    }
  },
)
