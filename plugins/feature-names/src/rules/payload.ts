import type { NameTexts } from './texts.js'

/** The data that is signed for a name. */
export interface NamePayload {
  name: string
  attributes: Readonly<Record<string, never>>
  /** Whole seconds since 1970. */
  timestamp: number
}

const secondsOf = (nowMs: number): number => Math.floor(nowMs / 1000)

/** @param name the whole name; `nowMs`: ms since 1970 */
export const payloadOf = (name: string, nowMs: number): NamePayload => ({
  name,
  attributes: {},
  timestamp: secondsOf(nowMs),
})

/** The data that is signed to set the texts of a name. @param nowMs ms since 1970 */
export const changeOf = (name: string, attributes: Partial<NameTexts>, nowMs: number) => ({
  action: 'update',
  name,
  attributes,
  timestamp: secondsOf(nowMs),
})

/** The data that is signed to give a name up. @param nowMs ms since 1970 */
export const leavingOf = (name: string, nowMs: number) => ({
  action: 'release',
  name,
  timestamp: secondsOf(nowMs),
})

/** The text as wallets take it for `personal_sign`: `0x` and its bytes in UTF-8. */
export const toHex = (text: string): `0x${string}` =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
