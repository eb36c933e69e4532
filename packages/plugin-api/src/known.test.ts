import { expect, it } from 'vitest'
import { knownConnectors, knownNamespaces, knownViews } from './known.js'

it('knows five namespaces', () =>
  expect(Object.keys(knownNamespaces)).toEqual([
    'eip155',
    'solana',
    'bip122',
    'polkadot',
    'cosmos',
  ]))
it('calls bip122 Bitcoin [ENT-53]', () => expect(knownNamespaces['bip122']?.label).toBe('Bitcoin'))
it('knows the native decimals [CONST-12]', () =>
  expect(
    ['eip155', 'solana', 'bip122'].map((namespace) => knownNamespaces[namespace]?.decimals),
  ).toEqual([18, 9, 8]))
it('knows the views of the specification, and who brings each', () => {
  const views = [
    'Connect',
    'Account',
    'AllWallets',
    'ConnectingWalletConnect',
    'ConnectingWalletConnectBasic',
    'ConnectingExternal',
    'ConnectingFarcaster',
    'EmailLogin',
    'UpdateEmailWallet',
    'ProfileWallets',
    'Swap',
    'SwitchNetwork',
    'SwitchActiveChain',
    'UnsupportedChain',
    'SIWXSignMessage',
    'ApproveTransaction',
    'RegisterAccountName',
    'RegisterAccountNameSuccess',
  ]
  expect(Object.keys(knownViews)).toEqual(expect.arrayContaining(views))
})
it('knows the connectors of the specification', () =>
  expect(Object.keys(knownConnectors).sort()).toEqual(
    [
      'walletConnect',
      'injected',
      'announced',
      'coinbaseWallet',
      'coinbaseWalletSDK',
      'safe',
      'ledger',
      'okx',
      'eip6963',
      'ID_AUTH',
    ].sort(),
  ))
