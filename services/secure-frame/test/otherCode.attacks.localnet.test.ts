// Contracts of smart accounts with other code than the audited one, at the addresses that everybody knows.
import { CONTRACTS } from '@latchkey/smart-account'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSmartAccounts } from '../src/smartAccounts/enabled.js'
import { SEPOLIA, startSmartChain, type SmartChain } from './smartSide.js'

let chain: SmartChain
beforeAll(async () => void (chain = await startSmartChain()))
afterAll(() => chain?.close())

it('A network whose factory or implementation has other code is not enabled, and one line says so', async ({
  task,
}) => {
  const lines: [event: string, other: unknown][] = []
  const open = () =>
    openSmartAccounts({
      smartAccounts: { [SEPOLIA]: { bundlers: ['http://127.0.0.1:1'] } },
      rpc: { [SEPOLIA]: chain.url },
      log: (_level, event, more) => void lines.push([event, more?.['other']]),
    })
  const attacked = ['factory', 'implementation'] as const
  const enabled: string[] = []
  for (const name of attacked) {
    const known = await chain.ask('eth_getCode', CONTRACTS[name], 'latest')
    // A proxy could call this code in the place of the audited one.
    await chain.ask('anvil_setCode', CONTRACTS[name], `${String(known)}00`)
    if (Object.keys((await open()).enabled()).length > 0) enabled.push(name)
    await chain.ask('anvil_setCode', CONTRACTS[name], known)
  }
  task.meta.attack = {
    attack: 'smart accounts: factory or implementation with other code at the known address',
    tries: attacked.length,
    wanted: 'network not enabled, one line in the log',
    seen: `${enabled.length} enabled, ${lines.length} lines`,
  }
  expect(enabled).toEqual([])
  expect(lines).toEqual(attacked.map((name) => ['smart_accounts.other_code', name]))
  expect(Object.keys((await open()).enabled())).toEqual([SEPOLIA])
})
