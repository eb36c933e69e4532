export {
  account,
  FakeConnection,
  scope,
  scopesOf,
  type FakeWalletSwitches as FakeWallet,
} from '@latchkey/plugin-testkit/fakes'
