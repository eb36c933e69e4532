import { DEFAULT_HTTP_LIMITS, type HttpLimits } from '@latchkey/service-kit/http'

/** Bounds of the service. Each is set by `LIMIT_…`: `LIMIT_MAIL_HOUR` for `mailHour`. */
export interface FrameLimits extends HttpLimits {
  /** Seconds between two mails to an address. */
  mailPause: number
  /** Mails to an address in an hour. */
  mailHour: number
  /** Mails to an address in a day. */
  mailDay: number
  /** Mails that one IP address may ask for in an hour. */
  mailClient: number
  /** Mails of a project in an hour. */
  mailProject: number
  /** Sign-ins by a provider that one IP address may begin in ten minutes. */
  socials: number
  /** Seconds that all requests of one sign-in to its provider may take. */
  provider: number
  /** Releases of the service's share to a session in a minute. */
  shares: number
  /** Releases of the recovery shares of a person in a day, and as many exports of the words. */
  recoveries: number
  /** Changes of a person's address that are begun in a day. */
  emailChanges: number
  /** Identity tokens of a session in a minute. */
  tokens: number
  /** Units of gas that one operation of a smart account may ask for. */
  operationGas: number
  /** Gwei that one operation of a smart account may pay for each unit of gas. */
  operationFee: number
}

export const DEFAULT_FRAME_LIMITS: Readonly<FrameLimits> = {
  ...DEFAULT_HTTP_LIMITS,
  bodyBytes: 16 << 10,
  // A wait takes 25 s.
  answer: 40,
  mailPause: 30,
  mailHour: 5,
  mailDay: 10,
  mailClient: 20,
  mailProject: 1_000,
  socials: 30,
  provider: 10,
  shares: 60,
  recoveries: 5,
  emailChanges: 5,
  tokens: 30,
  operationGas: 10_000_000,
  operationFee: 10_000,
}
