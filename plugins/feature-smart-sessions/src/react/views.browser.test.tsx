import axe from 'axe-core'
import type { Limits } from '@latchkey/smart-account'
import { afterEach, expect, it, vi } from 'vitest'
import {
  contextOf,
  delegationOf,
  FakeService,
  FakeSmartWallet,
  limitsOf,
  NOW_S,
  OWNER,
  pciOf,
  requestOf,
  SESSION_KEY,
  STRANGER,
  TOKEN,
} from '../../test/bench.js'
import { FakeNode } from '../../test/fakeNode.js'
import { all, button, cleanUp, openList, press, says, shows, text } from '../../test/page.js'

const ETHER = 10n ** 18n
const HOUR_S = 3_600

afterEach(() => {
  cleanUp()
  Reflect.deleteProperty(navigator, 'onLine')
  vi.restoreAllMocks()
})
const setOnline = (isOnline: boolean): void => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: isOnline })
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}
/** The faults that axe finds in the modal. */
async function faults(): Promise<string[]> {
  const { violations } = await axe.run(all('.card')[0]!, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)
}
/** A wallet whose record holds a session with each of these limits. */
function pageWith(...all: readonly Partial<Limits>[]) {
  const delegations = all.map((more) => delegationOf(limitsOf(more)))
  const wallet = new FakeSmartWallet()
  const node = new FakeNode()
  wallet.answers['wallet_getGrantedExecutionPermissions'] = () =>
    delegations.map((each) => ({ chainId: 1, from: OWNER, context: contextOf(each) }))
  return { delegations, wallet, node, hasNoServer: true }
}

it('A session shows its limit, what is left, who may act, and its end in the time of the visitor', async () => {
  const page = pageWith({
    permission: { type: 'native', allowance: { kind: 'total', amount: 2n * ETHER } },
  })
  page.node.spent.set(pciOf(page.delegations[0]!), ETHER / 2n)
  page.node.counted.set(pciOf(page.delegations[0]!), 3n)
  await openList(page)
  await shows('Up to 2 ETH in all')
  await shows('1.5 ETH left')
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
  expect(text()).toContain(`Until ${day.format(limitsOf().expiry * 1000)}`)
  expect(await faults()).toEqual([])
  await press(/Up to 2/)
  await shows('0.5 ETH')
  await shows('3 of 100')
  expect(text()).toContain(SESSION_KEY)
  expect(text()).toContain('Chain 1')
  const end = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
  expect(text()).toContain(end.format(limitsOf().expiry * 1000).replaceAll('\u202f', ' '))
  expect(all(`a[href^="https://scan.example/address/${SESSION_KEY}"]`)).toHaveLength(1)
  expect(await faults()).toEqual([])
})

it('Periods, streams, tokens and calls are told in words', async () => {
  const start = NOW_S() - HOUR_S
  await openList(
    pageWith(
      {
        permission: {
          type: 'erc20',
          token: TOKEN,
          allowance: { kind: 'period', amount: 5_000_000n, period: 86_400, start },
        },
      },
      {
        permission: {
          type: 'native',
          allowance: { kind: 'stream', initial: 0n, perSecond: ETHER, maximum: 9n * ETHER, start },
        },
      },
      {
        permission: {
          type: 'calls',
          targets: [TOKEN, SESSION_KEY],
          selectors: ['0x12345678'],
          maxValue: 0n,
        },
        expiry: NOW_S() + 2 * HOUR_S,
      },
    ),
  )
  await shows('5 USDC in each period of 1 day')
  await shows('1 ETH more each second, up to 9 ETH')
  await shows('Calls of 2 contracts')
  await press(/Calls of 2/)
  await shows('0x12345678')
  expect(text()).toContain(TOKEN)
})

it('Taking a session back asks the wallet, waits for the chain, and says that it has ended', async () => {
  const page = pageWith({})
  let answer = (): void => undefined
  page.wallet.answers['wallet_revokePermissions'] = () =>
    new Promise((resolve) => (answer = () => resolve({})))
  await openList(page)
  await press(/Up to 2/)
  await press('Take back')
  await shows('Confirm in your wallet')
  await vi.waitFor(() => expect(page.wallet.of('wallet_revokePermissions')).toHaveLength(1))
  answer()
  await shows('Waiting for the chain')
  page.node.disabled.add(pciOf(page.delegations[0]!))
  await shows('This session has ended')
  await says('This session has ended')
})

it('A visitor who declines is told calmly, and may try again', async () => {
  const page = pageWith({})
  page.wallet.answers['wallet_revokePermissions'] = () => {
    throw Object.assign(new Error('no'), { code: 4001 })
  }
  await openList(page)
  await press(/Up to 2/)
  await press('Take back')
  await shows('You did not confirm. The session goes on.')
  expect(all('.error')).toEqual([])
  expect(button('Take back').disabled).toBe(false)
})

it('All sessions are taken back from the list, and the one that fails says so', async () => {
  const page = pageWith({}, {})
  page.wallet.answers['wallet_revokePermissions'] = () => {
    throw new Error('broken')
  }
  await openList(page)
  await press('Take all back')
  await shows('The session was not taken back.')
  expect(page.wallet.of('wallet_revokePermissions')).toHaveLength(1)
})

it('An account without sessions is told what would be listed', async () => {
  await openList({ hasNoServer: true })
  await shows('No smart sessions')
  expect(await faults()).toEqual([])
})

it('A list that nobody could tell has a way to try again', async () => {
  const service = new FakeService()
  service.sessions = () => 503
  await openList({ service })
  await shows('Smart sessions could not be read')
  await says('Smart sessions could not be read')
  expect(await faults()).toEqual([])
  service.sessions = () => ({ sessions: [] })
  await press('Try again')
  await shows('No smart sessions')
})

it('A list that is being read has the shape of a list', async () => {
  const service = new FakeService()
  let answer = (): void => undefined
  service.sessions = () => new Promise((resolve) => (answer = () => resolve({ sessions: [] })))
  await openList({ service })
  await vi.waitFor(() => expect(all('.skeleton').length).toBeGreaterThan(0))
  await vi.waitFor(() => expect(service.by('GET').length).toBeGreaterThan(0))
  answer()
})

it('A silent server and a silent network are told beside the list', async () => {
  const page = { ...pageWith({}), hasNoServer: false }
  const service = new FakeService()
  service.sessions = () => 503
  page.node.isAway = true
  await openList({ ...page, service })
  await shows('The site’s server does not answer.')
  await shows('A network does not answer.')
  await shows('Up to 2 ETH in all')
  await press(/Up to 2/)
  await shows('Not known now')
})

it('After a change of account a session of the one before is not said to have ended', async () => {
  const page = pageWith({})
  page.wallet.others = [STRANGER]
  const { kernel, api } = await openList(page)
  await press(/Up to 2/)
  await shows(SESSION_KEY)
  await kernel.ports.accounts.select({ connectionId: 'smart', namespace: 'eip155', key: '1' })
  await shows('Another account is in use')
  await says('Another account is in use')
  expect(text()).not.toMatch(/has ended|do nothing/)
  expect(await faults()).toEqual([])
  await press('Show all sessions')
  await vi.waitFor(() => expect(api.state.get()).toMatchObject({ account: STRANGER, isRead: true }))
  await shows('No smart sessions')
})

it('A session that nobody tells of any more is not said to have ended', async () => {
  const page = pageWith({})
  const { api } = await openList(page)
  await press(/Up to 2/)
  await shows(SESSION_KEY)
  page.wallet.answers['wallet_getGrantedExecutionPermissions'] = () => []
  await api.list()
  await shows('Whether it has ended is not known')
  expect(text()).not.toContain('do nothing')
})

it('A wallet’s word that could not be checked is told as the wallet’s word', async () => {
  const page = pageWith()
  page.wallet.answers['wallet_getGrantedExecutionPermissions'] = () => [
    { chainId: 1, from: OWNER, to: SESSION_KEY, context: '0x1234', expiry: limitsOf().expiry },
  ]
  const { api } = await openList(page)
  await press(/another kind/)
  await press('Take back')
  await shows('Your wallet says that this session has ended')
  await shows('This could not be checked on the chain.')
  await says('Your wallet says')
  expect(text()).not.toContain('do nothing')
  // The wallet tells of it again: both views have the word of before beside it.
  await api.list()
  await shows('Your wallet says that this session has ended')
  expect(button('Take back').disabled).toBe(false)
})

it('A wallet that does not answer is named in the list, with a way to ask it again', async () => {
  const page = pageWith()
  page.wallet.answers['wallet_getGrantedExecutionPermissions'] = () => {
    throw new Error('asleep')
  }
  await openList(page)
  await shows('Your wallet does not answer. Sessions that only it knows are missing here.')
  await shows('No other sessions are known')
  expect(text()).not.toContain('No smart sessions')
  expect(await faults()).toEqual([])
  const delegation = delegationOf(limitsOf())
  page.wallet.answers['wallet_getGrantedExecutionPermissions'] = () => [
    { chainId: 1, from: OWNER, context: contextOf(delegation) },
  ]
  await press('Try again')
  await shows('Up to 2 ETH in all')
  await vi.waitFor(() => expect(text()).not.toContain('does not answer'))
})

it('A grant that is wider than what was asked for is marked, with its parts and a way to take it back', async () => {
  const page = pageWith()
  const wider = delegationOf(limitsOf({ maxCalls: 500 }))
  page.wallet.grants = () => wider
  const { api } = await openList(page)
  await shows('No smart sessions')
  await api.grant(requestOf()).catch(() => undefined)
  await shows('More than was asked for')
  await press(/Up to 2/)
  await shows('Your wallet granted more than this site asked for: Times used. Take it back.')
  expect(button('Take back').disabled).toBe(false)
  expect(await faults()).toEqual([])
})

it('A period that is used up says when the next one begins', async () => {
  const start = NOW_S() - HOUR_S
  const allowance = { kind: 'period', amount: ETHER, period: 2 * HOUR_S, start } as const
  const page = pageWith({ permission: { type: 'native', allowance } })
  page.node.spent.set(pciOf(page.delegations[0]!), 0n)
  await openList(page)
  await press(/in each period/)
  await shows('Next period begins')
  const end = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
  expect(text()).toContain(
    end.format((start + 2 * HOUR_S) * 1000).replaceAll(/[\u00a0\u202f]/g, ' '),
  )
})

it('A visitor who is offline is told so, and takes nothing back', async () => {
  await openList(pageWith({}))
  await shows('Up to 2 ETH in all')
  setOnline(false)
  await shows('You are offline. Balances and lists may be old.')
  expect(button('You are offline').disabled).toBe(true)
  setOnline(true)
  await vi.waitFor(() => expect(button('Take all back').disabled).toBe(false))
})

it.each(['ar', 'de', 'ja'])('The views have every word in the language %s', async (locale) => {
  const page = pageWith({})
  const { kernel } = await openList(page)
  await shows(/Up to 2/)
  kernel.setOptions({ locale })
  await vi.waitFor(() => expect(text()).not.toMatch(/Up to|left|Take/))
  expect(await faults()).toEqual([])
})
