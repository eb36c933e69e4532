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

it('keeps what is null, turns off what is absent or makes no sense, takes the rest', async () => {
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

it('is asked once, at the first opening, and of no one else', async () => {
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
  // What an opening fetches is fetched.
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
  'leaves the site’s own features where the answer is %s, and raises its alert: %s [ALERT-11] [ALERT-12]',
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
])('leaves them too where the answer is %s, and reports it', async (_, body) => {
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
})

it('changes nothing after the kernel has ended', async () => {
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
