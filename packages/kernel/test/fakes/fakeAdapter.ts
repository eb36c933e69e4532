export { fakeAdapter } from '@latchkey/plugin-testkit/fakes'
