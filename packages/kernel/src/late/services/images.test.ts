import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startServices } from '../../../test/services/support.js'
import { createImages, type ImageKind } from './images.js'

const png = () => new Blob([new Uint8Array([1])], { type: 'image/png' })
const getBlob = vi.fn<(path: string) => Promise<Blob>>()
const create = (imageUrl?: string) =>
  createImages({
    options: () => (imageUrl === undefined ? {} : { imageUrl }),
    client: () => ({ getBlob }),
  })
beforeEach(() => void getBlob.mockReset().mockImplementation(() => Promise.resolve(png())))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('images', () => {
  it('of the six kinds are fetched once each, whatever their id, and each is shown in its own place [STORE-23] [STORE-24]', async () => {
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

  it('asked for at one time are fetched once', async () => {
    const images = create('https://img.test')
    const [a, b] = await Promise.all([
      images.image('wallet', { imageId: 'x' }),
      images.image('wallet', { imageId: 'x' }),
    ])
    expect(a).toBe(b)
    expect(getBlob).toHaveBeenCalledTimes(1)
    images.dispose()
  })

  it('come by URL only as data or by https', async () => {
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

  it('are none without an image service, without an id, and when the service has none', async () => {
    expect(await create().image('token', { imageId: 'x' })).toBeUndefined()
    const images = create('https://img.test')
    expect(await images.image('token', {})).toBeUndefined()
    getBlob.mockResolvedValue(new Blob(['<html>'], { type: 'text/html' }))
    expect(await images.image('token', { imageId: 'x' })).toBeUndefined()
    getBlob.mockRejectedValue(new Error('404'))
    expect(await images.image('token', { imageId: 'x' })).toBeUndefined()
  })

  it('keep an id within its folder', async () => {
    const images = create('https://img.test')
    await images.image('token', { imageId: '../../secret?x' })
    expect(getBlob.mock.lastCall?.[0]).toBe('token/..%2F..%2Fsecret%3Fx')
    images.dispose()
  })

  it('are not waited for longer than 2 s ahead [CONST-02]', async () => {
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

  it('give their object URLs back', async () => {
    const revoke = vi.spyOn(URL, 'revokeObjectURL')
    const images = create('https://img.test')
    const source = await images.image('wallet', { imageId: 'x' })
    images.dispose()
    expect(revoke.mock.calls).toEqual([[source]])
  })
})
