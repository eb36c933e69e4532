/**
 * Fakes with switches: connections, connectors, adapters, networks, storage, time, a page, a relay,
 * a hostile server. They need nothing but `@latchkey/plugin-api`, so that tests of every package can
 * use them, those of the kernel too.
 * @packageDocumentation
 */
export { fakeAdapter, type FakeAdapterOptions } from './fakeAdapter.js'
export { FakeAuthWallet, type FakeAuthWalletOptions } from './FakeAuthWallet.js'
export { fakeClock, type FakeClock } from './clock.js'
export {
  account,
  FakeConnection,
  scope,
  scopesOf,
  type FakeWalletSwitches,
} from './FakeConnection.js'
export { FakeConnector, type FakeBehaviour, type FakeConnectorOptions } from './FakeConnector.js'
export { fakeNetwork } from './fakeNetwork.js'
export { fakePage } from './page.js'
export {
  PLANTED,
  hostileAnswers,
  hostileServer,
  type HostileAnswer,
  type HostileServer,
} from './hostileServer.js'
export { createRandom, type Random } from './random.js'
export { fakeRelay, type FakeRelay } from './relay.js'
export { fakeStorage, type FakeStorage } from './storage.js'
