import { isEmail } from '@latchkey/embedded-wallet/protocol'
import { is } from 'valibot'
import { expect, it } from 'vitest'
import { email } from '../src/contract/index.js'

const taken = [
  'a@b.co',
  'ada+shop@shop.example',
  "o'neill@mail.shop.example",
  'müller@exämple.de',
  '用户@例子.公司',
  `${'a'.repeat(64)}@shop.example`,
]
const refused = [
  'x@',
  '@shop.example',
  'not-an-email',
  'a@b',
  'a@b.c',
  'a..b@shop.example',
  '.a@shop.example',
  'a.@shop.example',
  'a@.shop.example',
  'a@-shop.example',
  'a@shop..example',
  'a b@shop.example',
  'a@shop.example\nBcc: b@shop.example',
  'a@shop.example,b@shop.example',
  '"a"@shop.example',
  'Ada <a@shop.example>',
  `${'a'.repeat(65)}@shop.example`,
  `a@${'b'.repeat(300)}.example`,
  '',
]

it('The page and the service take the same addresses of email', () => {
  const judge = (isTaken: (text: string) => boolean) => [
    taken.filter((text) => !isTaken(text)),
    refused.filter(isTaken),
  ]
  expect(judge((text) => is(email, text))).toEqual([[], []])
  expect(judge(isEmail)).toEqual([[], []])
})
