import { type Providers, type SocialName, startProviders } from '@latchkey-tools/localnet'
import { type SecureFrameOptions } from '../src/index.js'
import { ORIGIN, startTestFrame } from './harness.js'
import { type Answer, type Visitor } from './visitor.js'

export const PROVIDERS: readonly SocialName[] = [
  'google',
  'x',
  'discord',
  'github',
  'apple',
  'facebook',
]

/** The request with which a provider sends a browser back. */
export type WayBack = Awaited<ReturnType<Providers['consent']>>

export interface CallbackPage {
  status: number
  headers: Headers
  html: string
  /** The result that the page hands over, and to whom. */
  uri: string | undefined
  target: string | undefined
}

const unescape = (text: string): string =>
  text
    .replace(/&amp;/g, '&')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")

/** A browser with its cookies. */
type Browser = Pick<Visitor, 'cookies'>

const cookieOf = (visitor: Browser | undefined): string =>
  [...(visitor?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')

/** Asks for a page as a browser does that a provider sends on. */
export async function browse(
  { method, url, fields }: WayBack,
  visitor: Browser | undefined,
  headers: Record<string, string> = {},
): Promise<CallbackPage> {
  const cookie = cookieOf(visitor)
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(cookie && { cookie }), ...headers },
    ...(method === 'POST' && { body: new URLSearchParams(fields) }),
  })
  const html = await response.text()
  const read = (name: string): string | undefined => {
    const found = new RegExp(`data-${name}="([^"]*)"`).exec(html)?.[1]
    return found === undefined ? undefined : unescape(found)
  }
  return {
    status: response.status,
    headers: response.headers,
    html,
    uri: read('uri'),
    target: read('target'),
  }
}

export const resultOf = (uri: string | undefined): { login: string; result: string } => {
  const { searchParams } = new URL(uri ?? 'https://nothing.example')
  return {
    login: searchParams.get('login') ?? '',
    result: searchParams.get('result') ?? '',
  }
}

/** A service whose providers are stand-ins, with all of their quirks. */
export async function startSocialBench(changes: Partial<SecureFrameOptions> = {}) {
  const providers = await startProviders()
  const frame = await startTestFrame({ socials: providers.options, ...changes })
  const begin = (visitor: Visitor, provider: string, more: object = {}): Promise<Answer> =>
    visitor.post(`/v1/social/${provider}/start`, { projectId: 'shop', origin: ORIGIN, ...more })
  /** From the click to the callback's page. */
  const comeBack = async (visitor: Visitor, provider: string, word?: 'yes' | 'no') => {
    const begun = await begin(visitor, provider)
    if (begun.status !== 200) throw new Error(`The start was refused: ${begun.status}`)
    const page = await browse(await providers.consent(begun.body.uri, word), visitor)
    return { login: begun.body.login as string, uri: page.uri, page }
  }
  const verify = (visitor: Visitor, uri: string | undefined, projectId = 'shop') =>
    visitor.post('/v1/social/verify', { projectId, ...resultOf(uri) })
  /** The whole way. */
  const signInBy = async (visitor: Visitor, provider: string): Promise<Answer> => {
    const { uri } = await comeBack(visitor, provider)
    return visitor.keep(await verify(visitor, uri))
  }
  return {
    ...frame,
    providers,
    begin,
    comeBack,
    verify,
    signInBy,
    closeFrame: frame.close,
    async close() {
      await frame.close()
      await providers.close()
    },
  }
}
export type SocialBench = Awaited<ReturnType<typeof startSocialBench>>
