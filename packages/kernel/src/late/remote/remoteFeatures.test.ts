import { afterEach, expect, it, vi } from 'vitest'
import { settle } from '../../../test/support.js'
import { startServices } from '../../../test/services/support.js'
import type { Kernel, KernelOptions } from '../../types.js'

const kernels: Kernel[] = []
afterEach(() => {
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.unstubAllGlobals()
})
const start = async (options: Partial<KernelOptions>) => {
  const made = await startServices(options)
  kernels.push(made.kernel)
  return { ...made, features: () => made.kernel.ports.options.get().remoteFeatures }
}
const answer = (body: unknown, status = 200) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(String(url))
    return new Response(JSON.stringify(body), { status })
  })
  return asked
}

it("Remote features that are null keep the site's value, and absent or wrong ones are off", async () => {
  const remoteConfig = async () =>
    ({ email: null, onramp: ['meld'], activity: true, swaps: [7], socials: true }) as never
  const { kernel, features } = await start({ remoteConfig, remoteFeatures: { socials: ['x'] } })
  expect(features()).toMatchObject({ email: true, swaps: ['default'], branding: true })
  kernel.open()
  await vi.waitFor(() =>
    expect(features()).toEqual({
      email: true,
      onramp: ['meld'],
      activity: true,
      swaps: false,
      branding: false,
      socials: ['x'],
    }),
  )
})

it('The remote configuration is read once, at the first opening, and nothing else is asked', async () => {
  const asked = answer({ email: false, swaps: null })
  const directory = vi.fn(async () => ({ wallets: [], total: 0 }))
  const { kernel, features } = await start({
    remoteConfig: 'https://config.test/modal.json?site=1',
    directory,
    featuredWallets: ['a'],
  })
  expect(asked).toEqual([])
  kernel.open()
  await vi.waitFor(() =>
    expect(features()).toMatchObject({ email: false, swaps: ['default'], onramp: false }),
  )
  kernel.setOptions({ remoteFeatures: { email: true } })
  kernel.close()
  directory.mockClear()
  kernel.setOptions({ featuredWallets: ['b'] })
  kernel.open()
  // Waits for everything that an opening fetches.
  await vi.waitFor(() => expect(directory).toHaveBeenCalled())
  await settle()
  expect(asked).toEqual(['https://config.test/modal.json?site=1'])
  expect(features().email).toBe(true)
})

it.each([
  [500, 'Server Error'],
  [503, 'Server Error'],
  [429, 'Rate Limited'],
  [403, 'Invalid App Configuration'],
])(
  'The site’s own features stay when the answer is %s, and the alert is raised: %s [ALERT-11] [ALERT-12]',
  async (status, title) => {
    answer({ email: false }, status)
    const { kernel, ports, features } = await start({
      remoteConfig: 'https://config.test/modal.json',
    })
    const before = features()
    kernel.open()
    await vi.waitFor(() => expect(ports.alerts.get()).toMatchObject([{ title }]))
    expect(features()).toEqual(before)
  },
)

it.each([
  ['a list', []],
  ['a text', 'on'],
  ['nothing', null],
])(
  'The site’s own features stay when the answer is %s, and the error is reported',
  async (_, body) => {
    answer(body)
    const { kernel, ports, features } = await start({
      remoteConfig: 'https://config.test/modal.json',
    })
    const reports: string[] = []
    kernel.on('kernel:error-reported', ({ where }) => reports.push(where))
    kernel.open()
    await vi.waitFor(() => expect(reports).toContain('kernel: services'))
    expect(features()).toMatchObject({ email: true, onramp: ['coinbase', 'meld'] })
    expect(ports.alerts.get()).toEqual([])
  },
)

it('A remote configuration that answers after the end of the kernel changes nothing', async () => {
  let tell: ((value: object) => void) | undefined
  const { kernel, features } = await start({
    remoteConfig: () => new Promise((resolve) => (tell = resolve)),
  })
  kernel.open()
  await vi.waitFor(() => expect(tell).toBeDefined())
  const before = features()
  kernel.dispose()
  tell?.({ email: false })
  await settle()
  expect(features()).toBe(before)
})
