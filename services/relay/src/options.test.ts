import { expect, it } from 'vitest'
import { optionsFromEnv } from './options.js'

it('The relay reads its options from environment variables', () => {
  expect(optionsFromEnv({})).toEqual({
    port: 5555,
    host: '127.0.0.1',
    audiences: [],
    projectIds: [],
    allowedOrigins: [],
    limits: {},
  })
  expect(
    optionsFromEnv({
      PORT: '0',
      HOST: '::',
      REDIS_URL: 'redis://r',
      RELAY_URLS: 'wss://a, wss://b',
      PROJECT_IDS: 'p',
      ALLOWED_ORIGINS: 'https://*.example.org,',
      LIMIT_TOTAL_BYTES: '1000',
      LIMIT_RATE: '5',
    }),
  ).toEqual({
    port: 0,
    host: '::',
    redisUrl: 'redis://r',
    audiences: ['wss://a', 'wss://b'],
    projectIds: ['p'],
    allowedOrigins: ['https://*.example.org'],
    limits: { totalBytes: 1000, rate: 5 },
  })
})

it('The relay refuses a variable that is not a whole number, and names the variable', () => {
  for (const env of [{ PORT: 'http' }, { PORT: '-1' }, { LIMIT_BURST: '1.5' }]) {
    expect(() => optionsFromEnv(env)).toThrow(
      expect.objectContaining({
        code: 'relay.invalid_option',
        message: expect.stringContaining(Object.keys(env)[0] ?? ''),
      }),
    )
  }
})
