import { expect, it } from 'vitest'
import { knownConnectors, knownNamespaces, knownViews } from './known.js'

it('The table of known namespaces has five chain families', () =>
  expect(Object.keys(knownNamespaces)).toEqual([
    'eip155',
    'solana',
    'bip122',
    'polkadot',
    'cosmos',
  ]))
it('The namespace bip122 is called Bitcoin [ENT-53]', () =>
  expect(knownNamespaces['bip122']?.label).toBe('Bitcoin'))
it('The known namespaces have the decimals of their native currencies [CONST-12]', () =>
  expect(
    ['eip155', 'solana', 'bip122'].map((namespace) => knownNamespaces[namespace]?.decimals),
  ).toEqual([18, 9, 8]))
it('The table of known views has every view of the specification', () => {
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
it('The table of known connectors has every connector of the specification', () =>
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
