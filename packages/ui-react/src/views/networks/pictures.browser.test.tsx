import { afterEach, expect, it, vi } from 'vitest'
import { all, cleanUp, drawWith, one, open, shadow, texts } from '../../../test/page.js'
import { adapter, ICON, makeKernel, network, OTHER, SPACE } from '../../../test/support.js'

afterEach(() => {
  cleanUp()
  document.body.replaceChildren()
})

const poll = (what: () => unknown) => expect.poll(what, { timeout: 10_000 })
const MARK =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"/>'
/** The pictures of the list: the sources of drawn ones, and letters. */
const pictures = (): (string | null)[] =>
  all('.list .picture').map((each) => each.getAttribute('src') ?? each.textContent)

it('A network is drawn with the host’s picture, else with that of its chain, else with a letter', async () => {
  const picture = vi.fn(async (id: string) => (id.endsWith(':5') ? undefined : MARK))
  const { kernel } = makeKernel({
    networks: [
      network('1', 'Ink Mainnet'),
      network('2', 'Own', { assets: { imageUrl: ICON } }),
      network('5', 'Zinc'),
      network('1', 'Oak', { namespace: OTHER }),
    ],
    adapters: [adapter(SPACE, { picture }), adapter(OTHER)],
  })
  drawWith(kernel)
  await open(kernel)
  expect(picture).not.toHaveBeenCalled()
  await open(kernel, 'Networks')
  await poll(pictures).toEqual([MARK, ICON, 'Z', 'O'])
  expect(picture.mock.calls.flat().sort()).toEqual([`${SPACE}:1`, `${SPACE}:5`])
})

it('A picture that the browser cannot draw gives way to a letter', async () => {
  const picture = async () => 'data:image/png;base64,AA'
  const { kernel } = makeKernel({
    networks: [
      network('1', 'Ink Mainnet'),
      network('2', 'Own', { assets: { imageUrl: 'data:image/png;base64,AA' } }),
    ],
    adapters: [adapter(SPACE, { picture })],
  })
  drawWith(kernel)
  await open(kernel)
  const failed = vi.fn()
  shadow().addEventListener('error', failed, true)
  await open(kernel, 'Networks')
  await poll(() => failed.mock.calls.length).toBe(2)
  await poll(() => texts('.list .picture')).toEqual(['I', 'O'])
})

it('A picture is decoration: a network is read by its name alone', async () => {
  const { kernel } = makeKernel({ adapters: [adapter(SPACE, { picture: async () => MARK })] })
  drawWith(kernel)
  await open(kernel, 'Networks')
  await poll(() => all('.list img.picture').length).toBe(2)
  expect(one('.list img.picture').getAttribute('alt')).toBe('')
})
