// A zone that a host took out of its options: its names stay in the store, and are nobody's business here.
import { expect, it } from 'vitest'
import { type FetchDocument } from '../../src/media/fetcher.js'
import {
  ACCOUNT,
  ADDR,
  alice,
  ask,
  bob,
  change,
  leaving,
  refusalOf,
  registration,
  RESOLVER,
  startNames,
  ZONE,
} from './names.js'

const NAME = 'alice.shop.eth'
const PATH = `${ACCOUNT}/${NAME}`
const TEXTS = { avatar: 'https://pictures.example/a.png', url: 'https://alice.example' }

/** A service with another zone, above a store in which alice still has a name of `shop.eth`. */
async function startWithout(zones: object = { 'club.eth': ZONE }) {
  const asked: string[] = []
  const fetchDocument: FetchDocument = async (link) => {
    asked.push(link)
    return { bytes: Buffer.from('89504e470d0a1a0a', 'hex') }
  }
  const before = await startNames()
  await before.register(NAME)
  expect((await before.send('PUT', PATH, await change(NAME, TEXTS))).status).toBe(200)
  const { store } = before
  const names = { zones: zones as never, triesPerDay: 1_000_000 }
  const api = await startNames({ names }, undefined, { store, fetchDocument })
  return { api, asked, before, store }
}

it('A name of a zone that was removed is not read, and its picture is not fetched', async () => {
  const { api, asked } = await startWithout()
  expect(refusalOf(await api.read(NAME))).toEqual([404, 'name'])
  expect((await api.get(`/v1/profile/avatar/${NAME}`)).status).toBe(404)
  expect((await api.get('/v1/profile/suggestions/alice?zone=shop.eth')).status).toBe(404)
  expect(asked).toEqual([])
})

it('An address has no name of a zone that was removed, and keeps those of other zones', async () => {
  const { api } = await startWithout()
  const reverse = `/v1/profile/reverse/${alice.address}`
  const identity = `/v1/identity/${alice.address}`
  expect((await api.get(reverse)).body).toEqual([])
  expect((await api.get(identity)).status).toBe(404)
  expect((await api.register('alice.club.eth')).status).toBe(200)
  expect((await api.get(reverse)).body).toMatchObject([{ name: 'alice.club.eth' }])
  expect((await api.get(identity)).body).toEqual({ name: 'alice.club.eth', avatar: null })
})

it('The gateway answers for no name of a zone that was removed, though its resolver is still one', async () => {
  const { api, before } = await startWithout()
  expect((await ask(before, ADDR)).status).toBe(200)
  const answer = await ask(api, ADDR)
  expect(refusalOf(answer)).toEqual([400, 'data'])
  expect(JSON.stringify(answer.body)).not.toContain(alice.address.slice(2).toLowerCase())
  const { api: without } = await startWithout({})
  expect(refusalOf(await ask(without, ADDR, RESOLVER))).toEqual([404, 'sender'])
})

it('Nobody registers, changes or leaves a name of a zone that was removed', async () => {
  const { api, before } = await startWithout()
  const tries = [
    await api.send('POST', ACCOUNT, await registration('robert.shop.eth', bob)),
    await api.send('PUT', PATH, await change(NAME, { url: 'https://other.example' })),
    await api.send('DELETE', PATH, await leaving(NAME)),
  ]
  for (const answer of tries) expect(refusalOf(answer)).toEqual([400, 'name'])
  expect((await before.read(NAME)).body).toMatchObject({ attributes: TEXTS })
  expect((await before.read('robert.shop.eth')).status).toBe(404)
})

it('A zone that comes back has its names again', async () => {
  const { store } = await startWithout()
  const again = await startNames({}, undefined, { store })
  expect((await again.read(NAME)).body).toMatchObject({ name: NAME, attributes: TEXTS })
  expect(refusalOf(await again.register(NAME, bob))).toEqual([409, 'name'])
})
