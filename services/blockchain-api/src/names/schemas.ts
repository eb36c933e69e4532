import { failedSchema } from '@latchkey/service-kit/http'
import * as v from 'valibot'
import { textOf } from '../schemas.js'
import { MAX_MESSAGE } from './messages.js'

const NAME = v.pipe(textOf(255), v.description('In normal form (ENSIP-15): `alice.shop.eth`.'))
const TIME = v.nullable(
  v.pipe(v.string(), v.description('ISO 8601; null: not a name of this service.')),
)

export const nameParams = v.object({ name: NAME })
export const nameQuery = v.object({
  apiVersion: v.optional(v.picklist(['1', '2'], 'This must be 2.')),
})
export const addressParams = v.object({
  address: v.pipe(textOf(200), v.description('An address of the EVM, alone or as CAIP-10.')),
})
export const identityQuery = v.object({ sender: v.optional(textOf(200)) })
export const suggestionParams = v.object({
  name: v.pipe(textOf(255), v.description('A label, or a whole name, as far as it was typed.')),
})
export const suggestionQuery = v.object({
  zone: v.pipe(textOf(255), v.description('Without a leading dot: `shop.eth`.')),
})

const profile = v.object({
  name: v.string(),
  zone: v.pipe(v.nullable(v.string()), v.description('null: not a name of this service.')),
  registered_at: TIME,
  addresses: v.pipe(
    v.record(v.string(), v.object({ address: v.string(), created_at: TIME })),
    v.description('By coin type (ENSIP-9, ENSIP-11).'),
  ),
  attributes: v.object({
    avatar: v.optional(v.string()),
    url: v.optional(v.string()),
    description: v.optional(v.string()),
  }),
})
export type Profile = v.InferOutput<typeof profile>
export const profileAnswer = profile
export const reverseAnswer = v.pipe(v.array(profile), v.description('Newest first.'))
const suggestions = v.pipe(
  v.array(v.object({ name: v.string() })),
  v.description('10 at most, all free. The one that was asked for is the first where it is free.'),
)
export const suggestionsAnswer = v.object({ suggestions })
export const identityAnswer = v.object({
  name: v.string(),
  avatar: v.pipe(
    v.nullable(v.string()),
    v.description('Path of its picture at this service; null: none.'),
  ),
})

/** A text of an owner, and the signature of it. */
export const signedBody = v.object({
  coin_type: v.pipe(
    v.number('This must be a number.'),
    v.safeInteger('This must be a whole number.'),
    v.description('60 on eip155:1, else 0x80000000 and the chain id (ENSIP-11).'),
  ),
  address: textOf(42),
  message: v.pipe(textOf(MAX_MESSAGE), v.description('The JSON text that was signed (EIP-191).')),
  signature: v.pipe(
    textOf(10_000),
    v.regex(/^0x(?:[\da-f]{2})+$/i, 'This must be 0x and hex digits.'),
    v.description("A key's, or a contract's (ERC-1271, ERC-6492)."),
  ),
})
export type SignedBody = v.InferOutput<typeof signedBody>
export const doneAnswer = v.object({ success: v.literal(true), name: v.string() })
/** A name that cannot be had is answered with others. */
export const takenAnswer = v.object({
  ...failedSchema.entries,
  suggestions: v.optional(suggestions),
})

const DATA = v.pipe(
  v.string('This must be text.'),
  v.regex(/^0x(?:[\da-f]{2})*$/i, 'This must be hex.'),
)
const SENDER = v.pipe(
  v.string('This must be text.'),
  v.regex(/^0x[\da-f]{40}$/i, 'This must be an address.'),
)
export const gatewayParams = v.object({
  sender: SENDER,
  data: v.pipe(
    v.string(),
    v.regex(/^0x(?:[\da-f]{2})*\.json$/i, 'This must be hex and .json.'),
    v.transform((file) => file.slice(0, -'.json'.length)),
    v.description('The call in hex, and `.json`.'),
  ),
})
export const gatewayBody = v.object({ sender: SENDER, data: DATA })
export const gatewayAnswer = v.object({
  data: v.pipe(v.string(), v.description('Result, end of its validity in seconds, signature.')),
})
