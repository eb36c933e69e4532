// Pictures of names: strangers choose where they lie.
import { afterEach, expect, it, vi } from 'vitest'
import { ACCOUNT, alice, change, COIN, NOW, somebody, startNames } from './names.js'

afterEach(() => {
  vi.useRealTimers()
})
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const linkOf = (label: string): string => `https://pictures.example/${label}.png`

/** A service whose names have pictures, and the links that it fetched. */
async function start(options: Parameters<typeof startNames>[0] = {}) {
  const clock = { now: NOW }
  const asked: string[] = []
  /** Links that are fetched now and do not answer. */
  const stuck: (() => void)[] = []
  const host = { isStuck: (_link: string): boolean => false, isDown: false }
  const api = await startNames(options, () => clock.now, {
    async fetchDocument(link) {
      asked.push(link)
      if (host.isDown) throw new Error('down')
      if (host.isStuck(link)) await new Promise<void>((go) => stuck.push(go))
      return { bytes: PNG }
    },
  })
  const nameOf = async (label: string) => {
    const { address } = somebody()
    await api.store.names.register(
      {
        ...{ zone: 'shop.eth', label, key: label, address, coinType: COIN, byKey: true },
        ...{ attributes: { avatar: linkOf(label) }, signedAt: 1, createdAt: 1 },
      },
      { perAddress: 1, restedBefore: 0 },
    )
  }
  const avatar = (label: string) => api.ask(`/v1/profile/avatar/${label}.shop.eth`)
  return { ...api, clock, asked, stuck, host, nameOf, avatar }
}

it('A picture is fetched once in five minutes, however many want it', async () => {
  const { clock, asked, nameOf, avatar } = await start()
  await nameOf('alice')
  const answers = await Promise.all(Array.from({ length: 20 }, () => avatar('alice')))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(Buffer.from(await answers[0]!.arrayBuffer())).toEqual(PNG)
  clock.now += 299_999
  expect((await avatar('alice')).status).toBe(200)
  expect(asked).toEqual([linkOf('alice')])
  clock.now += 1
  expect((await avatar('alice')).headers.get('cache-control')).toBe('public, max-age=300')
  expect(asked).toHaveLength(2)
})

it('Another picture that the owner chooses is shown at once', async () => {
  const { asked, avatar, register, send } = await start()
  const NAME = 'alice.shop.eth'
  await register(NAME)
  for (const label of ['one', 'two']) {
    const body = await change(NAME, { avatar: linkOf(label) }, alice)
    expect((await send('PUT', `${ACCOUNT}/${NAME}`, body)).status).toBe(200)
    expect((await avatar('alice')).status).toBe(200)
  }
  expect(asked).toEqual([linkOf('one'), linkOf('two')])
})

it('A picture that could not be had is asked for again after a minute', async () => {
  const { clock, asked, host, nameOf, avatar } = await start()
  await nameOf('alice')
  host.isDown = true
  expect((await avatar('alice')).status).toBe(404)
  host.isDown = false
  clock.now += 59_999
  expect((await avatar('alice')).status).toBe(404)
  expect(asked).toHaveLength(1)
  clock.now += 1
  expect((await avatar('alice')).status).toBe(200)
})

const images = Object.fromEntries(
  Array.from({ length: 221 }, (_, at) => [`image-${at}`, linkOf(`image-${at}`)]),
)

it('While 110 pictures of names hang, one more is refused, and other pictures are shown', async () => {
  const { stuck, host, nameOf, avatar, ask } = await start({ images })
  const labels = Array.from({ length: 111 }, (_, at) => `name-${at}`)
  for (const label of labels) await nameOf(label)
  host.isStuck = (link) => link.includes('/name-')
  // No picture is given up while this machine is slow.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const waiting = labels.slice(0, 110).map(avatar)
  await expect.poll(() => stuck.length).toBe(10)
  const refused = await avatar('name-110')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await ask('/v1/image/image-0')).status).toBe(200)
  host.isStuck = () => false
  for (const go of stuck) go()
  const statuses = (await Promise.all(waiting)).map(({ status }) => status)
  expect(statuses).toEqual(Array(110).fill(200))
  expect((await avatar('name-110')).status).toBe(200)
})

it('While other pictures hang, and one more of them is refused, that of a name is shown', async () => {
  const { stuck, host, nameOf, avatar, ask } = await start({ images })
  await nameOf('alice')
  host.isStuck = (link) => link.includes('/image-')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const waiting = Object.keys(images)
    .slice(0, 220)
    .map((id) => ask(`/v1/image/${id}`))
  await expect.poll(() => stuck.length).toBe(20)
  expect((await ask('/v1/image/image-220')).status).toBe(503)
  expect((await avatar('alice')).status).toBe(200)
  host.isStuck = () => false
  for (const go of stuck) go()
  expect((await Promise.all(waiting)).every(({ status }) => status === 200)).toBe(true)
})
