/** The data that is signed for a name. */
export interface NamePayload {
  name: string
  attributes: Readonly<Record<string, never>>
  /** Whole seconds since 1970. */
  timestamp: number
}

/** @param name the whole name; `nowMs`: ms since 1970 */
export const payloadOf = (name: string, nowMs: number): NamePayload => ({
  name,
  attributes: {},
  timestamp: Math.floor(nowMs / 1000),
})

/** The text as wallets take it for `personal_sign`: `0x` and its bytes in UTF-8. */
export const toHex = (text: string): `0x${string}` =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
