import { refusal } from '@latchkey/service-kit/http'
import { type FrameContext } from '../../context.js'
import { REASONS, type SocialProvider } from '../../contract/index.js'
import { type FrameProject } from '../../projects.js'
import { newSecret } from '../../secrets.js'
import { spend } from '../../store/counters.js'
import { type Asker, addLogin, loginOf } from './logins.js'

export interface Beginning extends Asker {
  project: FrameProject
  /** Origin of the page around the frame. */
  origin: string
  returnTo: string | undefined
  isOwnWindow: boolean
  lang: string
  agent: string
  /** Hash of the browser's cookie that the callback may get. */
  browserHash: string
  /** Hash of the client's address. */
  client: string
}

export interface Begun {
  login: string
  uri: string
  expiresAt: number
}

const WINDOW_MS = 10 * 60_000

export const notConfigured = (name: string) =>
  refusal(404, REASONS.notConfigured, `The operator of this service has not set up ${name}.`)

/** Where a provider sends the person back to: the operator registers it there. */
export const redirectUriOf = (publicUrl: string, provider: SocialProvider): string =>
  `${publicUrl}/v1/social/${provider}/callback`

/** Notes a sign-in that begins, within what an address may begin. */
export const noteBeginning = (
  { store, limits, now }: FrameContext,
  asked: Beginning,
  more: { id: string; provider: string; secret: string; nonce: string },
): Promise<{ expiresAt: number }> =>
  store.transact(async (db) => {
    const at = now()
    const budget = { key: `social ${asked.client}`, most: limits.socials, windowMs: WINDOW_MS }
    await spend(db, [budget], at)
    return addLogin(db, {
      ...more,
      project: asked.project.id,
      origin: asked.origin,
      return_to: asked.returnTo ?? null,
      is_own_window: Number(asked.isOwnWindow),
      jkt: asked.jkt,
      cookie_hash: asked.cookieHash ?? null,
      browser_hash: asked.browserHash,
      agent: asked.agent,
      lang: asked.lang,
      now: at,
    })
  })

/** Begins a sign-in by a provider. */
export async function beginSocial(
  context: FrameContext,
  provider: SocialProvider,
  asked: Beginning,
): Promise<Begun> {
  const access = context.socials.get(provider)
  if (!access) throw notConfigured(provider)
  const [state, verifier, nonce] = [newSecret(), newSecret(), newSecret()]
  const redirectUri = redirectUriOf(context.publicUrl, provider)
  const uri = await access.authorizeUri({ state, verifier, nonce, redirectUri })
  const login = loginOf(context, state)
  const more = { id: login, provider, secret: verifier, nonce }
  const { expiresAt } = await noteBeginning(context, asked, more)
  return { login, uri, expiresAt }
}
