import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits, base64url: a token, a handle, an id of an attempt, a cookie. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
/** 128 random bits: the id of a row. */
export const newId = (): string => randomBytes(16).toString('base64url')
/** Six digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url')

/** A hash that nobody can make or check without the pepper. Its parts cannot run into each other. */
export const keyedHash = (pepper: Buffer, ...parts: readonly string[]): string =>
  createHmac('sha256', pepper).update(JSON.stringify(parts)).digest('base64url')

/** Compares hashes in a time that does not depend on where they differ. */
export const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
