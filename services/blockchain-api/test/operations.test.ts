import { expect, it } from 'vitest'
import { newHealth } from '../src/follow/health.js'
import { chain, startTestApi } from './harness.js'

const health = { ...newHealth('eip155:1'), state: 'following' as const, top: 90, head: 95 }
const following = () => [{ ...health, windows: 7, reorgs: 2, conflicts: 1, filling: 3 }]

it('Position, lag, windows, reorganisations and conflicts of each chain are in the metrics', async () => {
  const { ask } = await startTestApi({}, { following })
  const text = await (await ask('/metrics')).text()
  for (const [name, value] of [
    ['top', 90],
    ['head', 95],
    ['lag_blocks', 5],
    ['filling', 3],
    ['windows_total', 7],
    ['reorgs_total', 2],
    ['conflicts_total', 1],
  ])
    expect(text).toContain(
      `\nlatchkey_blockchain_api_follower_${name}{chain="eip155:1"} ${value}\n`,
    )
  expect(text).toContain('_follower_state{chain="eip155:1",state="following"} 1\n')
  const other = await startTestApi()
  expect(await (await other.ask('/metrics')).text()).not.toContain('follower')
})

it('A service that closes says so to its balancer by 503', async () => {
  const { get } = await startTestApi({}, { isClosing: () => true })
  expect(await get('/health')).toMatchObject({ status: 503, body: { status: 'closing' } })
})

it('An instance that only follows answers those who run it, and no page', async () => {
  const { get, ask } = await startTestApi({ role: 'follower', chains: [chain()] }, { following })
  expect((await get('/health')).body).toMatchObject({ following: [{ top: 90 }] })
  expect((await ask('/metrics')).status).toBe(200)
  expect((await get('/v1/supported-chains')).status).toBe(404)
  expect((await get(`/v1/account/0x${'a1'.repeat(20)}/history`)).status).toBe(404)
})
