import { expect, it } from 'vitest'
import { FrameError } from '../link/errors.js'
import type { Client } from './client.js'
import { createSocial } from './social.js'

const OWN = 'https://wallet.example'

/** A service that answers a wait by these, in their order. */
function createBench(answers: readonly (() => unknown)[]) {
  const bodies: unknown[] = []
  const client = (async ({ path }, { body } = {}) => {
    if (path.endsWith('/start'))
      return { login: 'l', uri: 'https://provider.example', expiresAt: 0 }
    bodies.push(body)
    return answers[bodies.length - 1]!()
  }) as Client
  const place = { origin: 'https://shop.example', ownOrigin: OWN }
  const social = createSocial({ client, projectId: 'shop', ...place, lang: 'en', pauseMs: 1 })
  return { social, bodies }
}
const away = (): never => {
  throw new FrameError('Away.', { reason: 'unreachable' })
}
const signal = new AbortController().signal

it('A wait goes on over a service that is away, until there is a result', async () => {
  const answers = [() => ({ state: 'started' }), away, away, () => ({ state: 'denied', uri: 'u' })]
  const { social, bodies } = createBench(answers)
  const login = await social.start('google')
  expect(await login.result(signal)).toBe('u')
  const seen = { login: 'l', seen: 'started' }
  expect(bodies).toEqual([{ login: 'l' }, seen, seen, seen])
})

it('A wait ends with the time of the sign-in, and with any other refusal', async () => {
  const over = await createBench([() => ({ state: 'expired' })]).social.start('x')
  await expect(over.result(signal)).rejects.toMatchObject({ details: { reason: 'expired' } })
  const gone = () => {
    throw new FrameError('None.', { reason: 'missing' })
  }
  const missing = await createBench([gone]).social.start('farcaster')
  await expect(missing.result(signal)).rejects.toMatchObject({ details: { reason: 'missing' } })
})

it('A wait that nobody needs any more asks no further', async () => {
  const end = new AbortController()
  const { social, bodies } = createBench([
    () => {
      end.abort()
      return { state: 'started' }
    },
  ])
  await expect((await social.start('x')).result(end.signal)).rejects.toThrow()
  expect(bodies).toHaveLength(1)
})

it('A result is read from an address of this service alone', () => {
  const { social } = createBench([])
  const path = '/v1/social/result?login=l&result=r'
  expect(social.readResult(OWN + path)).toEqual({ login: 'l', result: 'r' })
  for (const uri of [
    `https://evil.example${path}`,
    `${OWN}/v1/other?login=l&result=r`,
    `${OWN}/v1/social/result?login=l`,
    'nothing',
    '',
  ])
    expect(() => social.readResult(uri), uri).toThrow('Start again.')
})
