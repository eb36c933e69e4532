export { FakeConnector, type FakeBehaviour } from '@latchkey/plugin-testkit/fakes'
