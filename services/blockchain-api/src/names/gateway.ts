import { badInput, refusal } from '@latchkey/service-kit/http'
import { type Hex, encodeAbiParameters, encodePacked, keccak256 } from 'viem'
import { serializeSignature, sign } from 'viem/accounts'
import { type BoundedCache, createBoundedCache } from '@latchkey/service-kit/shared'
import { readQuestion, resultOf } from './answers.js'
import { type Registry } from './registry.js'
import { brokenRule, zoneOf } from './rules.js'
import { type Zone } from './zone.js'

/** Answers clients of ENS, which ask wherever a resolver on the chain tells them to (ERC-3668). */
export interface Gateway {
  /**
   * @param sender the resolver that asks
   * @param request the call `resolve(bytes,bytes)` that it got
   * @returns result, end of its validity in seconds, and the signature over both
   * @throws Refusal 400, 404
   */
  answer(sender: string, request: Hex): Promise<Hex>
}

/** An answer holds so long on the chain. */
const VALID_SECONDS = 300
/** One that is kept is answered while it holds for so long at least. */
const LEFT_SECONDS = 60
const MAX_KEPT_BYTES = 32 << 20
const ENTRY_BYTES = 300

interface Kept {
  result: Hex
  expires: number
  answer: Hex
}

export function createGateway(registry: Registry, now: () => number): Gateway {
  const kept: BoundedCache<Kept> = createBoundedCache(MAX_KEPT_BYTES)
  const zonesOf = (sender: string): ReadonlyMap<string, Zone> =>
    new Map([...registry.zones].filter(([, { resolvers }]) => resolvers.has(sender)))
  return {
    async answer(asker, text) {
      const sender = asker.toLowerCase() as Hex
      const request = text.toLowerCase() as Hex
      const zones = zonesOf(sender)
      if (zones.size === 0)
        throw refusal(404, 'sender', 'This service answers for no such resolver.')
      const question = readQuestion(request)
      // The zone's own name has this resolver as well, and no records here.
      const zone = zones.get(question.name) ?? zoneOf(zones, question.name)
      if (!zone) throw badInput('data', 'The name is of no zone of this resolver.')
      const label = question.name.slice(0, -zone.name.length - 1)
      const isName = question.name !== zone.name && brokenRule(label) === undefined
      const row = isName ? await registry.find({ zone, label, name: question.name }) : undefined
      const result = resultOf(question, row)
      const seconds = Math.floor(now() / 1000)
      const key = `${sender} ${request}`
      const before = kept.get(key)
      // A name that has changed has another result, so it is seen at once.
      if (before?.result === result && before.expires - seconds >= LEFT_SECONDS)
        return before.answer
      const expires = seconds + VALID_SECONDS
      const answer = await signAnswer(zone, { sender, request, result, expires })
      const weight = ENTRY_BYTES + 2 * (key.length + result.length + answer.length)
      kept.set(key, { result, expires, answer }, weight)
      return answer
    },
  }
}

interface Answer {
  sender: Hex
  request: Hex
  result: Hex
  /** Seconds since 1970. */
  expires: number
}

/** EIP-191, version 0: the resolver is the intended validator. */
export const answerHash = ({ sender, request, result, expires }: Answer): Hex =>
  keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', sender, BigInt(expires), keccak256(request), keccak256(result)],
    ),
  )

const signAnswer = async ({ signerKey }: Pick<Zone, 'signerKey'>, answer: Answer): Promise<Hex> => {
  const signature = await sign({ hash: answerHash(answer), privateKey: signerKey })
  return encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    [answer.result, BigInt(answer.expires), serializeSignature(signature)],
  )
}
