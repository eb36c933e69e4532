import { expect, it } from 'vitest'
import { demandChainRule } from './rules.js'
import { createWallet } from './wallet.js'
import type { WalletRule } from './types.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const open = (rule: WalletRule) =>
  createWallet({
    ui: 'manual',
    rule,
    chains: [{ id: 31_337, name: 'Local', url: 'http://127.0.0.1:9' }],
    accounts: [
      { address, privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' },
    ],
  })
const connect = { method: 'eth_requestAccounts' }

it('A rule of EVM wallets alone is refused for a wallet of another family', () => {
  expect(demandChainRule('silent')).toBe('silent')
  for (const rule of ['locked', 'wrongNetwork'] as const)
    expect(() => demandChainRule(rule)).toThrow(`The rule '${rule}' is one of EVM wallets`)
})

it('Approves and rejects at once by rule', async () => {
  const { provider, control } = open('approve')
  expect(await provider.request(connect)).toEqual([address])
  control.follow('reject')
  const signing = provider.request({ method: 'personal_sign', params: ['0x00', address] })
  await expect(signing).rejects.toMatchObject({ code: 4001 })
})

it('A silent wallet asks, and its prompt is answered by the next rule', async () => {
  const { provider, control } = open('silent')
  const connecting = provider.request(connect)
  expect(control.pending.map(({ kind }) => kind)).toEqual(['connect'])
  control.follow('approve')
  expect(await connecting).toEqual([address])
  expect(control.pending).toEqual([])
})

it('A locked wallet shows no account, and waits to be unlocked', async () => {
  const { provider, control } = open('approve')
  await provider.request(connect)
  control.follow('locked')
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  const unlocking = provider.request(connect)
  expect(control.pending.map(({ kind }) => kind)).toEqual(['unlock'])
  control.follow('approve')
  expect(await unlocking).toEqual([address])
})

it('A wallet on the wrong network can be brought to the right one, by the site and by its owner', async () => {
  const { provider, control } = open('wrongNetwork')
  await provider.request(connect)
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7ffffffe')
  const params = [{ chainId: '0x7a69' }]
  await provider.request({ method: 'wallet_switchEthereumChain', params })
  expect(control.state.chainId).toBe(31_337)
  control.follow('wrongNetwork')
  control.follow('approve')
  expect(control.state.chainId).toBe(31_337)
})
