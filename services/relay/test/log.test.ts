import { afterEach, expect, it } from 'vitest'
import { jsonLog, startRelay } from '../src/index.js'
import { client, closeAll, pair } from './clients.js'
import { connectRaw, newKey, newTopic } from './rawClient.js'

afterEach(closeAll)

it('A whole session leaves no payload, no topic and no key in the log', async () => {
  const lines: string[] = []
  const secrets = new Set<string>()
  const remember = (value: unknown): void => {
    if (typeof value === 'string' && value.length >= 16) secrets.add(value)
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(remember)
  }
  const relay = await startRelay({
    log: jsonLog((line) => lines.push(line), 'debug'),
    onRequest: ({ clientId, params }) => {
      remember(clientId)
      remember(params)
    },
  })
  const [dapp, wallet] = [await client(relay.url), await client(relay.url)]
  const { topic } = await pair(dapp, wallet)
  secrets.add(dapp.core.crypto.keychain.get(topic))
  await dapp.ping({ topic })
  const key = newKey()
  secrets.add(key.issuer)
  const bad = await connectRaw(relay.url, { key })
  const secret = newTopic()
  secrets.add(secret)
  bad.send(`junk ${secret}`)
  await bad.call(secret, { topic: secret }).catch(() => undefined)
  await bad.call('irn_publish', { topic: secret, message: { secret } }).catch(() => undefined)
  await (
    await connectRaw(relay.url, { key, claims: { aud: secret } })
  ).closed
  await closeAll()
  await relay.close()
  const log = lines.join('')
  expect(secrets.size).toBeGreaterThan(10)
  expect(
    [...secrets].filter((text) => log.includes(text) || log.includes(text.slice(0, 16))),
  ).toEqual([])
  expect(new Set(lines.map((line) => JSON.parse(line).event))).toEqual(
    new Set([
      'relay.started',
      'connection.opened',
      'connection.closed',
      'connection.refused',
      'connection.ended_by_relay',
      'request.failed',
      'relay.stopped',
    ]),
  )
})
