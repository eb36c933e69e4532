import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { newHealth } from '../../src/follow/health.js'
import { startTestApi } from '../harness.js'

it('Each figure of the Grafana file is one that /metrics gives', async () => {
  const text = await readFile(new URL('../../grafana.json', import.meta.url), 'utf8')
  const named = new Set(text.match(/latchkey_blockchain_api_\w+/g))
  expect(named.size).toBeGreaterThan(8)
  const { ask } = await startTestApi(
    {},
    {
      following: () => [{ ...newHealth('eip155:1'), top: 1, head: 2 }],
      servers: () => [{ name: 'redis', state: 'away', since: 1 }],
    },
  )
  const metrics = await (await ask('/metrics')).text()
  for (const name of named) expect(metrics).toMatch(new RegExp(`^# TYPE ${name} `, 'm'))
  expect(metrics).toContain('latchkey_blockchain_api_follower_lag_blocks{chain="eip155:1"} 1')
  expect(metrics).toContain('latchkey_blockchain_api_server_up{server="redis"} 0')
})
