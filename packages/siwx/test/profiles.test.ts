import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { formatMessage, parseMessage, verifySession, type SiwxSession } from '../src/index.js'

const page = readFileSync(
  new URL('../../../docs/siwx-profiles.md', import.meta.url),
  'utf8',
).replaceAll('\r\n', '\n')
const examples = [
  ...page.matchAll(/^`(\w+):([\w-]+)`:\n\n```text\n([^`]+)\n```\n\n```json\n(.+)\n```$/gm),
].map(([, namespace, reference, message, signed]) => ({
  namespace: namespace!,
  chainId: `${namespace}:${reference}`,
  message: message!,
  signed: JSON.parse(signed!) as Pick<SiwxSession, 'signature' | 'publicKey'>,
}))

it('The page of profiles has an example of each family', () => {
  expect(examples.map(({ namespace }) => namespace)).toEqual([
    'eip155',
    'solana',
    'bip122',
    'polkadot',
    'cosmos',
  ])
})

it.each(examples)(
  'The example of $namespace on the page is read, written and verified as it says',
  async ({ namespace, chainId, message, signed }) => {
    const data = parseMessage(message, namespace)
    expect(data.chainId).toBe(chainId)
    expect(formatMessage(data)).toBe(message)
    const session = { data, message, ...signed }
    expect(
      await verifySession({
        session,
        expected: {
          domain: 'shop.example',
          nonce: '6f1c0b7e9d2a4358a1b2c3d4e5f60718',
          at: Date.parse('2026-01-01T12:05:00Z'),
        },
      }),
    ).toEqual({ message: data, signedBy: 'key' })
  },
)
