import {
  boolean,
  optional,
  picklist,
  strictObject,
  type GenericSchema,
  type InferOutput,
} from 'valibot'
import * as field from './fields.js'

const noFields = undefined
const otp = strictObject({ otp: field.oneTimeCode })
const ofUser = strictObject({ user: field.user })
const ofUri = strictObject({ uri: field.webAddress })
const ofChain = strictObject({ chainId: field.chainId })

/**
 * The 22 events of the secure frame, `open security` and `identity token`: the payload that the page
 * posts, and the payload of the frame's success. `undefined`: the message has no payload.
 *
 * `open security` has the frame show its own pages: recovery, devices, the words, the end of the account.
 * The frame asks for its place by `show frame` and answers when the visitor is done; a cancel puts the
 * pages away. It fails with 4100 where nobody is signed in.
 *
 * `identity token` asks for the service's word on who is signed in, for the site's own server: five minutes,
 * for this project alone, with the server's nonce in it. It fails with 4100 where nobody is signed in.
 */
export const frameEvents = {
  'switch network': { payload: ofChain, success: ofChain },
  'connect email': {
    payload: strictObject({ email: field.typedEmail }),
    success: strictObject({ action: picklist(['VERIFY_OTP', 'VERIFY_DEVICE', 'CONNECT']) }),
  },
  'connect device': { payload: noFields, success: noFields },
  'connect otp': { payload: otp, success: ofUser },
  'connect social': {
    payload: strictObject({
      uri: field.webAddress,
      preferredAccountType: field.accountType,
      chainId: field.chainId,
    }),
    success: ofUser,
  },
  'get social redirect uri': {
    payload: strictObject({
      provider: field.socialProvider,
      /** The page's own address, for a redirect without a popup. */
      returnTo: optional(field.webAddress),
    }),
    success: ofUri,
  },
  'get farcaster uri': { payload: noFields, success: ofUri },
  'connect farcaster': {
    payload: noFields,
    success: strictObject({ userName: field.text(200) }),
  },
  'get user': {
    payload: strictObject({
      chainId: field.chainId,
      preferredAccountType: field.accountType,
      socialUri: optional(field.webAddress),
    }),
    success: ofUser,
  },
  'sign out': { payload: noFields, success: noFields },
  'is connected': {
    payload: strictObject({ token: field.handle }),
    success: strictObject({ isConnected: boolean(), token: optional(field.handle) }),
  },
  'get chain id': { payload: noFields, success: ofChain },
  'get smart account enabled networks': {
    payload: noFields,
    success: strictObject({
      smartAccountEnabledNetworks: field.list(field.whole(1), 64),
    }),
  },
  'init smart account': {
    payload: noFields,
    success: strictObject({ address: field.text(128) }),
  },
  'set preferred account': {
    payload: strictObject({ type: field.accountType }),
    success: strictObject({ type: field.accountType }),
  },
  'rpc request': {
    payload: strictObject({
      method: field.text(64),
      params: field.json,
    }),
    success: strictObject({ result: field.json }),
  },
  'update email': {
    payload: strictObject({ email: field.typedEmail }),
    success: strictObject({
      action: picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
    }),
  },
  'update email primary otp': { payload: otp, success: noFields },
  'update email secondary otp': {
    payload: otp,
    success: strictObject({ newEmail: field.email }),
  },
  'sync theme': {
    payload: strictObject({
      themeMode: picklist(['dark', 'light']),
      themeVariables: optional(field.themeVariables),
      w3mThemeVariables: optional(field.themeVariables),
    }),
    success: noFields,
  },
  'sync dapp data': {
    payload: strictObject({
      metadata: field.metadata,
      sdkVersion: field.text(64),
      sdkType: field.text(64),
      projectId: field.text(128),
    }),
    success: noFields,
  },
  reload: { payload: noFields, success: noFields },
  'open security': { payload: noFields, success: noFields },
  'identity token': {
    payload: strictObject({ nonce: optional(field.text(256, 8)) }),
    success: strictObject({
      token: field.text(4_096, 1),
      expiresAt: field.whole(0),
    }),
  },
} as const

/** The name of an event, as it stands on the wire. */
export type FrameEvent = keyof typeof frameEvents

type Fields<S> = S extends GenericSchema ? InferOutput<S> : undefined
/** The payload that the page posts with an event. */
export type FramePayload<E extends FrameEvent> = Fields<(typeof frameEvents)[E]['payload']>
/** The payload of the frame's success. */
export type FrameSuccess<E extends FrameEvent> = Fields<(typeof frameEvents)[E]['success']>

/** Whether a text names one of the events. */
export const isFrameEvent = (type: unknown): type is FrameEvent =>
  typeof type === 'string' && Object.hasOwn(frameEvents, type)
