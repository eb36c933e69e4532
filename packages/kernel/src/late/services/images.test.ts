import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startServices } from '../../../test/services/support.js'
import { createImages, type ImageKind } from './images.js'

const png = () => new Blob([new Uint8Array([1])], { type: 'image/png' })
const getBlob = vi.fn<(path: string) => Promise<Blob>>()
/** The adapter's answer to the question for a picture. */
const picture = vi.fn<(network: string) => Promise<string | undefined>>()
const adapter = vi.fn<(namespace: string) => Promise<{ picture?: typeof picture }>>()
const create = (imageUrl?: string) =>
  createImages({
    options: () => (imageUrl === undefined ? {} : { imageUrl }),
    client: () => ({ getBlob }),
    adapter,
  })
const MARK = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
beforeEach(() => {
  getBlob.mockReset().mockImplementation(() => Promise.resolve(png()))
  picture.mockReset().mockResolvedValue(MARK)
  adapter.mockReset().mockResolvedValue({ picture })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('images', () => {
  it('An image of each of the six kinds is fetched once and cached by kind [STORE-23] [STORE-24]', async () => {
    getBlob.mockImplementation((path) => Promise.resolve(new Blob([path], { type: 'image/png' })))
    const images = create('https://img.test')
    const kinds: ImageKind[] = ['wallet', 'network', 'chain', 'connector', 'token', 'currency']
    const first = await Promise.all(kinds.map((kind) => images.image(kind, { imageId: 'same' })))
    const second = await Promise.all(kinds.map((kind) => images.image(kind, { imageId: 'same' })))
    expect(second).toEqual(first)
    expect(new Set(first).size).toBe(6)
    expect(await Promise.all(first.map(async (url) => (await fetch(url!)).text()))).toEqual(
      kinds.map((kind) => `${kind}/same`),
    )
    expect(getBlob.mock.calls.map(([path]) => path)).toEqual(kinds.map((kind) => `${kind}/same`))
    images.dispose()
  })

  it('An image that several ask for at one time is fetched once', async () => {
    const images = create('https://img.test')
    const [a, b] = await Promise.all([
      images.image('wallet', { imageId: 'x' }),
      images.image('wallet', { imageId: 'x' }),
    ])
    expect(a).toBe(b)
    expect(getBlob).toHaveBeenCalledTimes(1)
    images.dispose()
  })

  it('An image by URL is a data URL or an https link', async () => {
    const { ports } = await startServices()
    expect(await ports.image('token', { imageUrl: 'https://a.test/i.png' })).toBe(
      'https://a.test/i.png',
    )
    expect(await ports.image('token', { imageUrl: 'data:image/png;base64,AA' })).toBe(
      'data:image/png;base64,AA',
    )
    for (const imageUrl of [
      'http://a.test/i.png',
      'javascript:alert(1)',
      'data:text/html,x',
      'blob:https://a.test/1',
      '/i.png',
      '',
    ])
      expect(await ports.image('token', { imageUrl })).toBeUndefined()
  })

  it('There is no image without an image service, without an id, and if the service has none', async () => {
    expect(await create().image('token', { imageId: 'x' })).toBeUndefined()
    const images = create('https://img.test')
    expect(await images.image('token', {})).toBeUndefined()
    getBlob.mockResolvedValue(new Blob(['<html>'], { type: 'text/html' }))
    expect(await images.image('token', { imageId: 'x' })).toBeUndefined()
    getBlob.mockRejectedValue(new Error('404'))
    expect(await images.image('token', { imageId: 'x' })).toBeUndefined()
  })

  it('An image id cannot leave its folder', async () => {
    const images = create('https://img.test')
    await images.image('token', { imageId: '../../secret?x' })
    expect(getBlob.mock.lastCall?.[0]).toBe('token/..%2F..%2Fsecret%3Fx')
    images.dispose()
  })

  it('Images are waited for 2 s ahead at most [CONST-02]', async () => {
    vi.useFakeTimers()
    getBlob.mockReturnValue(new Promise(() => undefined))
    let settled = false
    void create('https://img.test')
      .preload('network', [{ imageId: 'x' }])
      .then(() => void (settled = true))
    await vi.advanceTimersByTimeAsync(1999)
    expect(settled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toBe(true)
    await create('https://img.test').preload('network', [{}])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('Object URLs of images are revoked at the end', async () => {
    const revoke = vi.spyOn(URL, 'revokeObjectURL')
    const images = create('https://img.test')
    const source = await images.image('wallet', { imageId: 'x' })
    images.dispose()
    expect(revoke.mock.calls).toEqual([[source]])
  })
})

describe('pictures that a chain brings', () => {
  it('A network without a picture of the host has the one that its chain brings', async () => {
    expect(await create().image('network', { network: 'test:1' })).toBe(MARK)
    expect(adapter.mock.calls).toEqual([['test']])
    expect(picture.mock.calls).toEqual([['test:1']])
  })

  it('A picture of the host wins over that of the chain, which is not asked then', async () => {
    const images = create('https://img.test')
    const imageUrl = 'https://shop.test/one.png'
    expect(await images.image('network', { imageUrl, network: 'test:1' })).toBe(imageUrl)
    expect(await images.image('network', { imageId: 'x', network: 'test:1' })).toMatch(/^blob:/)
    expect(adapter).not.toHaveBeenCalled()
    images.dispose()
  })

  it('A picture that the host names and does not have gives way to that of the chain', async () => {
    getBlob.mockRejectedValue(new Error('404'))
    const images = create('https://img.test')
    expect(await images.image('network', { imageId: 'x', network: 'test:1' })).toBe(MARK)
    expect(await images.image('network', { imageUrl: '/x.png', network: 'test:1' })).toBe(MARK)
  })

  it.each([
    'https://stranger.test/i.png',
    '//stranger.test/i.png',
    'javascript:alert(1)',
    'data:text/html,x',
    '<svg/>',
    7 as never,
  ])('A chain that answers %j for a picture has none', async (answer) => {
    picture.mockResolvedValue(answer)
    expect(await create().image('network', { network: 'test:1' })).toBeUndefined()
  })

  it("A network has no picture where its chain knows none, cannot tell, or is nobody's", async () => {
    const images = create()
    picture.mockResolvedValue(undefined)
    expect(await images.image('network', { network: 'test:1' })).toBeUndefined()
    picture.mockRejectedValue(new Error('The chunk did not load.'))
    expect(await images.image('network', { network: 'test:1' })).toBeUndefined()
    adapter.mockResolvedValue({})
    expect(await images.image('network', { network: 'test:1' })).toBeUndefined()
    adapter.mockRejectedValue(new Error('kernel.adapter_missing'))
    expect(await images.image('network', { network: 'test:1' })).toBeUndefined()
  })

  it('Opening the modal asks no chain for a picture', async () => {
    await create().preload('network', [{}, { imageUrl: 'https://shop.test/one.png' }])
    expect(adapter).not.toHaveBeenCalled()
  })
})
