import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Ids of orders, which nobody else can make: whoever has one may read that order, and nothing else. */
export interface OrderIds {
  create(): string
  /** Whether this service made it. */
  isOwn(id: string): boolean
}

const RANDOM_BYTES = 18
const MARK_BYTES = 16
const ID = /^[\w-]{24}\.[\w-]{22}$/

/** @param secret the same for all instances, and after a restart */
export function createOrderIds(secret: Uint8Array): OrderIds {
  const markOf = (random: string): Buffer =>
    createHmac('sha256', secret).update(`onramp order ${random}`).digest().subarray(0, MARK_BYTES)
  return {
    create() {
      const random = randomBytes(RANDOM_BYTES).toString('base64url')
      return `${random}.${markOf(random).toString('base64url')}`
    },
    isOwn(id) {
      if (!ID.test(id)) return false
      const [random = '', mark = ''] = id.split('.')
      const given = Buffer.from(mark, 'base64url')
      return given.toString('base64url') === mark && timingSafeEqual(given, markOf(random))
    },
  }
}
