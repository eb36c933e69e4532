import { afterEach, expect, it } from 'vitest'
import { startRelay } from '../src/index.js'
import { connectRaw, newTopic, until } from './rawClient.js'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

const open = async () => {
  const relay = await startRelay()
  ending.push(relay.close)
  return { relay, get: (path: string) => fetch(relay.url.replace('ws', 'http') + path) }
}

it('The page /health answers ok and the number of connections', async () => {
  const { relay, get } = await open()
  await connectRaw(relay.url)
  const response = await get('/health')
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok', connections: 1 }])
})

it("The page /metrics counts connections, requests and messages in Prometheus' text format", async () => {
  const { relay, get } = await open()
  const [a, b, topic] = [await connectRaw(relay.url), await connectRaw(relay.url), newTopic()]
  await b.call('irn_subscribe', { topic })
  await a.call('irn_publish', { topic, message: 'm' })
  await a.call('nonsense\n"}', {}).catch(() => undefined)
  await until(() => b.pushed.length === 1)
  await (
    await connectRaw(relay.url, { token: 'x' })
  ).closed
  const response = await get('/metrics')
  const text = await response.text()
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4')
  expect(
    text
      .split('\n')
      .filter(
        (line) =>
          line && !/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[\w.]*"(,\w+="[\w.]*")*\})? \d+)$/.test(line),
      ),
  ).toEqual([])
  for (const line of [
    'connections_opened_total 2',
    'connections 2',
    'subscriptions 1',
    'published_total 1',
    'delivered_total 1',
    'acknowledged_total 1',
    'mailbox_messages 0',
    'connections_refused_total{reason="unauthorized"} 1',
    'requests_total{method="irn_publish",outcome="ok"} 1',
    'requests_total{method="unknown",outcome="relay.method_not_found"} 1',
  ])
    expect(text).toContain(`\nlatchkey_relay_${line}\n`)
})

it('Other paths are answered by 404', async () => {
  const { relay, get } = await open()
  for (const path of ['/', '/../etc/passwd', '/healthz']) expect((await get(path)).status).toBe(404)
  expect(
    (await fetch(`${relay.url.replace('ws', 'http')}/health`, { method: 'POST' })).status,
  ).toBe(404)
})

it('Closing the relay tells the clients, ends, and frees the port', async () => {
  const { relay } = await open()
  const client = await connectRaw(relay.url)
  await Promise.all([relay.close(), relay.close()])
  expect(await client.closed).toEqual({ code: 1001, reason: 'The relay restarts' })
  const again = await startRelay({ port: relay.port })
  await again.close()
})

it('The relay fails to start on a port that is taken', async () => {
  const { relay } = await open()
  await expect(startRelay({ port: relay.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
