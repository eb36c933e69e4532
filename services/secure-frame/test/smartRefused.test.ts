// Operations that bundlers refused, and carried out all the same.
import { LatchkeyError } from '@latchkey/plugin-api'
import { languages } from '@latchkey/plugin-api/languages'
import { expect, it } from 'vitest'
import { nextNonce } from '../src/page/smart/follow.js'
import { submit } from '../src/page/smart/send.js'
import { loadTexts } from '../src/page/translations/index.js'
import { languageOf } from '../src/page/translations/language.js'
import { fakeWorld } from './fakeSmartChain.js'

const LANGUAGES = ['en', ...languages]
const refusal = () =>
  new LatchkeyError('smart.bundler_failed', 'It refused.', { context: { failure: 'rejected' } })

it('A refused operation is told as one that may still be carried out, in every language', async () => {
  const said = await Promise.all(LANGUAGES.map((tag) => loadTexts(languageOf(tag))))
  const sentences = said.map((texts) => texts['node.bundler_refused'])
  expect(sentences[0]).toMatch(/may still be carried out/)
  expect(new Set(sentences).size).toBe(LANGUAGES.length)
  for (const sentence of sentences) expect(sentence).not.toMatch(/not carried out|nicht ausgeführt/)
})

it('While a refused operation can be carried out, the next one of its nonce knows of it', async () => {
  const { context, sign, bundler } = fakeWorld()
  const record = await sign(0n, { state: 'refused' })
  expect(await nextNonce(context)).toEqual({ nonce: 0n, refused: record })
  // A bundler that refused it has it in truth: it has to be outbid.
  bundler.found = { receipts: [], isPending: true, unanswered: 0 }
  expect(await nextNonce(context)).toEqual({ nonce: 0n, waiting: record, refused: record })
})

it('A refused operation that was carried out is seen before the next one is made', async () => {
  const { context, sign, chain, stateOf } = fakeWorld()
  const record = await sign(0n, { state: 'refused' })
  chain.include(record.hash, 0n)
  expect(await nextNonce(context)).toEqual({ nonce: 1n })
  expect((await stateOf(record))!.state).toBe('included')
})

it('The second try is told that the first one was carried out, by its transaction', async () => {
  const { context, sign, chain, bundler, time, stateOf } = fakeWorld()
  const first = await sign(0n, { state: 'refused' })
  const transaction = chain.include(first.hash, 0n)
  time.now += 1_000
  bundler.refusal = refusal()
  const operation = { ...first.operation, maxFeePerGas: 9n }
  const second = { hash: `0x${'cd'.repeat(32)}`, operation, fromBlock: 1n } as const
  await expect(submit(context, second, { submitted: () => undefined })).rejects.toMatchObject({
    message: expect.stringContaining(transaction) as string,
    details: { reason: 'earlier_carried_out' },
  })
  expect((await stateOf(first))!.state).toBe('included')
})

it('One that a stranger to this browser replaced is told as replaced', async () => {
  const { context, sign, chain, bundler } = fakeWorld()
  chain.include(`0x${'ab'.repeat(32)}`, 0n)
  bundler.refusal = refusal()
  const { hash, operation } = await sign(0n)
  await expect(
    submit(context, { hash, operation, fromBlock: 1n }, { submitted: () => undefined }),
  ).rejects.toMatchObject({ details: { reason: 'operation_replaced' } })
})
