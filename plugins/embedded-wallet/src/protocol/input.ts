import { is } from 'valibot'
import { email, oneTimeCode, webAddress } from './fields.js'

/** Whether a text is an email address that the frame takes. */
export const isEmail = (value: unknown): value is string => is(email, value)
/** Whether a value is a one-time code: a text of six ASCII digits. */
export const isOneTimeCode = (value: unknown): value is string => is(oneTimeCode, value)
/** Whether a value is an https address, or one of this machine. */
export const isWebAddress = (value: unknown): value is string => is(webAddress, value)
