export { createRandom, type Random } from '@latchkey/plugin-testkit/fakes'
