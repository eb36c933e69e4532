// Bodies of the requests, by the names of their routes. The service alone reads them: they are apart so that
// the frame's page, which fetches the routes before it is ready, does not carry them.
import * as v from 'valibot'
import { code, email, language, origin, signature, walletId } from './bodyFields.js'
import { evmAddress, projectId, secret, share, solanaAddress, split } from './fields.js'
import { attemptStates } from './signIn.js'
import { loginStates } from './social.js'
import { deviceId } from './user.js'
import { recoveryInput } from './wallet.js'

export const emailStart = v.object({
  projectId,
  email,
  /** Origin of the page around the frame: the mail and the device page name it. */
  origin,
  lang: v.optional(language),
})

export const deviceWait = v.object({ id: secret, seen: v.optional(v.picklist(attemptStates)) })

/** The code of a mail, for the attempt or the change of that id. */
const byCode = v.object({ id: secret, code })
export const emailVerify = byCode
export const sessionConfirm = byCode
export const emailChangePrimary = byCode
export const emailChangeSecondary = byCode

export const sessionResume = v.object({ projectId, handle: secret })

export const emailChangeStart = v.object({
  email,
  /** Origin of the page around the frame: the mails name it. */
  origin,
  lang: v.optional(language),
})

const linking = { projectId, link: secret }
export const linkEmail = v.object({ ...linking, id: secret, code })
export const linkSocial = v.object({ ...linking, login: secret, result: secret })
export const linkDecline = v.object(linking)

/** Https; http for a page of this machine alone. */
const returnTo = v.pipe(
  v.string(),
  v.maxLength(2_048),
  v.regex(/^https?:\/\/[^\s\\]+$/, 'The page to return to must be an address of the web.'),
)

export const socialStart = v.object({
  projectId,
  /** Origin of the page around the frame: the result is posted to it alone. */
  origin,
  lang: v.optional(language),
  /** A page of that origin, which the result goes to by a redirect. */
  returnTo: v.optional(returnTo),
  /** The frame itself opens the window, and gets the result. */
  isOwnWindow: v.optional(v.boolean()),
})
export const farcasterStart = v.object({ projectId, origin, lang: v.optional(language) })

/** `seen`: the state that the page knows already. */
const loginWait = v.object({ login: secret, seen: v.optional(v.picklist(loginStates)) })
export const socialWait = loginWait
export const farcasterWait = loginWait

/** The result of a provider. */
const byResult = v.object({ login: secret, result: secret })
export const socialVerify = v.object({ projectId, login: secret, result: secret })
export const socialConfirm = byResult
export const addSignIn = byResult

export const identityToken = v.object({
  /** From the site's server: it stands in the token. */
  nonce: v.optional(v.pipe(v.string(), v.minLength(8), v.maxLength(256))),
})

const shares = {
  /** The service's share S. */
  service: share,
  /** Each kind once. Where `automatic` is not among them, the operator keeps no recovery share. */
  recovery: v.pipe(
    v.array(recoveryInput),
    v.maxLength(4),
    v.check((all) => new Set(all.map(({ kind }) => kind)).size === all.length),
  ),
}

export const createWallet = v.object({
  /** The page names it, so that it keeps the device's share before the service has the others. */
  id: walletId,
  evm: evmAddress,
  solana: solanaAddress,
  ...shares,
  /** The device's share, where no storage of the browser takes it: kept as by `PUT /v1/wallet/home`. */
  home: v.optional(share),
})

export const newSplit = v.object({
  from: split,
  ...shares,
  /** A device that is removed with it: its sessions end and its home goes, or nothing of it is done. */
  removes: v.optional(deviceId),
  /** By the key of the address on Solana, over what `splitStatement` makes of the fields above. */
  signature,
})

export const putHome = v.object({ split, share })
