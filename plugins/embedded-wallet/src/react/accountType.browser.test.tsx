import { afterEach, expect, it, vi } from 'vitest'
import { EVM_ADDRESS, RIGHT_CODE, SMART_ADDRESS } from '../../test/fakeFrame.js'
import {
  all,
  askCode,
  boxes,
  button,
  cleanUp,
  command,
  countOf,
  openPage,
  press,
  seen,
  type,
  WAIT,
} from '../../test/page.js'

afterEach(cleanUp)

/** A person on Ethereum whose frame has smart accounts on one network. */
async function enter(chainId: number): Promise<ReturnType<typeof openPage>> {
  const kernel = openPage()
  await askCode(kernel, 'ada@shop.example')
  await command(`smart:${chainId}`)
  type(boxes()[0]!, RIGHT_CODE)
  await vi.waitFor(() => expect(kernel.ports.modal.get().open).toBe(false), WAIT)
  return kernel
}
/** The text of each account's row. */
const rows = (): string[] => all('.view .row .main').map(({ textContent }) => textContent)

it('Account type says which account is in use and what each holds, and switches', async () => {
  const kernel = await enter(1)
  const active = () => kernel.ports.accounts.active('eip155')?.address
  expect(active()).toBe(SMART_ADDRESS)
  kernel.open('Account')
  await press('Account type')
  await seen('Use the standard account')
  expect(rows()).toHaveLength(2)
  expect(rows()[0]).toMatch(/^Standard account/)
  expect(rows()[1]).toMatch(/^Smart account/)
  const inUse = () =>
    all('.view .row')
      .filter(({ textContent }) => textContent.includes('In use'))
      .map(({ textContent }) => textContent.slice(0, 5))
  expect(inUse()).toEqual(['Smart'])
  await press('Use the standard account')
  await seen('Use the smart account')
  expect([active(), inUse()]).toEqual([EVM_ADDRESS, ['Stand']])
  await press('Use the smart account')
  await seen('Use the standard account')
  expect(active()).toBe(SMART_ADDRESS)
  expect(await countOf('set preferred account')).toBe(1)
})

it('A switch that the frame refuses is told, and may be tried again', async () => {
  const kernel = await enter(1)
  const asked = kernel.ports.connections.request({
    network: 'eip155:1',
    method: 'wallet_getCapabilities',
    params: [],
  })
  await vi.waitFor(async () => expect(await countOf('rpc request')).toBe(1), WAIT)
  await command('approve')
  await asked
  kernel.open('Account')
  await press('Account type')
  await command('fail:set preferred account:unreachable')
  await press('Use the standard account')
  await vi.waitFor(() => expect(all('.view [role=alert]')).toHaveLength(1), WAIT)
  expect(kernel.ports.accounts.active('eip155')?.address).toBe(SMART_ADDRESS)
  await press('Use the standard account')
  await vi.waitFor(
    () => expect(kernel.ports.accounts.active('eip155')?.address).toBe(EVM_ADDRESS),
    WAIT,
  )
})

it('A site without a network that has smart accounts offers no choice', async () => {
  const kernel = await enter(10)
  kernel.open('Account')
  await seen('Wallet and security')
  expect(button('Account type')).toBeUndefined()
})
